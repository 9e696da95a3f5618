import type { PayerInput } from '#contracts/shopCheckout.ts';
import { checkPayer, type PayerValues, payerOf as payerFrom } from '#shared/form/payerRules.ts';
import type { FormErrors } from '#shared/form/useForm.ts';
import { texts as orderTexts } from '../texts.ts';
import { texts } from './texts.ts';

/**
 * The initial values of the form: the guardian's name, if it contains exactly one blank. Their phone number is shown on
 * no page of a link.
 */
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

/** The mistakes in the form. The card is checked in its frame. */
export function checkPay(values: PayerValues, method: string): FormErrors<PayerValues> {
  return checkPayer(values, method, { ...texts.pay, store: orderTexts.retry.store });
}

/** The request body of a form without mistakes. */
export function payerOf(values: PayerValues): PayerInput {
  return payerFrom('guardian', values);
}
