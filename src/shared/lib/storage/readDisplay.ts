import type { Preference } from '#contracts/accounts.ts';
import { type Fields, flagIn, wordIn } from '../text/plain.ts';

/** How this device shows the app: the display part of the learner's preference (product.md 2.1 User.preference). */
export type Display = Pick<Preference, 'theme' | 'font_scale' | 'furigana'>;

/** The display part of a preference; unreadable fields get their default. */
export function readDisplay(fields: Fields): Display {
  return {
    theme: wordIn(fields, 'theme', ['system', 'light', 'dark'], 'system'),
    font_scale: wordIn(fields, 'font_scale', ['small', 'normal', 'large', 'xlarge'], 'normal'),
    furigana: flagIn(fields, 'furigana'),
  };
}
