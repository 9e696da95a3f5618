import type { CourseCard } from '#contracts/catalogue.ts';
import type { PublicMirror } from '#shared/lib/public/publicAnswer.ts';
import { FreshNote } from '#shared/ui/FreshNote.tsx';
import { offerOf } from '../model.ts';
import { texts } from '../texts.ts';
import { useBuy } from '../useBuy.ts';
import { BuyButton } from './BuyButton.tsx';
import styles from './CourseCard.module.css';

/** Puts a course of the catalogue into the cart from its card. `answer`: the list that contains it. */
export function CardBuy({ answer, course }: { answer: PublicMirror<unknown>; course: CourseCard }) {
  const buy = useBuy(answer, course);
  const offer = offerOf(course);
  const isSold = offer === 'buy' || offer === 'again';
  // Whoever has pressed is told that the sale has ended since.
  if (!isSold && buy.wait === 'none') return null;
  return (
    <div className={styles.buy}>
      {isSold && (
        <BuyButton
          buy={buy}
          label={offer === 'again' ? texts.addAgain : texts.addToCart}
          name={course.name}
          look="plain"
          testId="add-to-cart"
        />
      )}
      {buy.wait !== 'none' && <FreshNote wait={buy.wait} savedAt={buy.savedAt} />}
      {buy.failure && <p role="alert">{buy.failure}</p>}
    </div>
  );
}
