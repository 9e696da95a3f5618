import type { Erratum, ExamEvent, PackManifest, Submitted } from '#contracts/examAttempt.ts';
import type { ExamKind } from '#contracts/examContent.ts';
import type { SentCell } from '#contracts/examMerge.ts';
import type { KeptClock } from './deviceClock.ts';
import type { PaperNames } from './paperNames.ts';
import type { SpentTime } from './spentTime.ts';
import type { Trouble } from './trouble.ts';

/** State of an attempt as this device knows it. `sealed`: handed in here, not confirmed by the server yet. */
export type DeviceState = 'running' | 'sealed' | 'submitted';

/**
 * The end of an attempt on this device. `by` `time`: the clock ended it, and a later deadline reopens it. `key`: the
 * idempotency key of the hand-in; each round with the server has a new one. Times epoch ms by the server's clock.
 */
export type Seal = {
  by: 'taker' | 'time';
  at: number;
  digest: string;
  key: string;
  round: number;
  /** The last round whose sending is in the event log; absent: none. */
  sentRound?: number;
};

/**
 * The server's confirmation. `ended_by` `operator`: the attempt was voided, so there is no number (exams.md 7, row 77).
 */
export type Receipt = Pick<Submitted, 'receipt_no' | 'late_sync' | 'ended_by' | 'checkresult'> & {
  submitted_at: string | null;
};

/** How far a track was heard. `plays`: complete plays; `position`: seconds in the current play. */
export type TrackState = { plays: number; position: number };

/** One attempt on this device. Times epoch ms by the server's clock unless said otherwise. */
export type AttemptRow = {
  id: string;
  exam: string;
  subject: string;
  kind: ExamKind;
  /** Base path of the exam's calls, with a slash at the end. */
  base: string;
  /** Names as the learner reads them. */
  examName: string;
  subjectName: string;
  /** Names of its slots, from the first time that its questions were open here. Absent: they never were. */
  names?: PaperNames;
  version: string;
  practice: boolean;
  state: DeviceState;
  epoch: number;
  token: string | null;
  /** The last revision that the server has confirmed. */
  rev: number;
  startedAt: number;
  deadline: number;
  /** Time that was added, ms; of it what no outage and no start took (examAttempt.ts). Absent: an earlier version's row. */
  extraMs: number;
  givenMs?: number;
  saveEvery: number;
  spreadSec: number;
  clock: KeptClock | null;
  /** Event log: number and hash of the last line, and the number of the last line that the server has. */
  n: number;
  h: string;
  eventsTo: number;
  /** ms from the start to the first question on screen; `null`: not there yet. Sent until a save is confirmed. */
  firstShown: number | null;
  isFirstShownTold: boolean;
  /** The open question, and the state of the tracks. */
  place: string | null;
  tracks: Record<string, TrackState>;
  /** The taker reads the scripts instead of listening; by track, HTML. */
  isScript: boolean;
  scripts: Record<string, string>;
  errata: Erratum[];
  seenErrata: string[];
  /** When the server last had everything. */
  savedAt: number | null;
  seal: Seal | null;
  receipt: Receipt | null;
  /**
   * Answers that came too late or from the wrong device, by slot, with the reason: the server keeps them separately.
   */
  dropped: { slot: string; v: string; reason: string }[];
  /**
   * Answers that do not count because the attempt had ended when they came: how many, and who had ended it, as in
   * `receipt`; `late`: they were typed after the end. Absent: none.
   */
  unscored?: { count: number; endedBy: string };
  /**
   * Answers that only this device has: the attempt was closed before they could be sent, and only an operator who opens
   * it again lets them go. How many, and who had ended it, as in `receipt`. Absent: none.
   */
  onlyHere?: { count: number; endedBy: string };
  /** When this device had trouble while the attempt ran, for the report (exams.md 3.7). Absent: never. */
  troubles?: readonly Trouble[];
  /** How long each question was open on this device. Absent: nothing is counted yet. */
  spent?: SpentTime;
  /** Number of answers of another device that were merged during the hand-in. */
  mergedIn: number;
  /**
   * Another device is the writer now: its name, and how many answers of this device came after the take-over.
   * `isUnsent`: something was typed here while the server said so, and is still to be sent.
   */
  switched: { to: string; kept: number; isUnsent?: boolean } | null;
  /** Epoch ms of this device's clock: 30 days after the learner's last use the row may be deleted. */
  touchedAt: number;
};

/**
 * Whether this device may have something of an attempt to send: not when it is over, and not when another device goes on
 * with it, unless something typed here is still to go.
 */
export function isToSend({ state, switched }: Pick<AttemptRow, 'state' | 'switched'>): boolean {
  return state !== 'submitted' && (switched === null || switched.isUnsent === true);
}

/** One answer. `isDirty` 1: the server has not confirmed it. */
export type CellRow = { attempt: string; slot: string; cell: SentCell; isDirty: 0 | 1 };

export type EventRow = ExamEvent & { attempt: string };

/** Keys of packs (raw bytes, by attempt), and idempotency keys of starts. */
export type KeyRow = { id: string; value: Uint8Array<ArrayBuffer> | string };

/** A pack on the device. `done`: pieces that are here; `isReady`: complete, with correct hashes. */
export type PackRow = {
  id: string;
  exam: string;
  subject: string;
  manifest: PackManifest;
  done: number;
  isReady: boolean;
  /** Epoch ms. */
  at: number;
};

/**
 * A learner's memo beside a question, or highlights in a text of the paper (then `question` is `mark:` plus the name of
 * the text); never sent.
 */
export type NoteRow = { attempt: string; question: string; text: string; marks: Highlight[] };

/**
 * A highlighted part of a text: offsets in its plain text, so that font size and writing direction do not matter
 * (exams.md 4).
 */
export type Highlight = { part: string; from: number; to: number; style: 1 | 2 | 3 };

/** A drawing beside a question: lines of points [x, y, pressure] on a sheet 1000 units wide. Never sent. */
export type StrokeRow = { attempt: string; question: string; lines: number[][][] };

/** Name of a pack's row. */
export function packId(exam: string, subject: string): string {
  return `${exam}/${subject}`;
}
