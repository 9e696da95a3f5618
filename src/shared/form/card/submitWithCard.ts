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
 * Sends a form that has a card's frame in it. Where something outside of the frame keeps it from being sent, the frame is
 * looked at besides: what is wrong stands in one summary at one press (product.md 2.0.3), and no token is made for nothing.
 *
 * @param found what the form's own rules find wrong.
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
