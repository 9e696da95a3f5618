import { useId } from 'react';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import type { NoteView } from '../model.ts';
import { texts } from '../texts.ts';
import { chooseVersion, forgetRefused } from '../useNotes.ts';
import styles from './NoteItem.module.css';

/** What the learner has to decide about a note: two versions, or a text that the server refuses. */
export function NoteTrouble({ note, lessonName }: { note: NoteView; lessonName: string }) {
  if (note.state === 'conflict') return <NoteConflict note={note} lessonName={lessonName} />;
  if (note.state === 'refused') return <Refused note={note} />;
  return null;
}

/**
 * The two versions of a note that was changed on two devices, and the learner's choice. It can be made without a
 * network (offline.md 5.6: both are kept until the learner picks).
 */
export function NoteConflict({ note, lessonName }: { note: NoteView; lessonName: string }) {
  const title = useId();
  const choose = async (choice: 'mine' | 'theirs' | 'both') => {
    if (await chooseVersion(note, choice, lessonName)) blueAlert.show(texts.settled[choice]);
  };
  return (
    <section className={styles.trouble} aria-labelledby={title} data-testid="note-conflict">
      <div role="status">
        <p className={styles.words} id={title}>
          {texts.conflict}
        </p>
        <p className={styles.lead}>{texts.conflictLead}</p>
      </div>
      <dl className={styles.versions}>
        <div className={styles.version}>
          <dt>{texts.mine}</dt>
          <dd>{note.body}</dd>
        </div>
        <div className={styles.version}>
          <dt>{texts.theirs}</dt>
          <dd>{note.other?.body}</dd>
        </div>
      </dl>
      <div className={styles.choices}>
        <ActionButton onClick={() => void choose('mine')}>{texts.keepMine}</ActionButton>
        <ActionButton onClick={() => void choose('theirs')}>{texts.keepTheirs}</ActionButton>
        <ActionButton onClick={() => void choose('both')}>{texts.keepBoth}</ActionButton>
      </div>
    </section>
  );
}

function Refused({ note }: { note: NoteView }) {
  const copy = async () => {
    await navigator.clipboard.writeText(note.body);
    blueAlert.show(texts.copied);
  };
  return (
    <div className={styles.trouble} role="alert">
      <p className={styles.words}>
        {texts.refused}
        {note.detail}
      </p>
      <div className={styles.choices}>
        <ActionButton onClick={() => void copy()}>{texts.copy}</ActionButton>
        <ActionButton onClick={() => void forgetRefused(note)}>{texts.forget}</ActionButton>
      </div>
    </div>
  );
}
