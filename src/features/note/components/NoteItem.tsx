import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { formatClock } from '#shared/lib/text/format.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { SyncMark } from '#shared/ui/SyncMark.tsx';
import { undoOffer } from '#shared/ui/undo.ts';
import { draftKeys, findDraft } from '../drafts.ts';
import { entityOf, judgeBody, type NoteView } from '../model.ts';
import { startOf, texts } from '../texts.ts';
import { useDraft } from '../useDraft.ts';
import { deleteNote, editNote, undeleteNote } from '../useNotes.ts';
import { NoteField } from './NoteField.tsx';
import styles from './NoteItem.module.css';
import { NoteTrouble } from './NoteTrouble.tsx';

type Props = {
  note: NoteView;
  /** Name of its lesson, for the queue. */
  lessonName: string;
  /** Jumps to its second; `null`: there is no video. */
  onJump: ((sec: number) => void) | null;
};

/** A note: its second links back to the scene, its text can be changed or deleted. */
export function NoteItem(props: Props) {
  const { note, onJump } = props;
  const [editing, setEditing] = useState<'no' | 'asked' | 'left'>('no');
  useBusy(editing !== 'no', 'note');
  const edit = useRef<HTMLButtonElement>(null);
  // An edit in progress when the tab was closed is open again.
  useEffect(() => {
    findDraft(currentDb(), draftKeys.ofNote(note.id)).then(
      (draft) => draft && setEditing((now) => (now === 'no' ? 'left' : now)),
      () => undefined,
    );
  }, [note.id]);
  // The choice that ended a conflict is gone together with its buttons: the focus moves to the next possible action.
  const wasConflict = useRef(false);
  useEffect(() => {
    if (wasConflict.current && document.activeElement === document.body) edit.current?.focus();
    wasConflict.current = note.state === 'conflict';
  }, [note.state]);
  const stop = () => {
    setEditing('no');
    requestAnimationFrame(() => edit.current?.focus());
  };
  return (
    <li className={styles.note} data-state={note.state} data-testid="note-item">
      {onJump && (
        <button
          type="button"
          className={styles.at}
          onClick={() => onJump(note.sec)}
          aria-label={texts.jump(note.sec)}
        >
          {formatClock(note.sec)}
        </button>
      )}
      <div className={styles.main}>
        {editing !== 'no' ? (
          <NoteEditor {...props} takesFocus={editing === 'asked'} onDone={stop} />
        ) : (
          <>
            {note.state !== 'conflict' && <p className={styles.body}>{note.body}</p>}
            <NoteTrouble note={note} lessonName={props.lessonName} />
            {note.state !== 'conflict' && (
              <div className={styles.bar}>
                <SyncMark entity={entityOf(note.id)} isWorded={true} />
                <NoteActions ref={edit} {...props} onEdit={() => setEditing('asked')} />
              </div>
            )}
          </>
        )}
      </div>
    </li>
  );
}

function NoteActions({
  ref,
  note,
  lessonName,
  onEdit,
}: Props & { ref: Ref<HTMLButtonElement>; onEdit: () => void }) {
  const remove = async () => {
    if (!(await deleteNote(note, lessonName))) return;
    undoOffer.show(texts.deleted, () => void undeleteNote(note, lessonName));
  };
  const start = startOf(note.body);
  return (
    <span className={styles.actions}>
      <button
        ref={ref}
        type="button"
        className={styles.action}
        aria-label={texts.editLabel(start)}
        onClick={onEdit}
      >
        <IconPencil size={18} stroke={1.75} aria-hidden="true" />
        {texts.edit}
      </button>
      <button
        type="button"
        className={styles.action}
        aria-label={texts.deleteLabel(start)}
        onClick={() => void remove()}
      >
        <IconTrash size={18} stroke={1.75} aria-hidden="true" />
        {texts.delete}
      </button>
    </span>
  );
}

function NoteEditor({
  note,
  lessonName,
  takesFocus,
  onDone,
}: Props & { takesFocus: boolean; onDone: () => void }) {
  const [draft, setDraft, dropDraft] = useDraft(draftKeys.ofNote(note.id));
  const body = draft?.body ?? note.body;
  // Another device may change the note during this edit. An edit that started from the older text must not silently
  // replace the newer text.
  const base = draft?.base ?? { rev: note.rev, body: note.body };
  const { isEmpty, isTooLong } = judgeBody(body);
  const finish = () => {
    setDraft(null);
    onDone();
  };
  const save = async () => {
    if (isEmpty || isTooLong) return;
    if (body.trim() === note.body) return finish();
    if (!(await editNote(note, body, lessonName, base))) return;
    dropDraft(body);
    onDone();
  };
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <NoteField
        ref={takesFocus ? focusAtEnd : undefined}
        label={texts.editField}
        value={body}
        onChange={(next) => setDraft({ body: next, sec: note.sec, base })}
        onSubmit={() => void save()}
      />
      <div className={styles.choices}>
        <ActionButton onClick={finish}>{texts.cancel}</ActionButton>
        <ActionButton type="submit" look="primary" disabled={isEmpty || isTooLong}>
          {texts.change}
        </ActionButton>
      </div>
    </form>
  );
}

/** Puts the cursor after the text, ready to continue. */
function focusAtEnd(field: HTMLTextAreaElement | null): void {
  if (!field || field === document.activeElement) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}
