import { type RefObject, useRef, useState } from 'react';
import type { CardStatus } from '#contracts/shopCard.ts';
import type { CardFrameHandle } from '#shared/form/card/CardFrame.tsx';
import { postCard } from '#shared/form/card/cardApi.ts';
import { describeCardFailure } from '#shared/form/card/cardFailure.ts';
import { cardErrorLine } from '#shared/form/card/cardTexts.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { texts } from './texts.ts';

/** Sends a newly typed card for saving; the check by its bank then begins. */
export function useAddCard(frame: RefObject<CardFrameHandle | null>, onSent: (status: CardStatus) => void) {
  const keys = useRef(createSubmissionKey());
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const send = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      const answer = (await frame.current?.ask()) ?? { kind: 'trouble' };
      if (answer.kind === 'trouble') return setFailure(texts.cardTrouble);
      if (answer.kind === 'wrong') return setFailure(cardErrorLine(answer.errors));
      const { token, brand, last4, expiry } = answer;
      const body = { gmo_token: token, card: { brand, last4, expiry } };
      const status = await postCard(body, keys.current.keyFor(body));
      keys.current.arrived();
      onSent(status);
    } catch (error) {
      setFailure(describeCardFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return { failure, isBusy, send };
}
