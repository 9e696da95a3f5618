import type { PayMethod } from '#contracts/shopCart.ts';
import type { PayerInput } from '#contracts/shopCheckout.ts';
import { unshowable } from '#contracts/slipLetters.ts';
import { invalid } from '../../errors.ts';

const names = ['family_name', 'given_name', 'family_name_kana', 'given_name_kana'] as const;

/**
 * 400 with the payer's fields that hold letters which no store and no bank can show (product.md V13). A card payment
 * sends no name, so every letter is allowed there. `null`: no new payer is named.
 */
export function assertShowable(method: PayMethod, payer: PayerInput | null): void {
  if (payer === null || (method !== 'cvs' && method !== 'bank')) return;
  const fields = Object.fromEntries(
    names.flatMap((name) => {
      const strange = unshowable(payer[name]);
      if (strange.length === 0) return [];
      const detail = `使用できない文字が含まれています:${strange.join('')}。お店や銀行の画面に出せる別の字か、カタカナで入力してください。`;
      return [[`payer.${name}`, [detail]]];
    }),
  );
  if (Object.keys(fields).length > 0) throw invalid(fields);
}
