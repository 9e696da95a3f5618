import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { type GivenAnswers, giveAnswers, givenKey } from '#shared/lib/public/givenAnswers.ts';
import type { PublicQuestion } from '#shared/lib/public/publicAnswer.ts';
import { pageName } from '#shared/ui/pageName.ts';
import { bringPage, routes } from '../router.tsx';

/**
 * A page as a visitor nobody knows sees it: what stands in its root element, and the answers it was made from. `at`:
 * the moment it speaks of, epoch ms.
 */
export type RenderedPage = {
  path: string;
  markup: string;
  /** What the page calls itself (`usePageName`), or empty. */
  name: string;
  answers: GivenAnswers;
  at: number;
};

type Question = PublicQuestion<unknown>;

/** A page asks for what it shows, and what it shows may ask for more. */
const mostRounds = 3;

/** What `load` of a question is told; nobody stops a page that is being made. */
const loading = { signal: new AbortController().signal, whileMaintenance: 'stay' } as const;

/**
 * Renders a public page for a visitor nobody knows (performance.md 4.1); the browser takes the markup over as it is
 * (start.tsx). A page that asks for something is rendered again with the answers, which go with it.
 *
 * @throws what the server says to the first questions of a page that does not stand alone: without their answers there
 * is no such page.
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
      [...missing].map(([key, question]) => answer(answers, key, question, round === 0 && !standsAlone)),
    );
  }
}

/** The shell comes before the page that names itself, so a page with a name is rendered once more. */
function renderNamed(render: () => string): { markup: string; name: string } {
  pageName.set('');
  const markup = render();
  const name = pageName.get();
  const made = { markup: name === '' ? markup : render(), name };
  pageName.set('');
  return made;
}

/** Asks; what only stands beside the page may stay unanswered, and is not asked again. */
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
