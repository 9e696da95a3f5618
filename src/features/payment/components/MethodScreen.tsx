import { type FormEvent, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import type { Cart } from '#contracts/shopCart.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { paths } from '#shared/lib/pages/paths.ts';
import { useAnswer } from '#shared/lib/public/useAnswer.ts';
import { getPaySettings } from '#shared/lib/shop/paySettings.ts';
import { useCart } from '#shared/lib/shop/useCart.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { frameTexts } from '../frameTexts.ts';
import { firstMethod, isFree, shownMethods, whyClosed } from '../model.ts';
import { readTabDraft, writeTabDraft } from '../tabDraft.ts';
import { texts } from '../texts.ts';
import { CartTotal } from './CartTotal.tsx';
import { LostCart } from './LostCart.tsx';
import styles from './Payment.module.css';
import { PayShape } from './PayRoom.tsx';
import { PlanMethod } from './PlanMethod.tsx';
import { PlanRoom } from './PlanRoom.tsx';
import { Way } from './Way.tsx';

/**
 * `/payment/method` (product.md 2.2.D): the choice of payment method. If nothing has to be paid, it goes on to the
 * confirmation. `?plan=`: a plan, which is bought by itself, without the cart.
 */
export function MethodScreen({ owner }: { owner: string }) {
  const [query] = useSearchParams();
  const plan = query.get('plan') ?? '';
  if (plan === '') return <Methods owner={owner} />;
  return (
    <PlanRoom owner={owner} product={plan}>
      {(shown) => <PlanMethod plan={shown} />}
    </PlanRoom>
  );
}

function Methods({ owner }: { owner: string }) {
  const cart = useCart();
  return (
    <MirrorView
      mirror={cart}
      shape={<PayShape />}
      isEmpty={({ items }) => items.length === 0}
      empty={<LostCart owner={owner} />}
    >
      {(shown) =>
        isFree(shown) ? (
          <Navigate to={paths.payment()} replace={true} />
        ) : (
          <MethodForm cart={shown} owner={owner} />
        )
      }
    </MirrorView>
  );
}

function MethodForm({ cart, owner }: { cart: Cart; owner: string }) {
  const navigate = useNavigate();
  const isOffline = useConnectivity().state === 'offline';
  const [chosen, setChosen] = useState(() => firstMethod(cart, readTabDraft(owner).method));
  const [failure, setFailure] = useState<string | null>(null);
  // Loaded a moment later, if at all: a method that is unavailable now is shown here, and not after the whole form has
  // been filled in.
  const taken = useAnswer(getPaySettings, null).data?.methods ?? null;
  const method = chosen && whyClosed(chosen, cart, taken) === null ? chosen : '';
  const isAnyOpen = shownMethods.some((one) => whyClosed(one, cart, taken) === null);
  const goOn = (event: FormEvent) => {
    event.preventDefault();
    if (method === '') {
      setFailure(texts.method.choose);
      return;
    }
    writeTabDraft(owner, { method });
    void navigate(paths.payment());
  };
  return (
    <form className={styles.room} onSubmit={goOn} noValidate>
      <CartTotal cart={cart} />
      <SummaryBox title={frameTexts.method.title} failure={failure} testId="pay-error" />
      <div className={styles.card}>
        {isAnyOpen ? (
          <fieldset className={styles.ways}>
            <legend className="visually-hidden">{texts.method.legend}</legend>
            {shownMethods.map((one) => (
              <Way
                key={one}
                method={one}
                closed={whyClosed(one, cart, taken)}
                isChosen={method === one}
                onChoose={() => {
                  setChosen(one);
                  setFailure(null);
                }}
              />
            ))}
          </fieldset>
        ) : (
          <p>{texts.method.none}</p>
        )}
        <div className={styles.actions}>
          <ActionButton
            type="submit"
            look="primary"
            className={styles.big}
            disabled={isOffline || !isAnyOpen}
            data-testid="pay-next"
          >
            {texts.method.next}
          </ActionButton>
          <ActionLink to={paths.cart()} look="quiet">
            {texts.toCart}
          </ActionLink>
        </div>
      </div>
    </form>
  );
}
