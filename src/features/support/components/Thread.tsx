import { useEffect, useRef, useState } from 'react';
import type { Inquiry } from '#contracts/support.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import type { Answer } from '#shared/lib/public/useAnswer.ts';
import { saveOrTell } from '#shared/lib/storage/saving.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { accessTo } from '../access.ts';
import { letterPaths, moveInquiry } from '../api.ts';
import { loadPost } from '../loadPost.ts';
import { describeContactFailure } from '../model.ts';
import { texts } from '../texts.ts';
import { useKeptLetters } from '../useKeptLetters.ts';
import { Messages } from './Messages.tsx';
import { ReplyBox } from './ReplyBox.tsx';
import styles from './Thread.module.css';

const words = texts.thread;
const tones = { open: 'plain', answered: 'blue', closed: 'plain' } as const;

/** 「解決した」 and 「もう一度開く」. */
function useMove(id: string, put: (thread: Inquiry) => void) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const keys = useRef(createSubmissionKey());
  const move = async (to: 'close' | 'reopen') => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      put(await moveInquiry(id, to, accessTo(id), keys.current.keyFor(to)));
      keys.current.arrived();
      blueAlert.show(to === 'close' ? words.closedNow : words.reopened);
      document.querySelector<HTMLElement>('main h1')?.focus();
    } catch (error) {
      setFailure(describeContactFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return { failure, isBusy, move };
}

/** Replies that wait on this device; a sent reply is in the thread. */
function WaitingReplies({
  id,
  owner,
  nth,
  onGone,
}: {
  id: string;
  owner: string;
  nth: number;
  onGone: () => void;
}) {
  const { waiting } = useKeptLetters(owner, nth);
  const own = waiting.filter(({ path }) => path === letterPaths.reply(id));
  const former = useRef(0);
  useEffect(() => {
    if (own.length < former.current) onGone();
    former.current = own.length;
  }, [own.length, onGone]);
  return own.map(({ seq, refusal, isSending }) => (
    <div key={seq} className={styles.waiting} data-testid="reply-waiting">
      <p>{refusal ? `${texts.errors.failed}${refusal.detail}` : words.waiting}</p>
      {!isSending && (
        <ActionButton
          look="quiet"
          onClick={() => {
            document.querySelector<HTMLElement>('main h1')?.focus();
            void saveOrTell('change', async () => (await loadPost()).drop(owner, seq));
          }}
        >
          {texts.kept.drop}
        </ActionButton>
      )}
    </div>
  ));
}

/** The thread with its state and actions (product.md 2.2.B `/inquiry/{id}`). */
export function Thread({
  id,
  owner,
  thread,
  answer,
}: {
  id: string;
  owner: string;
  thread: Inquiry;
  answer: Answer<Inquiry>;
}) {
  const { put, retry } = answer;
  const [nth, setNth] = useState(0);
  const { failure, isBusy, move } = useMove(id, put);
  const isClosed = thread.status === 'closed';
  return (
    <div className={styles.thread}>
      {answer.isStale && <ListStatus mirror={answer} />}
      <p className={styles.facts}>
        <Chip tone={tones[thread.status]}>{texts.statuses[thread.status]}</Chip>
        <span>{texts.inquiry.numberOf(thread.number)}</span>
        <span>{texts.categories[thread.category]}</span>
      </p>
      <Messages messages={thread.messages} />
      <WaitingReplies id={id} owner={owner} nth={nth} onGone={retry} />
      <SummaryBox title={texts.errors.failed} failure={failure} />
      {isClosed ? (
        <div className={styles.end}>
          <p>{words.closed}</p>
          <div className={styles.actions}>
            <ActionLink to={paths.contact()} look="primary">
              {words.ask}
            </ActionLink>
            <ActionButton disabled={isBusy} onClick={() => void move('reopen')}>
              {words.reopen}
            </ActionButton>
          </div>
        </div>
      ) : (
        <>
          <ReplyBox id={id} owner={owner} onSent={put} onKept={() => setNth(nth + 1)} onRefused={retry} />
          <div className={styles.end}>
            <p>{words.solvedHint}</p>
            <div className={styles.actions}>
              <ActionButton disabled={isBusy} onClick={() => void move('close')}>
                {words.solved}
              </ActionButton>
            </div>
          </div>
        </>
      )}
    </div>
  );
}
