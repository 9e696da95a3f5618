import type { FormEvent } from 'react';
import type { FormErrors } from '../useForm.ts';
import type { CardFrameHandle } from './CardFrame.tsx';
import { cardErrorLine } from './cardTexts.ts';

type CardForm<Values> = {
  isBusy: boolean;
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  show: (found: FormErrors<Values>, told: string | null) => void;
};

/**
 * Submits a form that contains a card frame. If something outside the frame is wrong, the frame is only checked: one
 * press shows all errors in one summary (product.md 2.0.3), and no token is made in vain.
 *
 * @param found errors found by the form's own rules.
 * @param frame `null`: no card is typed.
 */
export async function submitWithCard<Values extends { card: string }>(
  event: FormEvent<HTMLFormElement>,
  form: CardForm<Values>,
  found: FormErrors<Values>,
  frame: Pick<CardFrameHandle, 'check'> | null,
): Promise<void> {
  const isStopped = !form.isBusy && Object.values(found).some((message) => message !== undefined);
  const sent = form.submit(event);
  if (!isStopped || !frame) return sent;
  const card = cardErrorLine(await frame.check());
  if (card) form.show({ ...found, card }, null);
}
