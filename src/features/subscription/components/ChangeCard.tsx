import { type FormEvent, useRef, useState } from 'react';
import type { CardList, CardStatus } from '#contracts/shopCard.ts';
import type { SubscriptionCardInput } from '#contracts/shopSubscription.ts';
import { CardFrame, type CardFrameHandle } from '#shared/form/card/CardFrame.tsx';
import { CardPicker, firstCard } from '#shared/form/card/CardPicker.tsx';
import { cardErrorLine } from '#shared/form/card/cardTexts.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import formStyles from '#shared/form/Form.module.css';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { standOf } from '../model.ts';
import { texts } from '../texts.ts';
import { type Changing, useAct } from '../useAct.ts';
import styles from './Subscription.module.css';

const words = texts.card;

/** Another card for a contract: a saved one, or a new one. Unpaid amounts are charged to it at once. */
export function ChangeCard({
  changing,
  list,
  frameUrl,
  onSent,
  onLeave,
}: {
  changing: Changing;
  list: CardList;
  frameUrl: string | null;
  /** `check`: the state of a new card's check; `null`: a saved card was chosen. */
  onSent: (check: CardStatus | null) => void;
  onLeave: () => void;
}) {
  const { subscription, isOffline } = changing;
  const [chosen, setChosen] = useState(() => firstCard(list));
  const [isAsking, setAsking] = useState(false);
  const frame = useRef<CardFrameHandle>(null);
  const element = useRef<HTMLFormElement>(null);
  const { isBusy, failure, setFailure, run } = useAct(changing);
  useBusy(true, 'form');

  /** The request body; `null`: the card fields show something that has to be corrected. */
  const bodyOf = async (): Promise<SubscriptionCardInput | null> => {
    if (chosen) return { card_id: chosen };
    const answer = (await frame.current?.ask()) ?? { kind: 'trouble' };
    if (answer.kind !== 'token') {
      setFailure(answer.kind === 'wrong' ? cardErrorLine(answer.errors) : words.cardTrouble);
      return null;
    }
    const { token, brand, last4, expiry } = answer;
    return { gmo_token: token, card: { brand, last4, expiry } };
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isAsking) return;
    setFailure(null);
    setAsking(true);
    try {
      const body = await bodyOf();
      const made = body && (await run({ kind: 'card', body }));
      if (made) onSent(made.card);
    } finally {
      setAsking(false);
    }
  };

  const stand = standOf(subscription, serverNow());
  const isWorking = isBusy || isAsking;
  const canSend = chosen !== '' || frameUrl !== null;
  return (
    <form
      ref={element}
      className={formStyles.form}
      // If the browser sends the form without the script, none of its fields must end up in the address.
      method="post"
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-busy={isWorking}
    >
      <SummaryBox title={words.failed} failure={failure} testId="card-error" />
      {(stand === 'late' || stand === 'closed') && (
        <p className={styles.strong}>
          {words.paysNow(texts.yen(subscription.next_amount ?? subscription.plan.price))}
        </p>
      )}
      <CardPicker list={list} chosen={chosen} onChoose={setChosen}>
        {frameUrl === null ? (
          <p className={formStyles.notice}>{words.late}</p>
        ) : (
          <>
            <p className={formStyles.hint}>{words.checked}</p>
            <CardFrame
              ref={frame}
              url={frameUrl}
              id="plan-card"
              isInvalid={failure !== null}
              isCardOnly={true}
              onEnter={() => element.current?.requestSubmit()}
            />
          </>
        )}
      </CardPicker>
      <div className={styles.ways}>
        <ActionButton disabled={isWorking} onClick={onLeave}>
          {texts.keep}
        </ActionButton>
        <ActionButton
          type="submit"
          look="primary"
          disabled={isWorking || isOffline || !canSend}
          data-testid="card-save"
        >
          {isWorking ? texts.working : words.save}
        </ActionButton>
      </div>
    </form>
  );
}
