import { useEffect } from 'react';
import type { Inquiry } from '#contracts/support.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { MarkedLabel } from '#shared/form/MarkedLabel.tsx';
import { TextBox } from '#shared/form/TextBox.tsx';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { loadPost } from '../loadPost.ts';
import { texts } from '../texts.ts';
import { useReply } from '../useReply.ts';
import { FilePicker } from './FilePicker.tsx';
import styles from './Thread.module.css';

const words = texts.thread;

/** The box for a reply, with files. */
export function ReplyBox({
  id: inquiry,
  owner,
  onSent,
  onKept,
  onRefused,
}: {
  id: string;
  owner: string;
  onSent: (thread: Inquiry) => void;
  onKept: () => void;
  onRefused: () => void;
}) {
  const form = useReply(inquiry, owner, { onSent, onKept, onRefused });
  const { values, isBusy } = form;
  const { body, files } = values;
  const isEmpty = body === '' && files.length === 0;
  useBusy(!isEmpty, 'form');
  // Loaded in advance, because without a network it could not be fetched any more.
  useEffect(() => {
    if (!isEmpty) loadPost().catch(() => undefined);
  }, [isEmpty]);

  return (
    <form
      className={styles.reply}
      onSubmit={(event) => void form.submit(event)}
      noValidate
      aria-label={words.replyTitle}
      aria-busy={isBusy}
    >
      <SummaryBox title={texts.errors.failed} failure={form.summary.failure} />
      <TextBox
        {...form.bind('body')}
        label={<MarkedLabel isRequired={true}>{words.reply}</MarkedLabel>}
        required
      />
      <FilePicker id={form.idOf('files')} files={files} onChange={(next) => form.set('files', next)} />
      <div>
        <ActionButton type="submit" look="primary" disabled={isBusy}>
          {isBusy ? words.sending : words.send}
        </ActionButton>
      </div>
    </form>
  );
}
