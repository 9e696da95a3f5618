import { useState } from 'react';
import { ActionButton } from '#shared/ui/Action.tsx';
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx';
import { toolTexts as texts } from './toolTexts.ts';

/**
 * 「この端末のメモを消す」: deletes memos, marks and drawings of the subject, after a confirmation. `forget`: returns whether it
 * succeeded.
 */
export function ForgetNotes({ forget }: { forget: () => Promise<boolean> }) {
  const [isAsking, setAsking] = useState(false);
  const [said, setSaid] = useState('');
  const go = async () => {
    setAsking(false);
    setSaid((await forget()) ? texts.forgetDone : texts.forgetFailed);
  };
  return (
    <div>
      <ActionButton look="quiet" data-testid="exam-forget-notes" onClick={() => setAsking(true)}>
        {texts.forget}
      </ActionButton>
      <p role="status">{said}</p>
      {isAsking && (
        <ConfirmDialog
          title={texts.forgetTitle}
          body={texts.forgetBody}
          confirm={texts.forget}
          onConfirm={() => void go()}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}
