import { serverNow } from '../time/serverTime.ts';
import type { PublicQuestion } from './publicAnswer.ts';

/** Answers that a served page brings with it, by the key of the question. */
export type GivenAnswers = ReadonlyMap<string, unknown>;

/** The element of a served page that holds them: inert JSON. */
export const givenAnswersId = 'given-answers';

type Question = PublicQuestion<unknown>;

let given: GivenAnswers | null = null;
let collect: ((question: Question) => void) | null = null;
let at: number | null = null;

/** The key of a question as text. */
export function givenKey(key: readonly string[]): string {
  return JSON.stringify(key);
}

/** What the page brought: what cannot be read counts as nothing, the network is asked anyway. */
function broughtByPage(): GivenAnswers {
  try {
    const text = document.getElementById(givenAnswersId)?.textContent;
    return new Map(JSON.parse(text || '[]') as [string, unknown][]);
  } catch {
    return new Map();
  }
}

/** All of them, for the store of a guest's answers. */
export function givenAnswers(): GivenAnswers {
  given ??= broughtByPage();
  return given;
}

/** A page made so short a time ago says what its server would say again, ms; a server may keep a page for a minute. */
const justMadeMs = 2 * 60_000;

/**
 * Whether the page brought the answer, and was made a moment ago. Not one that the device has kept: its price may have
 * changed the moment after it came.
 */
export function isJustGiven(question: Question): boolean {
  // The mark of worker/keptPages.ts.
  if (globalThis.document?.documentElement.dataset.kept === '') return false;
  return givenAnswers().has(givenKey(question.key)) && Math.abs(serverNow() - madeAt()) < justMadeMs;
}

/** The answer that came with the page; `undefined`: none did. */
export function givenAnswer<T>(question: PublicQuestion<T>): T | undefined {
  const key = givenKey(question.key);
  if (collect && !givenAnswers().has(key)) collect(question);
  return givenAnswers().get(key) as T | undefined;
}

/**
 * When the page was made, epoch ms by the server's clock: what it says of days holds for that moment, and is taken over
 * as it is.
 */
export function madeAt(): number {
  at ??= Number(document.getElementById(givenAnswersId)?.dataset.at) || Date.now();
  return at;
}

/**
 * For the maker of pages (app/prerender): `answers` are there, `onMissing` hears of every question asked beyond them.
 * Returns how to stop listening; that answers when the page was made.
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
