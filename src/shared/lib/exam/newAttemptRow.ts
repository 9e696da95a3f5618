import type { Attempt } from '#contracts/examAttempt.ts';
import type { ExamKind } from '#contracts/examContent.ts';
import type { AttemptRow } from './rows.ts';

/** What the device knows of an exam besides the attempt. `at`: epoch ms of this device's clock. */
export type AttemptFrame = {
  base: string;
  kind: ExamKind;
  examName: string;
  subjectName: string;
  at: number;
};

/** The first row of an attempt on this device: the server's data, nothing of its own yet. */
export function newAttemptRow(attempt: Attempt, { at, ...frame }: AttemptFrame): AttemptRow {
  const { id, exam, subject, version, practice, epoch, token, rev, held_by } = attempt;
  const isOver = attempt.state === 'submitted';
  return {
    ...frame,
    ...{ id, exam, subject, version, practice, epoch, token, rev },
    state: isOver ? 'submitted' : 'running',
    startedAt: Date.parse(attempt.started_at ?? attempt.server_now),
    deadline: Date.parse(attempt.deadline_at),
    extraMs: attempt.extra_ms,
    givenMs: attempt.given_ms,
    saveEvery: attempt.save_every,
    spreadSec: attempt.spread_sec,
    clock: null,
    n: attempt.events_to,
    h: attempt.chain_seed ?? '',
    eventsTo: attempt.events_to,
    firstShown: null,
    isFirstShownTold: false,
    place: null,
    tracks: Object.fromEntries(
      Object.entries(attempt.audio_plays).map(([track, plays]) => [track, { plays, position: 0 }]),
    ),
    isScript: attempt.script_instead_of_audio,
    scripts: attempt.scripts,
    errata: attempt.errata,
    seenErrata: [],
    savedAt: null,
    seal: null,
    receipt: isOver
      ? {
          receipt_no: attempt.receipt_no ?? '',
          submitted_at: attempt.submitted_at,
          ended_by: attempt.ended_by ?? '',
          late_sync: false,
          checkresult: null,
        }
      : null,
    dropped: [],
    mergedIn: 0,
    switched: held_by ? { to: held_by.device_label, kept: 0 } : null,
    touchedAt: at,
  };
}
