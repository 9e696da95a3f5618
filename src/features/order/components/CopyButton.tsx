import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionButton } from '#shared/ui/Action.tsx';
import { texts } from '../texts.ts';

/** Copies a number to the clipboard, without spaces, and says whether it succeeded. `what`: the name of the number. */
export function CopyButton({ what, value }: { what: string; value: string }) {
  const [isDone, setDone] = useState<boolean | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setDone(true);
    } catch {
      setDone(false);
    }
  };
  const Icon = isDone ? IconCheck : IconCopy;
  return (
    <>
      <ActionButton
        look="quiet"
        aria-label={texts.slip.copyOf(what)}
        onClick={() => void copy()}
        icon={<Icon size={20} aria-hidden="true" />}
      >
        {texts.slip.copy}
      </ActionButton>
      <span role="status" className={isDone === false ? undefined : 'visually-hidden'}>
        {isDone === null ? '' : isDone ? texts.slip.copied(what) : texts.slip.notCopied}
      </span>
    </>
  );
}
