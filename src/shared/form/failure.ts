import { describeWith, type FailureWords } from './failureRule.ts';
import { formTexts } from './texts.ts';

const { failure: texts, wait } = formTexts;

/** A waiting time in words; the limits of mails last up to a day. */
export function waitWords(seconds: number): string {
  if (seconds <= 90) return wait.seconds(Math.ceil(seconds));
  if (seconds <= 90 * 60) return wait.minutes(Math.ceil(seconds / 60));
  return wait.hours(Math.ceil(seconds / 3600));
}

const words: FailureWords = {
  ...texts,
  rate: (wait, isCrowded) => (wait ? (isCrowded ? texts.crowded : texts.rate)(waitWords(wait)) : null),
  refused: ({ detail }) => detail,
};

/** Describes a failed call: what happened, that nothing is lost, what to do (product.md V15 to V19). */
export function describeFailure(error: unknown): string {
  return describeWith(words, error);
}
