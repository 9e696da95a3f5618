import { type FormEvent, useEffect, useId } from 'react';
import type { Inquiry } from '#contracts/support.ts';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { FormErrors, FormField } from '#shared/ui/FormField.tsx';
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
  const { body, files, error, failure, isBusy, change, send } = useReply(inquiry, owner, {
    onSent,
    onKept,
    onRefused,
  });
  const id = useId();
  const isEmpty = body === '' && files.length === 0;
  useBusy(!isEmpty, 'form');
  // At hand when there is no network any more to fetch it.
  useEffect(() => {
    if (!isEmpty) loadPost().catch(() => undefined);
  }, [isEmpty]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await send())) document.getElementById(`${id}body`)?.focus();
  };

  return (
    <form
      className={styles.reply}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={words.replyTitle}
      aria-busy={isBusy}
    >
      <FormErrors title={texts.errors.failed} failure={failure} fields={[]} />
      <FormField id={`${id}body`} label={words.reply} isRequired error={error ?? undefined}>
        {(control) => (
          <textarea
            {...control}
            name="body"
            value={body}
            onChange={(event) => change({ body: event.currentTarget.value })}
          />
        )}
      </FormField>
      <FilePicker id={`${id}files`} files={files} onChange={(next) => change({ files: next })} />
      <div>
        <ActionButton type="submit" look="primary" disabled={isBusy}>
          {isBusy ? words.sending : words.send}
        </ActionButton>
      </div>
    </form>
  );
}
