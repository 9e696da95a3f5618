import { type ReactNode, useId } from 'react';
import type { Card, CardList } from '#contracts/shopCard.ts';
import { now } from '#shared/lib/time/clock.ts';
import { Chip } from '#shared/ui/Chip.tsx';
import styles from './SavedCards.module.css';
import { ageOf, hasRoom, payableCards } from './savedCards.ts';
import { savedTexts as texts } from './savedTexts.ts';

/** Chips with the state of a card. */
export function CardMarks({ card, isInUseShown = true }: { card: Card; isInUseShown?: boolean }) {
  const age = ageOf(card, now());
  return (
    <>
      {card.is_default && <Chip tone="blue">{texts.isDefault}</Chip>}
      {isInUseShown && card.is_in_use && <Chip>{texts.inUse}</Chip>}
      {age === 'soon' && <Chip tone="orange">{texts.soon}</Chip>}
      {age === 'expired' && <Chip tone="red">{texts.expired}</Chip>}
    </>
  );
}

/** The name of a card: brand and last digits, and the expiry if known. */
export function CardWords({ card }: { card: Card }) {
  return (
    <>
      <span className={styles.name}>{texts.name(card.brand, card.last4)}</span>
      {ageOf(card, now()) !== 'unknown' && (
        <span className={styles.small}>{texts.expiry(card.exp_month, card.exp_year)}</span>
      )}
    </>
  );
}

/** The card selected at the start of a payment: the first usable one; empty: a new card must be typed. */
export function firstCard({ cards, is_open }: CardList, at = now()): string {
  return is_open ? (payableCards(cards, at)[0]?.id ?? '') : '';
}

/**
 * Chooses the card to charge: a kept card or a new one. Without kept cards there is no choice, only the fields of a new
 * one.
 *
 * @param chosen id of a kept card; empty: a new one.
 * @param children the fields of a new card, shown when that is chosen.
 */
export function CardPicker({
  list,
  chosen,
  onChoose,
  name = 'card_id',
  children,
}: {
  list: CardList;
  chosen: string;
  onChoose: (id: string) => void;
  name?: string;
  children: ReactNode;
}) {
  const cards = list.is_open ? payableCards(list.cards, now()) : [];
  if (cards.length === 0) return children;
  return (
    <>
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">{texts.choose}</legend>
        {cards.map((card) => (
          <Choice
            key={card.id}
            name={name}
            id={card.id}
            isChosen={chosen === card.id}
            onChoose={() => onChoose(card.id)}
          >
            <CardWords card={card} />
            <CardMarks card={card} isInUseShown={false} />
          </Choice>
        ))}
        <Choice name={name} id="" isChosen={chosen === ''} onChoose={() => onChoose('')}>
          <span className={styles.name}>{texts.fresh}</span>
        </Choice>
      </fieldset>
      {chosen === '' && children}
    </>
  );
}

function Choice({
  name,
  id,
  isChosen,
  onChoose,
  children,
}: {
  name: string;
  /** Id of a kept card; empty: a new one. */
  id: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <label className={styles.choice}>
      <input
        type="radio"
        name={name}
        value={id || 'new'}
        checked={isChosen}
        onChange={onChoose}
        data-testid={id ? 'saved-card' : 'new-card'}
      />
      <span className={styles.words}>{children}</span>
    </label>
  );
}

/** The checkbox for keeping a new card; never ticked in advance. Nothing if no card can be kept. */
export function SaveCardTick({
  list,
  isOn,
  onChange,
}: {
  list: CardList;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const id = useId();
  if (!list.is_open) return null;
  if (!hasRoom(list.cards, list.limit)) return <p className={styles.small}>{texts.saveFull(list.limit)}</p>;
  return (
    <div className={styles.tick}>
      <label>
        <input
          type="checkbox"
          name="save_card"
          checked={isOn}
          aria-describedby={id}
          onChange={(event) => onChange(event.currentTarget.checked)}
          data-testid="save-card"
        />
        <span>{texts.save}</span>
      </label>
      <p id={id} className={styles.small}>
        {texts.saveHint}
      </p>
    </div>
  );
}
