import { serverNow } from '../time/serverTime.ts';
import type { PublicQuestion } from './publicAnswer.ts';

/** Answers embedded in a served page, by the key of the question. */
export type GivenAnswers = ReadonlyMap<string, unknown>;

/** Id of the page's element with the answers: inert JSON. */
export const givenAnswersId = 'given-answers';

type Question = PublicQuestion<unknown>;

let given: GivenAnswers | null = null;
let collect: ((question: Question) => void) | null = null;
let at: number | null = null;

/** The key of a question as text. */
export function givenKey(key: readonly string[]): string {
  return JSON.stringify(key);
}

/** The answers in the page; unreadable ones count as none, because the network is asked anyway. */
function broughtByPage(): GivenAnswers {
  try {
    const text = document.getElementById(givenAnswersId)?.textContent;
    return new Map(JSON.parse(text || '[]') as [string, unknown][]);
  } catch {
    return new Map();
  }
}

/** All embedded answers, for the store of a guest's answers. */
export function givenAnswers(): GivenAnswers {
  given ??= broughtByPage();
  return given;
}

/**
 * A page younger than this has the same answer that its server would give now, ms; a server may cache a page for a
 * minute.
 */
const justMadeMs = 2 * 60_000;

/**
 * Whether the page has the answer and was made a moment ago. A page kept on the device does not count: its price may
 * have changed just after it was stored.
 */
export function isJustGiven(question: Question): boolean {
  // The mark that worker/keptPages.ts names.
  if (globalThis.document?.documentElement.dataset.kept === '') return false;
  return givenAnswers().has(givenKey(question.key)) && Math.abs(serverNow() - madeAt()) < justMadeMs;
}

/** The answer embedded in the page; `undefined`: there is none. */
export function givenAnswer<T>(question: PublicQuestion<T>): T | undefined {
  const key = givenKey(question.key);
  if (collect && !givenAnswers().has(key)) collect(question);
  return givenAnswers().get(key) as T | undefined;
}

/**
 * When the page was made, epoch ms by the server's clock. Relative days on it are correct for that moment, and
 * hydration uses the same moment.
 */
export function madeAt(): number {
  at ??= Number(document.getElementById(givenAnswersId)?.dataset.at) || Date.now();
  return at;
}

/**
 * For rendering pages (app/prerender): `answers` are available, and `onMissing` is called for every other question.
 * Returns a function that stops this and answers when the page was made.
 */
export function giveAnswers(answers: GivenAnswers, onMissing: (question: Question) => void): () => number {
  given = answers;
  collect = onMissing;
  const moment = Date.now();
  at = moment;
  return () => {
    collect = null;
    return moment;
  };
}
