import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { texts } from '../texts.ts';

/** Nobody knows which order the page is about: links to the cart and to the existing orders. */
export function LostOrder() {
  return (
    <StateCard
      picture="lost"
      title={texts.lost.title}
      level={1}
      testId="pay-lost"
      actions={
        <>
          <ActionLink to={paths.cart()} look="primary">
            {texts.toCart}
          </ActionLink>
          <ActionLink to={paths.history()}>{texts.lost.toHistory}</ActionLink>
        </>
      }
    >
      {texts.lost.noOrder}
    </StateCard>
  );
}
