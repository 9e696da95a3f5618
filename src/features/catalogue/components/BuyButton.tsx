import { useEffect, useRef } from 'react';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { doubleTapMs } from '#shared/ui/doubleTap.ts';
import { texts } from '../texts.ts';
import type { Buy } from '../useBuy.ts';

/** 「カートに入れる」; once the course is in the cart, a link to the cart, which takes the focus after the press. */
export function BuyButton({
  buy,
  label = texts.addToCart,
  name,
  look = 'primary',
  testId,
}: {
  buy: Buy;
  label?: string;
  /** Name of the course, if several such buttons are on a page. */
  name?: string;
  look?: 'primary' | 'plain';
  testId?: string;
}) {
  const place = useRef<HTMLSpanElement>(null);
  const wasPressed = useRef(false);
  const addedAt = useRef(Number.NEGATIVE_INFINITY);
  const { isIn, isAdding, press } = buy;
  useEffect(() => {
    if (!isIn || !wasPressed.current) return;
    wasPressed.current = false;
    addedAt.current = performance.now();
    place.current?.querySelector('a')?.focus();
  }, [isIn]);
  return (
    <span ref={place} style={{ display: 'contents' }}>
      {isIn ? (
        <ActionLink
          to={paths.cart()}
          look={look}
          onClick={(event) => {
            if (performance.now() - addedAt.current < doubleTapMs) event.preventDefault();
          }}
        >
          {texts.toCart}
        </ActionLink>
      ) : (
        <ActionButton
          look={look}
          aria-label={name && texts.addCourse(name)}
          aria-disabled={isAdding}
          data-testid={testId}
          onClick={(event) => {
            wasPressed.current = true;
            press(event);
          }}
        >
          {label}
        </ActionButton>
      )}
    </span>
  );
}
