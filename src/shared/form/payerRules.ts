import { unshowable } from '#contracts/slipLetters.ts';
import { personTexts } from './personRules.ts';

/**
 * What is wrong with a name or its reading where a store or a bank has to show it (product.md V13), in words that say what
 * to do; `undefined`: nothing. A card is told no name: every letter is right there.
 */
export function checkShown(value: string, method: string): string | undefined {
  if (method !== 'cvs' && method !== 'bank') return undefined;
  const strange = unshowable(value);
  if (strange.length === 0) return undefined;
  return `${personTexts.letters(strange.join(''))}。お店や銀行の画面に出せる別の字か、カタカナで入力してください。`;
}
