import type { Context } from './context.ts';
import { hex32 } from './context.ts';
import { outcomeOf } from './testCards.ts';
import { stamp } from './wire.ts';

/** Tokens of cards, by the published first interface of the gateway's script (money.md 3.2). */

export type CardInput = {
  cardno?: unknown;
  expire?: unknown;
  securitycode?: unknown;
  holdername?: unknown;
  tokennumber?: unknown;
};

const text = (value: unknown) =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** Codes of what is wrong with the fields of a card. */
export function cardErrors(input: CardInput): string[] {
  const [number, expire] = [text(input.cardno), text(input.expire)];
  const [code, holder] = [text(input.securitycode), text(input.holdername)];
  const errors: string[] = [];
  if (number === '') errors.push('100');
  else if (!/^\d+$/.test(number)) errors.push('101');
  else if (number.length < 10 || number.length > 16) errors.push('102');
  if (expire === '') errors.push('110');
  else if (!/^\d+$/.test(expire)) errors.push('111');
  else if (expire.length !== 4 && expire.length !== 6) errors.push('112');
  else if (Number(expire.slice(-2)) < 1 || Number(expire.slice(-2)) > 12) errors.push('113');
  if (code !== '' && !/^\d+$/.test(code)) errors.push('121');
  else if (code.length > 4) errors.push('122');
  if (holder !== '' && !/^[A-Za-z0-9 ,./-]+$/.test(holder)) errors.push('131');
  else if (holder.length > 50) errors.push('132');
  if (input.tokennumber !== undefined) {
    const count = text(input.tokennumber);
    if (!/^\d+$/.test(count)) errors.push('141');
    else if (Number(count) < 1 || Number(count) > 10) errors.push('142');
  }
  return errors;
}

export type TokenAnswer = {
  /** `000`, one code, or a list of them. */
  resultCode: string | string[];
  tokenObject?: {
    token: string | string[];
    toBeExpiredAt: string;
    maskedCardNo: string;
    isSecurityCodeSet: boolean;
  };
};

/** Issues tokens for a card. Only its last four digits, its expiry and its outcome are kept. */
export function issueTokens(context: Context, shopId: string, input: CardInput): TokenAnswer {
  if (shopId !== context.shop.shopId) return { resultCode: '551' };
  const errors = cardErrors(input);
  if (errors.length > 0) return { resultCode: errors.length === 1 ? (errors[0] as string) : errors };
  const number = text(input.cardno);
  const face = {
    last4: number.slice(-4),
    expire: text(input.expire).slice(-4),
    outcome: outcomeOf(number),
  };
  const count = input.tokennumber === undefined ? 1 : Number(text(input.tokennumber));
  const tokens = Array.from({ length: count }, () => {
    const token = hex32() + hex32();
    context.world.putToken({ token, ...face, issuedAt: context.now(), usedAt: null });
    return token;
  });
  return {
    resultCode: '000',
    tokenObject: {
      token: input.tokennumber === undefined ? (tokens[0] as string) : tokens,
      toBeExpiredAt: stamp(context.now() + 30 * 60_000),
      maskedCardNo: `${number.slice(0, 6)}${'*'.repeat(Math.max(0, number.length - 8))}${number.slice(-2)}`,
      isSecurityCodeSet: text(input.securitycode) !== '',
    },
  };
}

/** `token.js`: `Multipayment.init(shopId)`, then `Multipayment.getToken(card, callback)`, by function or global name. */
export const tokenScript = `(function () {
  'use strict';
  var origin = new URL(document.currentScript.src).origin;
  var shop = '';
  window.Multipayment = {
    init: function (shopId) { shop = String(shopId); },
    getToken: function (card, callback) {
      var answer = function (result) {
        var to = typeof callback === 'function' ? callback : window[String(callback)];
        if (typeof to === 'function') to(result);
      };
      fetch(origin + '/token', {
        method: 'POST',
        mode: 'cors',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        headers: { 'Content-Type': 'text/plain' },
        body: JSON.stringify({ shop: shop, card: card || {} })
      }).then(function (response) { return response.json(); })
        .then(answer, function () { answer({ resultCode: '901' }); });
    }
  };
})();
`;
