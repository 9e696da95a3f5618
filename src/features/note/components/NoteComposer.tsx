import { IconClock } from '@tabler/icons-react';
import { type Ref, useId, useRef } from 'react';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { draftKeys } from '../drafts.ts';
import { judgeBody } from '../model.ts';
import { notePause } from '../notePause.ts';
import { texts } from '../texts.ts';
import { useDraft } from '../useDraft.ts';
import { addNote, type NotedLesson } from '../useNotes.ts';
import styles from './NoteComposer.module.css';
import { NoteField } from './NoteField.tsx';

/** What the composer needs of the video; `null`: a lesson for reading, whose notes have no second. */
export type NoteClock = {
  /** Whole second on screen, live. */
  second: number;
  /** Exact second. */
  time: () => number;
  /** Called when writing begins or ends; by the learner's choice the video waits meanwhile. */
  onWriting: (isWriting: boolean) => void;
};

/**
 * Writes a note for the second at which the learner began to write. Until it is saved, no new version of the app is
 * offered (offline.md 3.16).
 */
export function NoteComposer({
  ref,
  lesson,
  clock,
}: {
  ref?: Ref<HTMLTextAreaElement>;
  lesson: NotedLesson;
  clock: NoteClock | null;
}) {
  const [draft, setDraft, dropDraft] = useDraft(draftKeys.ofLesson(lesson.id));
  const isPausing = useObservable(notePause);
  const body = draft?.body ?? '';
  const { isEmpty, isTooLong } = judgeBody(body);
  useBusy(!isEmpty, 'note');
  const sec = draft?.sec ?? clock?.second ?? 0;
  const begin = () => {
    if (isPausing) clock?.onWriting(true);
  };
  const change = (next: string) => {
    if (body === '' && next !== '') begin();
    setDraft(next === '' ? null : { ...draft, body: next, sec: draft?.sec ?? clock?.time() ?? 0 });
  };
  const isSaving = useRef(false);
  const save = async () => {
    if (isEmpty || isTooLong || isSaving.current) return;
    isSaving.current = true;
    const isStored = await addNote(lesson, sec, body);
    isSaving.current = false;
    if (!isStored) return;
    dropDraft(body);
    blueAlert.show(texts.added);
    clock?.onWriting(false);
  };
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <NoteField ref={ref} label={texts.label} value={body} onChange={change} onSubmit={() => void save()} />
      {draft?.left_out !== undefined && (
        <p className={styles.cut} role="status" data-testid="shared-cut">
          {texts.sharedCut(draft.left_out)}
        </p>
      )}
      <div className={styles.bar}>
        {clock && (
          <Moment
            sec={sec}
            now={draft && Math.abs(clock.second - draft.sec) >= 2 ? clock.second : null}
            onNow={() => draft && setDraft({ ...draft, sec: clock.time() })}
          />
        )}
        <ActionButton type="submit" look="primary" className={styles.save} disabled={isEmpty || isTooLong}>
          {texts.save}
        </ActionButton>
      </div>
      {clock && <PauseChoice isOn={isPausing} />}
    </form>
  );
}

/** The second of the note, and a button to change it to the current one. */
function Moment({ sec, now, onNow }: { sec: number; now: number | null; onNow: () => void }) {
  return (
    <span className={styles.moment}>
      <span className={styles.at}>
        <IconClock size={16} aria-hidden="true" />
        {texts.at(sec)}
      </span>
      {now !== null && (
        <button type="button" className={styles.now} aria-label={texts.atNowLabel(now)} onClick={onNow}>
          {texts.atNow(now)}
        </button>
      )}
    </span>
  );
}

function PauseChoice({ isOn }: { isOn: boolean }) {
  const id = useId();
  return (
    <label htmlFor={id} className={styles.pause}>
      <input
        id={id}
        type="checkbox"
        className={styles.box}
        checked={isOn}
        onChange={(event) => notePause.set(event.currentTarget.checked)}
      />
      {texts.pause}
    </label>
  );
}
