import { NoteConflict } from '#features/note/components/NoteTrouble.tsx';
import { noteKind, overlayNotes } from '#features/note/model.ts';
import { SyncScreen } from '#features/sync-status/components/SyncScreen.tsx';
import type { OutboxRow } from '#shared/lib/db/outboxRow.ts';

/** A conflict about a note can be resolved in both places: here or beside the lesson. */
function choiceOf(row: OutboxRow) {
  if (row.kind !== noteKind) return null;
  const note = overlayNotes([], [row]).find(({ state }) => state === 'conflict');
  return note ? <NoteConflict note={note} lessonName={row.label} /> : null;
}

/** `/mypage/sync`. */
export function Component() {
  return <SyncScreen choiceOf={choiceOf} />;
}
