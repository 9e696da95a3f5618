import { useRef, useState } from 'react';
import type { GuardianOrder } from '#contracts/shopGuardian.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { describeFailure } from '#shared/form/failure.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx';
import styles from '../components/Order.module.css';
import { postDecline } from './api.ts';
import { texts } from './texts.ts';

const usual = { label: texts.pay.stop, title: texts.pay.stopTitle, body: texts.pay.stopBody };

/** Declines the order: after a confirmation it ends without a charge, and the learner is told. */
export function StopOrder({
  token,
  words = usual,
  onAnswer,
}: {
  token: string;
  words?: { label: string; title: string; body: string };
  onAnswer: (answer: GuardianOrder) => void;
}) {
  const keys = useRef(createSubmissionKey());
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isOffline = useConnectivity().state === 'offline';
  const stop = async () => {
    setAsking(false);
    setBusy(true);
    setFailure(null);
    try {
      onAnswer(await postDecline(token, keys.current.keyFor('decline')));
    } catch (error) {
      setFailure(describeFailure(error));
      setBusy(false);
    }
  };
  return (
    <>
      <SummaryBox title={texts.pay.stopFailed} failure={failure} testId="guardian-stop-error" />
      <div className={styles.actions}>
        <ActionButton
          look="quiet"
          disabled={isBusy || isOffline}
          onClick={() => setAsking(true)}
          data-testid="guardian-decline"
        >
          {words.label}
        </ActionButton>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={words.title}
          body={words.body}
          confirm={words.label}
          onConfirm={() => void stop()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
