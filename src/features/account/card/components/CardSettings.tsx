import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Card, CardStatus } from '#contracts/shopCard.ts';
import { CardCheck } from '#shared/form/card/CardCheck.tsx';
import { CardMarks, CardWords } from '#shared/form/card/CardPicker.tsx';
import { deleteCard, makeDefault } from '#shared/form/card/cardApi.ts';
import { cardReturn } from '#shared/form/card/cardReturn.ts';
import { checkFailureText, savedTexts } from '#shared/form/card/savedTexts.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import formStyles from '#shared/form/Form.module.css';
import { describeFailure } from '#shared/form/failure.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { isOutage } from '#shared/lib/errors.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { useAnswer } from '#shared/lib/public/useAnswer.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx';
import { ErrorCard } from '#shared/ui/ErrorCard.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { Skeleton } from '#shared/ui/Skeleton.tsx';
import { type CardBox, getCardBox } from '../api.ts';
import { addStand, canBeDefault, pendingCards } from '../model.ts';
import { texts } from '../texts.ts';
import { AddCard } from './AddCard.tsx';
import styles from './CardSettings.module.css';

const nameOf = ({ brand, last4 }: Card) => savedTexts.name(brand, last4);

/**
 * Which cards are saved, and what can be done about them (product.md 2.3.J, money.md 4.14). Nothing of it is stored on
 * the device.
 */
export function CardSettings() {
  const box = useAnswer(getCardBox, null);
  // Data stored on the device does not help here, so no link to it is offered.
  if (box.data === undefined && box.error && isOutage(box.error))
    return <ErrorCard error={box.error} onRetry={box.retry} />;
  return (
    <MirrorView mirror={box} shape={<Skeleton height="8rem" radius="1rem" />}>
      {(shown) => <Cards box={shown} onChanged={box.retry} />}
    </MirrorView>
  );
}

function Cards({ box: { list, frameUrl }, onChanged }: { box: CardBox; onChanged: () => void }) {
  const [query, setQuery] = useSearchParams();
  const [isAdding, setAdding] = useState(false);
  const [fresh, setFresh] = useState('');
  // After the return from the bank's page, its check may have ended already.
  const [returned, setReturned] = useState(
    () => (query.has('returned') ? cardReturn.read()?.card : null) ?? '',
  );
  const [failure, setFailure] = useState<string | null>(null);
  const add = addStand(list, frameUrl);
  const place = useRef<HTMLDivElement>(null);

  const sent = ({ card }: CardStatus) => {
    setAdding(false);
    setFresh(card);
    onChanged();
  };
  const ended = ({ next, failure: why }: CardStatus) => {
    setFresh('');
    setReturned('');
    if (next === 'done') blueAlert.show(texts.added);
    setFailure(next === 'failed' ? checkFailureText(why) : null);
    // Returned from the bank's page: this is done now, and a reload does not ask again.
    if (query.has('returned')) setQuery({}, { replace: true });
    onChanged();
    place.current?.focus();
  };

  const pending = pendingCards(list.cards);
  // A card sent a moment ago may not be in the list yet.
  const checked = [...new Set([fresh, returned, ...pending.map(({ id }) => id)])].filter(Boolean);
  return (
    <div className={styles.room} ref={place} tabIndex={-1}>
      <SummaryBox title={savedTexts.check.failedTitle} failure={failure} testId="card-error" />
      <CardRows cards={list.cards} onChanged={onChanged} />
      {checked.map((card) => (
        <CardCheck
          key={card}
          card={card}
          isFresh={card === fresh}
          back={paths.account('card')}
          onEnd={ended}
        />
      ))}
      {add === 'closed' && <p className={formStyles.notice}>{texts.closed}</p>}
      {add === 'full' && <p className={formStyles.hint}>{texts.full(list.limit)}</p>}
      {add === 'open' && !isAdding && (
        <ActionButton
          look={list.cards.length === 0 ? 'primary' : 'plain'}
          onClick={() => {
            setFailure(null);
            setAdding(true);
          }}
          data-testid="card-add"
        >
          {texts.add}
        </ActionButton>
      )}
      {add === 'open' && isAdding && frameUrl !== null && (
        <AddCard frameUrl={frameUrl} onSent={sent} onLeave={() => setAdding(false)} />
      )}
    </div>
  );
}

