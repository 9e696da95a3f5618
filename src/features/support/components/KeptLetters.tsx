import { IconClock, IconMailCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { saveOrTell } from '#shared/lib/storage/saving.ts';
import { formatMoment } from '#shared/lib/text/format.ts';
import { now } from '#shared/lib/time/clock.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx';
import { letterPaths } from '../api.ts';
import type { Letter } from '../letters.ts';
import { loadPost } from '../loadPost.ts';
import type { WaitingLetter } from '../post.ts';
import { texts } from '../texts.ts';
import { useKeptLetters } from '../useKeptLetters.ts';
import styles from './KeptLetters.module.css';

const words = texts.kept;
const isQuestion = ({ path }: WaitingLetter) => path === letterPaths.guest || path === letterPaths.member;

/** The button disappears with its line, so the focus goes to the heading of the page. */
function focusTitle(): void {
  document.querySelector<HTMLElement>('main h1')?.focus();
}

/**
 * Questions that wait on this device, could not be sent, or were sent in the meantime. Their content is not shown,
 * because the next user of this device may be somebody else.
 */
export function KeptLetters({
  owner,
  nth,
  onEdit,
}: {
  owner: string;
  /** A new number reads again. */
  nth: number;
  onEdit: (letter: Letter, contents: ReadonlyMap<string, Blob>) => void;
}) {
  const { waiting, sent } = useKeptLetters(owner, nth);
  const [toDrop, setToDrop] = useState<number | null>(null);
  const questions = waiting.filter(isQuestion);

  const edit = (seq: number) =>
    saveOrTell('change', async () => {
      const post = await loadPost();
      const back = await post.takeBack(owner, seq);
      if (!back) return;
      onEdit(back.letter, back.contents);
      await post.noteLeft(owner);
    });

  if (questions.length + sent.length === 0) return null;
  return (
    <section className={styles.kept} aria-label={words.title} data-testid="kept-letters">
      {sent.map(({ key, number, email_masked }) => (
        <div key={key} className={styles.letter}>
          <IconMailCheck size={24} aria-hidden="true" />
          <p className={styles.words}>
            {words.sent(number)} {email_masked && words.sentMail(email_masked)}
          </p>
          <ActionButton
            look="quiet"
            onClick={() => {
              focusTitle();
              void saveOrTell('change', async () => (await loadPost()).closeSent(owner, key));
            }}
          >
            {words.close}
          </ActionButton>
        </div>
      ))}
      {questions.map(({ seq, at, isSending, refusal }) => (
        <div key={seq} className={styles.letter} data-refused={refusal ? '' : undefined}>
          <IconClock size={24} aria-hidden="true" />
          <p className={styles.words}>
            {refusal
              ? `${words.refused(formatMoment(at, now()))}${refusal.detail}`
              : isSending
                ? words.sending
                : words.waiting(formatMoment(at, now()))}
          </p>
          {!isSending && (
            <span className={styles.buttons}>
              {refusal && (
                <ActionButton look="quiet" onClick={() => void edit(seq)}>
                  {words.edit}
                </ActionButton>
              )}
              <ActionButton look="quiet" onClick={() => setToDrop(seq)}>
                {words.drop}
              </ActionButton>
            </span>
          )}
        </div>
      ))}
      {toDrop !== null && (
        <ConfirmDialog
          title={words.dropTitle}
          body={words.dropBody}
          confirm={words.dropConfirm}
          onCancel={() => setToDrop(null)}
          onConfirm={() => {
            const seq = toDrop;
            setToDrop(null);
            focusTitle();
            void saveOrTell('change', async () => (await loadPost()).drop(owner, seq));
          }}
        />
      )}
    </section>
  );
}
