import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { type GivenAnswers, giveAnswers, givenKey } from '#shared/lib/public/givenAnswers.ts';
import type { PublicQuestion } from '#shared/lib/public/publicAnswer.ts';
import { pageName } from '#shared/ui/pageName.ts';
import { bringPage, routes } from '../router.tsx';

/**
 * A page as an anonymous visitor sees it: the content of its root element, and the answers it was made from. `at`: the
 * time it was made for, epoch ms.
 */
export type RenderedPage = {
  path: string;
  markup: string;
  /** The page's own name (`usePageName`), or empty. */
  name: string;
  answers: GivenAnswers;
  at: number;
};

type Question = PublicQuestion<unknown>;

/** How often a page is rendered again: it asks for its data, and that data may lead to more questions. */
const mostRounds = 3;

/** The options for a question's `load`; prerendering is never cancelled. */
const loading = { signal: new AbortController().signal, whileMaintenance: 'stay' } as const;

/**
 * Renders a public page for an anonymous visitor (performance.md 4.1); the browser hydrates the markup (start.tsx). A
 * page that asks for data is rendered again with the answers, which are included in the page.
 *
 * @throws the server's error for the first questions of a page, unless the page stands alone: without these answers the
 * page does not exist.
 */
export async function makePage(path: string, standsAlone = false): Promise<RenderedPage> {
  await bringPage(path);
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`);
  const router = createStaticRouter(handler.dataRoutes, context);
  const render = () =>
    renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
  const answers = new Map<string, unknown>();
  for (let round = 0; ; round++) {
    const missing = new Map<string, Question>();
    const stop = giveAnswers(answers, (question) => missing.set(givenKey(question.key), question));
    const made = renderNamed(render);
    const at = stop();
    if (missing.size === 0 || round === mostRounds) return { path, ...made, answers: answered(answers), at };
    await Promise.all(
      [...missing].map(([key, question]) =>
        answer(answers, key, question, round === 0 && !standsAlone && !question.isAside),
      ),
    );
  }
}

/** The shell is rendered before the page sets its name, so a page with a name is rendered a second time. */
function renderNamed(render: () => string): { markup: string; name: string } {
  pageName.set('');
  const markup = render();
  const name = pageName.get();
  const made = { markup: name === '' ? markup : render(), name };
  pageName.set('');
  return made;
}

/** Asks the server. A secondary question may stay unanswered, and is not asked again. */
async function answer(
  answers: Map<string, unknown>,
  key: string,
  { load }: Question,
  isNeeded: boolean,
): Promise<void> {
  try {
    answers.set(key, await load(loading));
  } catch (error) {
    if (isNeeded) throw error;
    answers.set(key, undefined);
  }
}

function answered(answers: GivenAnswers): GivenAnswers {
  return new Map([...answers].filter(([, data]) => data !== undefined));
}
