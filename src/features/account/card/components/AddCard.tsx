import { useRef } from 'react';
import type { CardStatus } from '#contracts/shopCard.ts';
import { CardFrame, type CardFrameHandle } from '#shared/form/card/CardFrame.tsx';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import formStyles from '#shared/form/Form.module.css';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { texts } from '../texts.ts';
import { useAddCard } from '../useAddCard.ts';

/** The fields of a new card, in their own document (iframe), and the button that saves it. */
export function AddCard({
  frameUrl,
  onSent,
  onLeave,
}: {
  frameUrl: string;
  onSent: (status: CardStatus) => void;
  onLeave: () => void;
}) {
  const frame = useRef<CardFrameHandle>(null);
  const element = useRef<HTMLFormElement>(null);
  const isOffline = useConnectivity().state === 'offline';
  const { failure, isBusy, send } = useAddCard(frame, onSent);
  useBusy(true, 'form');
  return (
    <form
      ref={element}
      className={formStyles.form}
      // If the browser sends the form without the script, none of its fields must end up in the address.
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      noValidate
      aria-busy={isBusy}
    >
      <SummaryBox title={texts.addFailed} failure={failure} testId="card-error" />
      <fieldset className={formStyles.group}>
        <legend>{texts.addTitle}</legend>
        <p className={formStyles.hint}>{texts.addHint}</p>
        <CardFrame
          ref={frame}
          url={frameUrl}
          id="new-card"
          isInvalid={failure !== null}
          isCardOnly={true}
          onEnter={() => element.current?.requestSubmit()}
        />
      </fieldset>
      <div className={formStyles.actions}>
        <ActionButton type="submit" look="primary" disabled={isBusy || isOffline} data-testid="card-save">
          {isBusy ? texts.saving : texts.save}
        </ActionButton>
        <ActionButton look="quiet" disabled={isBusy} onClick={onLeave}>
          {texts.keep}
        </ActionButton>
      </div>
    </form>
  );
}
