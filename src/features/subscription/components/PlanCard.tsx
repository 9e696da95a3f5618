import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CardStatus } from '#contracts/shopCard.ts';
import { CardCheck } from '#shared/form/card/CardCheck.tsx';
import { CardMarks, CardWords } from '#shared/form/card/CardPicker.tsx';
import { getCardsIfAny } from '#shared/form/card/cardApi.ts';
import { cardReturn } from '#shared/form/card/cardReturn.ts';
import { checkFailureText } from '#shared/form/card/savedTexts.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { ServerFirst } from '#shared/form/ServerFirst.tsx';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';
import { getPaySettings } from '#shared/lib/shop/paySettings.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { standOf } from '../model.ts';
import { texts } from '../texts.ts';
import { type Changing, focusTitle } from '../useAct.ts';
import { ChangeCard } from './ChangeCard.tsx';
import styles from './Subscription.module.css';

const words = texts.card;

async function getCardWays(options: AskOptions) {
  const [settings, list] = await Promise.all([getPaySettings(options), getCardsIfAny(options)]);
  return { list, frameUrl: settings.frame_url };
}

/** The card that is charged, and a button to replace it (money.md 4.16). */
export function PlanCard(changing: Changing) {
  const { subscription, isOffline, reload } = changing;
  const { card, card_change, can_change_card } = subscription;
  const [query, setQuery] = useSearchParams();
  const [isChanging, setChanging] = useState(false);
  const [fresh, setFresh] = useState('');
  // After the return from the bank's page, its check may have ended already.
  const [returned, setReturned] = useState(
    () => (query.has('returned') ? cardReturn.read()?.card : null) ?? '',
  );
  const [failure, setFailure] = useState<string | null>(null);
  const isEnded = standOf(subscription, serverNow()) === 'ended';

  const ended = ({ next, failure: why }: CardStatus) => {
    setFresh('');
    setReturned('');
    if (next === 'done') blueAlert.show(words.changed);
    setFailure(next === 'failed' ? checkFailureText(why) : null);
    // Returned from the bank's page: this is done now, and a reload does not ask again.
    if (query.has('returned')) setQuery({}, { replace: true });
    reload();
  };
  const sent = (check: CardStatus | null) => {
    setChanging(false);
    setFailure(null);
    if (check && check.next !== 'done') setFresh(check.card);
    else {
      blueAlert.show(words.changed);
      focusTitle();
    }
  };

  const checked = fresh || returned || (card_change && card_change.next !== 'failed' ? card_change.card : '');
  if (isEnded && !card) return null;
  return (
    <section className={styles.card} aria-labelledby="card-title">
      <h2 id="card-title">{words.title}</h2>
      <SummaryBox title={words.failed} failure={failure} testId="card-error" />
      <p className={styles.head} data-testid="subscription-card">
        {card ? (
          <>
            <CardWords card={card} />
            <CardMarks card={card} isInUseShown={false} />
          </>
        ) : (
          words.none
        )}
      </p>
      {checked && (
        <CardCheck
          key={checked}
          card={checked}
          isFresh={checked === fresh}
          back={paths.historySubscribe(subscription.id)}
          onEnd={ended}
        />
      )}
      {can_change_card && !checked && !isChanging && (
        <div className={styles.actions}>
          <ActionButton
            look={subscription.needs_card ? 'primary' : 'plain'}
            disabled={isOffline}
            onClick={() => {
              setFailure(null);
              setChanging(true);
            }}
            data-testid="card-change"
          >
            {words.change}
          </ActionButton>
        </div>
      )}
      {can_change_card && !checked && isChanging && (
        <ServerFirst load={getCardWays}>
          {({ list, frameUrl }) => (
            <ChangeCard
              changing={changing}
              list={{ ...list, cards: list.cards.filter(({ id }) => id !== card?.id) }}
              frameUrl={frameUrl}
              onSent={sent}
              onLeave={() => setChanging(false)}
            />
          )}
        </ServerFirst>
      )}
    </section>
  );
}
