import { useState } from 'react';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { saveOrTell } from '#shared/lib/storage/saving.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx';
import { shelfTexts as texts } from '../shelfTexts.ts';

/** A button that deletes kept lessons after a confirmation. `label` is for screen readers. */
export function RemoveButton({
  label,
  words,
  title,
  remove,
}: {
  label?: string;
  words: string;
  title: string;
  remove: () => Promise<void>;
}) {
  const [isAsking, setAsking] = useState(false);
  const confirm = async () => {
    setAsking(false);
    if (await saveOrTell('download', remove)) blueAlert.show(texts.removed);
  };
  return (
    <>
      <ActionButton aria-label={label} onClick={() => setAsking(true)}>
        {words}
      </ActionButton>
      {isAsking && (
        <ConfirmDialog
          title={title}
          body={texts.removeBody}
          confirm={words}
          onConfirm={() => void confirm()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
