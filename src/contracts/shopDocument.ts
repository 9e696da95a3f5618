import * as z from 'zod/mini';
import { noCard } from './freeText.ts';
import { lettersOf } from './letters.ts';
import { tidyName } from './profile.ts';
import { flag, id, list, text, textOrNull } from './wire.ts';

/** Papers of an order (money.md 4.17, 4.18). */
export const documentKinds = ['receipt', 'invoice', 'return_invoice', 'outline', 'contract'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Whether the addressee of a receipt is a person or a company. */
export const honorifics = ['様', '御中'] as const;

/** Maximum length of the name on a receipt (money.md 4.17). */
export const receiptNameLength = 40;

function isShort(name: string): boolean {
  return name.length <= receiptNameLength * 8 && [...lettersOf(name)].length <= receiptNameLength;
}

/** POST /api/shop/order/{id}/receipt/: the name can be set once. */
export const receiptInputSchema = z.object({
  name: z
    .string()
    .check(
      z.overwrite(tidyName),
      z.minLength(1),
      z.refine(isShort, { error: `宛名は${receiptNameLength}文字以内です。` }),
      noCard(),
    ),
  honorific: z.enum(honorifics),
});
export type ReceiptInput = z.output<typeof receiptInputSchema>;

/** One paper of an order. */
export const documentSchema = z.object({
  id,
  order: id,
  /** One of `documentKinds`. */
  kind: text,
  /** What it is called: 領収書, 適格請求書, … */
  title: text,
  number: text,
  name: text,
  honorific: text,
  /** `false`: it is being made, which takes seconds. */
  is_ready: flag,
  /** Where the PDF is. */
  url: text,
  created: textOrNull,
  /** When its buyer first opened it. */
  opened_at: textOrNull,
  /** When the buyer confirmed the receipt. Contract papers need this; the cooling-off period begins then. */
  received_at: textOrNull,
  /** The buyer still has to confirm the receipt. */
  needs_confirmation: flag,
});
export type Document = z.output<typeof documentSchema>;

/** GET /api/shop/order/{id}/document/ */
export const documentListSchema = z.object({
  results: list(documentSchema),
  /** Whom a receipt is made out to unless the buyer wants another name: the payer (money.md 4.17). */
  payer_name: text,
});
export type DocumentList = z.output<typeof documentListSchema>;

/** What the buyer must agree to before contract papers may be electronic (money.md 4.18). */
export const consentSteps = ['means', 'openable', 'third_person'] as const;

/** The text of each step beside its checkbox; its version is stored with the consent. */
export const consentTexts: Record<(typeof consentSteps)[number], string> = {
  means:
    '契約の書面は紙でお渡しするのが原則ですが、代わりにPDFの概要書面と契約書面をこのサイトで受け取ることに同意します。',
  openable: '概要書面のPDFを開いて読み、保存できることを確認しました。',
  third_person: '書面の写しを、ご家族などほかの方にも送れることの案内を読みました。',
};
/** Goes up with every change of `consentTexts`. */
export const consentVersion = 1;

/** POST /api/shop/checkout/{id}/consent/: all steps at once; sending it again changes nothing. */
export const consentInputSchema = z.object({
  steps: z.array(z.enum(consentSteps)).check(z.minLength(1), z.maxLength(consentSteps.length)),
  text_version: z.literal(consentVersion),
});
export const consentSchema = z.object({
  /** Steps that are agreed to. */
  steps: list(text),
  is_complete: flag,
});
export type Consent = z.output<typeof consentSchema>;
