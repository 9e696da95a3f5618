import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import type { BuiltPage } from '#shared/lib/builtPages.ts';
import { patterns } from '#shared/lib/paths.ts';
import { pageDescriptions } from './pageDescriptions.ts';
import { pageTitles } from './pageTitles.ts';
import { bringPage, routes } from './router.tsx';

/** A page as the build writes it: what stands in its root element, and what its head says. */
export type MadePage = { path: string; markup: string; title: string; description: string };

/**
 * Renders a public page for a visitor nobody knows. Runs in the build alone (scripts/prerender.mjs); the browser takes
 * the markup over as it is (start.tsx).
 */
export async function makePage(name: BuiltPage): Promise<MadePage> {
  const path = patterns[name];
  await bringPage(path);
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`);
  const router = createStaticRouter(handler.dataRoutes, context);
  const markup = renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
  return { path, markup, title: pageTitles[name], description: pageDescriptions[name] };
}