/** The action in progress, and its card. */
function useCardActs(onChanged: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const keys = useRef(createSubmissionKey());
  const run = async (card: Card, kind: 'default' | 'delete', done: string) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      const key = keys.current.keyFor([card.id, kind]);
      await (kind === 'default' ? makeDefault(card.id, key) : deleteCard(card.id, key));
      keys.current.arrived();
      blueAlert.show(done);
    } catch (error) {
      setFailure(describeFailure(error));
    } finally {
      setBusy(false);
      // Also after a refusal: another device may have changed the card.
      onChanged();
    }
  };
  return { isBusy, failure, run, refuse: setFailure };
}

function CardRows({ cards, onChanged }: { cards: Card[]; onChanged: () => void }) {
  const [asked, setAsked] = useState<Card | null>(null);
  const { isBusy, failure, run, refuse } = useCardActs(onChanged);
  const isOffline = useConnectivity().state === 'offline';
  const rows = useRef<HTMLUListElement>(null);
  const isInUse = cards.some((card) => card.is_in_use);
  if (cards.length === 0) {
    return (
      <div data-testid="card-none">
        <p className={styles.none}>{texts.none}</p>
        <p className={formStyles.hint}>{texts.noneBody}</p>
      </div>
    );
  }
  const remove = async () => {
    if (!asked) return;
    setAsked(null);
    await run(asked, 'delete', texts.removed(nameOf(asked)));
    // The pressed button is gone together with its row.
    rows.current?.focus();
  };
  return (
    <>
      <SummaryBox title={texts.actFailed} failure={failure} testId="card-act-error" />
      <ul ref={rows} className={styles.list} aria-label={texts.list} tabIndex={-1}>
        {cards.map((card) => (
          <CardRow
            key={card.id}
            card={card}
            isDisabled={isBusy || isOffline}
            onDefault={() => void run(card, 'default', texts.madeDefault(nameOf(card)))}
            onRemove={() => {
              if (card.is_in_use) refuse(texts.inUse);
              else setAsked(card);
            }}
          />
        ))}
      </ul>
      {isInUse && (
        <div>
          <p className={formStyles.hint}>{texts.inUseHint}</p>
          <ActionLink to={`${paths.history()}?kind=subscription`} look="quiet">
            {texts.toPlans}
          </ActionLink>
        </div>
      )}
      {asked && (
        <ConfirmDialog
          title={texts.removeTitle(nameOf(asked))}
          body={texts.removeBody}
          confirm={texts.remove}
          onConfirm={() => void remove()}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}

function CardRow({
  card,
  isDisabled,
  onDefault,
  onRemove,
}: {
  card: Card;
  isDisabled: boolean;
  onDefault: () => void;
  onRemove: () => void;
}) {
  const isFailed = card.state === 'failed';
  return (
    <li className={styles.row} data-testid="card-row">
      <p className={styles.words}>
        <CardWords card={card} />
        {card.state === 'pending' && <Chip tone="orange">{texts.pending}</Chip>}
        {isFailed && <Chip tone="red">{texts.failed}</Chip>}
        {card.state === 'active' && <CardMarks card={card} />}
      </p>
      {isFailed && <p className={formStyles.hint}>{texts.failedHint}</p>}
      {card.state === 'active' && (
        <div className={styles.ways}>
          {canBeDefault(card) && (
            <ActionButton
              disabled={isDisabled}
              aria-label={texts.makeDefaultOf(nameOf(card))}
              onClick={onDefault}
              data-testid="card-default"
            >
              {texts.makeDefault}
            </ActionButton>
          )}
          <ActionButton
            disabled={isDisabled}
            aria-label={texts.removeOf(nameOf(card))}
            onClick={onRemove}
            data-testid="card-delete"
          >
            {texts.remove}
          </ActionButton>
        </div>
      )}
    </li>
  );
}
