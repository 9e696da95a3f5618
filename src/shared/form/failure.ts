import { waitWords } from '#shared/lib/text/waitWords.ts';
import { describeWith, type FailureWords } from './failureRule.ts';
import { formTexts } from './texts.ts';

const { failure: texts } = formTexts;

const words: FailureWords = {
  ...texts,
  rate: (wait, isCrowded) => (wait ? (isCrowded ? texts.crowded : texts.rate)(waitWords(wait)) : null),
  refused: ({ detail }) => detail,
};

/** Describes a failed call: what happened, that nothing is lost, what to do (product.md V15 to V19). */
export function describeFailure(error: unknown): string {
  return describeWith(words, error);
}
