import { useSearchParams } from 'react-router-dom';
import type { CardStatus } from '#contracts/shopCard.ts';
import { bankPageOf } from '#shared/lib/shop/leaveForBank.ts';
import { useBankVisit } from '#shared/lib/shop/useBankVisit.ts';
import { useRelay } from '#shared/lib/shop/useRelay.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { getCardStatus } from './cardApi.ts';
import { cardReturn } from './cardReturn.ts';
import styles from './SavedCards.module.css';
import { savedTexts } from './savedTexts.ts';

const texts = savedTexts.check;

/**
 * A card check in progress (money.md 4.14): polls its state, leads to the bank's page, and reports the end. A person
 * who comes back from there, or finds the card later, is not sent there again automatically. The component's `key` must
 * name the card.
 *
 * @param isFresh the card was added a moment ago, on this page.
 * @param back path of this page below `/mypage`: the bank's page leads back here, with `?returned`.
 */
export function CardCheck({
  card,
  isFresh,
  back,
  onEnd,
}: {
  card: string;
  isFresh: boolean;
  back: string;
  onEnd: (status: CardStatus) => void;
}) {
  const [query] = useSearchParams();
  const isReturned = query.has('returned');
  const { isLeaving, open, leave, clear, wait } = useBankVisit((url) =>
    cardReturn.write({ card, url, back }),
  );

  const take = (status: CardStatus, waitedMs: number): boolean => {
    const { next } = status;
    const left = cardReturn.read();
    if (next === 'done' || next === 'failed') {
      if (left?.card === card) cardReturn.clear();
      onEnd(status);
      return true;
    }
    const url = bankPageOf(status);
    if (url === null) {
      clear();
      return false;
    }
    const wasThere = left?.card === card && left.url === url;
    if (isFresh && !wasThere) {
      leave(url);
      return true;
    }
    wait(url, isReturned && wasThere, waitedMs);
    return false;
  };
  const { isGone, isSlow, again } = useRelay<CardStatus>((signal) => getCardStatus(card, signal), take);

  if (isGone) return null;
  return (
    <div className={styles.check} data-testid="card-check">
      <p role="status">
        {isLeaving ? texts.leaving : open !== null ? texts.challenge : isSlow ? texts.slow : texts.asking}
      </p>
      {open !== null && !isLeaving && (
        <ActionButton look="primary" onClick={() => leave(open)} data-testid="card-to-challenge">
          {texts.toChallenge}
        </ActionButton>
      )}
      {open === null && isSlow && !isLeaving && <ActionButton onClick={again}>{texts.again}</ActionButton>}
    </div>
  );
}
