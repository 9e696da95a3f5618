import * as z from 'zod/mini';
import { noCard } from './freeText.ts';
import { oneLine } from './plainText.ts';
import { emailField, tidyName } from './profile.ts';
import { codeField, newPasswordField } from './signup.ts';
import { count, flag, id, list, text, textOrNull } from './wire.ts';

/** POST accounts/email/change/ (product.md 3.3). */
export const emailChangeSchema = z.object({ new_email: emailField, password: newPasswordField });
/** Its answer, the same whether the new address is free or not. */
export const emailChangeStartedSchema = z.object({ email_masked: z.string() });
/** POST accounts/email/confirm/. */
export const emailConfirmSchema = z.object({ code: codeField });

/** Prefectures in the order of their numbers (JIS X 0401). */
export const prefectures = [
  ...['北海道', '青森県', '岩手県', '宮城県', '秋田県', '山形県', '福島県', '茨城県', '栃木県', '群馬県'],
  ...['埼玉県', '千葉県', '東京都', '神奈川県', '新潟県', '富山県', '石川県', '福井県', '山梨県', '長野県'],
  ...['岐阜県', '静岡県', '愛知県', '三重県', '滋賀県', '京都府', '大阪府', '兵庫県', '奈良県', '和歌山県'],
  ...['鳥取県', '島根県', '岡山県', '広島県', '山口県', '徳島県', '香川県', '愛媛県', '高知県', '福岡県'],
  ...['佐賀県', '長崎県', '熊本県', '大分県', '宮崎県', '鹿児島県', '沖縄県'],
] as const;

const line = (length: number) =>
  z.string().check(z.overwrite(tidyName), z.maxLength(length), z.regex(/^[^<>\p{Cc}]*$/u), noCard());
/** Seven digits; a hyphen or 〒 is taken out (product.md V8). */
export const postalCodeField = z.string().check(
  z.overwrite((value) => oneLine(value.normalize('NFKC')).replaceAll(/[-‐−ー〒 ]/g, '')),
  z.regex(/^\d{7}$/),
);

/** PUT accounts/address/. */
export const addressInputSchema = z.object({
  postal_code: postalCodeField,
  prefecture: z.enum(prefectures as readonly string[] as [string, ...string[]]),
  city: line(50).check(z.minLength(1)),
  street: line(100).check(z.minLength(1)),
  building: z._default(line(100), ''),
});
export type AddressInput = z.output<typeof addressInputSchema>;

/** GET and PUT accounts/address/. Empty fields: none is stored. */
export const addressSchema = z.object({
  postal_code: text,
  prefecture: text,
  city: text,
  street: text,
  building: text,
});
export type Address = z.output<typeof addressSchema>;

const place = { prefecture: text, city: text, street: text };
/**
 * GET /api/master/postal/{code}/. Several places may share a code: the answer then has the parts they share, and the
 * list of all places.
 */
export const postalSchema = z.object({ ...place, candidates: list(z.object(place)) });
export type Postal = z.output<typeof postalSchema>;

/** POST accounts/withdraw/. */
export const withdrawSchema = z.object({
  password: newPasswordField,
  reason: z.optional(z.string().check(z.trim(), z.maxLength(1000), noCard())),
  /** `true`: orders that are not paid yet are cancelled first (money.md 4.19). */
  cancel_orders: z.optional(z.boolean()),
});

/** Unpaid orders that block a withdrawal (409 `orders_open`, `payment_checking`). */
export const openOrdersSchema = z.object({
  orders: list(
    z.object({
      id,
      order_no: text,
      /** One of `orderStatuses` (shopOrder.ts). */
      status: text,
      total: count,
      /** Yen of a transfer that came already; they go back. */
      received: count,
      due_at: textOrNull,
      can_cancel: flag,
    }),
  ),
});
