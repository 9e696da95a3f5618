import type { PayerInput } from '#contracts/shopCheckout.ts';
import { checkPayer, type PayerValues, payerOf as payerFrom } from '#shared/form/payerRules.ts';
import type { FormErrors } from '#shared/form/useForm.ts';
import { texts as orderTexts } from '../texts.ts';
import { texts } from './texts.ts';

/** What the form begins with: the guardian's name, where it has one blank. Their number stands on no page of a link. */
export function firstValues(guardian: string): PayerValues {
  const parts = guardian.trim().split(/\s+/);
  const [family = '', given = ''] = parts.length === 2 ? parts : [];
  return {
    'payer.family_name': family,
    'payer.given_name': given,
    'payer.family_name_kana': '',
    'payer.given_name_kana': '',
    'payer.phone': '',
    cvs_code: '',
    card: '',
  };
}

/** What is wrong with the form. The card is judged in its frame. */
export function checkPay(values: PayerValues, method: string): FormErrors<PayerValues> {
  return checkPayer(values, method, { ...texts.pay, store: orderTexts.retry.store });
}

/** What is sent of it, of a form without mistakes. */
export function payerOf(values: PayerValues): PayerInput {
  return payerFrom('guardian', values);
}
