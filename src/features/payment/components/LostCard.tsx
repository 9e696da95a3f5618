import type { ReactNode } from 'react';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { texts } from '../texts.ts';

/** Shown when the buyer cannot continue: what is missing, and where to begin. Never a blank page. `more`: other ways on. */
export function LostCard({ more, children }: { more?: ReactNode; children: string }) {
  return (
    <StateCard
      picture="lost"
      title={texts.lost.title}
      testId="pay-lost"
      actions={
        <>
          <ActionLink to={paths.cart()} look="primary">
            {texts.toCart}
          </ActionLink>
          {more}
        </>
      }
    >
      {children}
    </StateCard>
  );
}
