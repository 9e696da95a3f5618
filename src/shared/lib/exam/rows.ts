import type { Erratum, ExamEvent, PackManifest, Submitted } from '#contracts/examAttempt.ts';
import type { ExamKind } from '#contracts/examContent.ts';
import type { SentCell } from '#contracts/examMerge.ts';
import type { KeptClock } from './deviceClock.ts';

/** Where an attempt is, as far as this device knows. `sealed`: handed in here, the server has not said so yet. */
export type DeviceState = 'running' | 'sealed' | 'submitted';

/**
 * The end of an attempt on this device. `by` `time`: the clock has ended it, and a later deadline opens it again. `key`: under
 * which it is handed in, another one after each round with the server. Times epoch ms by the server's clock.
 */
export type Seal = { by: 'taker' | 'time'; at: number; digest: string; key: string; round: number };

/** What the server has confirmed. `merged`: answers of another device that came in as it was handed in. */
export type Receipt = Pick<Submitted, 'receipt_no' | 'late_sync' | 'ended_by' | 'checkresult'> & {
  submitted_at: string | null;
};

/** How far a track has been heard. `plays`: heard to the end; `position`: s in the one that runs. */
export type TrackState = { plays: number; position: number };

/** One attempt on this device. Times epoch ms by the server's clock unless said otherwise. */
export type AttemptRow = {
  id: string;
  exam: string;
  subject: string;
  kind: ExamKind;
  /** Path of the exam's calls, with a slash at the end. */
  base: string;
  /** As the learner reads them. */
  examName: string;
  subjectName: string;
  version: string;
  practice: boolean;
  state: DeviceState;
  epoch: number;
  token: string | null;
  /** The last one the server has confirmed. */
  rev: number;
  startedAt: number;
  deadline: number;
  extraMs: number;
  saveEvery: number;
  spreadSec: number;
  clock: KeptClock | null;
  /** Event log: number and sum of the last line, and the number of the last one the server has. */
  n: number;
  h: string;
  eventsTo: number;
  /** ms from the start to the first question on screen; `null`: not there yet. Told until a save is confirmed. */
  firstShown: number | null;
  isFirstShownTold: boolean;
  /** The open question, and what is heard. */
  place: string | null;
  tracks: Record<string, TrackState>;
  /** Reads in place of hearing: the scripts, by track, HTML. */
  isScript: boolean;
  scripts: Record<string, string>;
  errata: Erratum[];
  seenErrata: string[];
  /** When the server had everything last. */
  savedAt: number | null;
  seal: Seal | null;
  receipt: Receipt | null;
  /** Answers that came too late or from the wrong device, by slot, with the reason: they are kept by the server. */
  dropped: { slot: string; v: string; reason: string }[];
  /** Answers of another device that were taken in when it was handed in. */
  mergedIn: number;
  /** Another device writes now: what it is called, and how many answers of this one came after it had taken over. */
  switched: { to: string; kept: number } | null;
  /** Epoch ms of this device's clock: after 30 days without the learner it may go. */
  touchedAt: number;
};

/** One answer. `isDirty` 1: the server has not confirmed it. */
export type CellRow = { attempt: string; slot: string; cell: SentCell; isDirty: 0 | 1 };

export type EventRow = ExamEvent & { attempt: string };

/** Keys of packs (raw bytes, by attempt) and keys under which a start is asked for. */
export type KeyRow = { id: string; value: Uint8Array<ArrayBuffer> | string };

/** A pack on the device. `done`: pieces that are here; `isReady`: all of them, and their sums are right. */
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
 * What a learner writes beside a question, or marks in a text of the paper (then `question` is `mark:` with the name of the
 * text); never sent.
 */
export type NoteRow = { attempt: string; question: string; text: string; marks: Highlight[] };

/** A highlighted part of a text: offsets in its plain text, so that size and direction do not matter (exams.md 4). */
export type Highlight = { part: string; from: number; to: number; style: 1 | 2 | 3 };

/** What was drawn beside a question: lines of points [x, y, pressure], in a field of 1000 units width. Never sent. */
export type StrokeRow = { attempt: string; question: string; lines: number[][][] };

/** Name of a pack's row. */
export function packId(exam: string, subject: string): string {
  return `${exam}/${subject}`;
}
