/**
 * Messages between device and server during an attempt (exams.md 3.4). Mock exam, English test and diagnosis use the
 * same protocol. Times on the wire are ISO 8601, except in cells and events, where they are epoch milliseconds.
 */
import * as z from 'zod/mini';
import { keyNotesSchema } from './examShownKey.ts';
import { noCard } from './freeText.ts';
import { count, flag, id, isoTime, list, numberOrNull, orNull, text, textOrNull } from './wire.ts';

/**
 * Header of the attempt token: an HMAC of attempt, user and epoch. Calls of an attempt send it instead of a session.
 */
export const attemptTokenHeader = 'X-Attempt-Token';

/** Stored states of an attempt (exams.md 1). */
export const attemptStates = ['ready', 'running', 'submitted', 'timed_out', 'void'] as const;
export type AttemptState = (typeof attemptStates)[number];

/** Size of a piece of a pack file before encryption, bytes (exams.md 3.3); encrypted, a piece is 16 bytes longer. */
export const pieceBytes = 262_144;
/** Length of the authentication tag of an encrypted piece, bytes. */
export const tagBytes = 16;

/** Maximum size of a save, bytes (exams.md 3.4). */
export const answersBytes = 262_144;

/** A moment by the device's clock, epoch milliseconds. */
const moment = z.int().check(z.minimum(0), z.maximum(8_640_000_000_000_000));
const slotName = z.string().check(z.minLength(1), z.maxLength(80));

const sentCell = z.object({
  v: z.string().check(z.maxLength(4_000)),
  lo: moment,
  hi: moment,
  f: z.optional(z.boolean()),
  flo: z.optional(moment),
  fhi: z.optional(moment),
});

export const eventKinds = [
  'start',
  'hidden',
  'shown',
  'offline',
  'online',
  'reload',
  'sleep',
  'clock_jump',
  'lease_got',
  'lease_lost',
  'audio_play',
  'audio_stall',
  'audio_end',
  'warned',
  'erratum_shown',
  'storage_full',
  'sealed',
  'submit_sent',
  'submit_acked',
] as const;
export type EventKind = (typeof eventKinds)[number];

/**
 * A line of the event log. `d`: a number or short text, never content. `h`: hash of this line and all lines before it
 * (a hash chain).
 */
export type ExamEvent = {
  n: number;
  kind: EventKind;
  lo: number;
  hi: number;
  d: string | number | null;
  h: string;
};

const sentEvent = z.object({
  n: z.int().check(z.minimum(1)),
  kind: z.enum(eventKinds),
  lo: moment,
  hi: moment,
  d: z.union([z.string().check(z.maxLength(120)), z.number(), z.null()]),
  h: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

/** The text of an event that is hashed together with the previous hash (exams.md 3.8). */
export function eventText({ n, kind, lo, hi, d }: Omit<ExamEvent, 'h'>): string {
  return JSON.stringify({ n, kind, lo, hi, d });
}

/** Cells as a device sends them, by slot. */
const sentCells = z.record(slotName, sentCell).check(z.refine((cells) => Object.keys(cells).length <= 600));

/** Time since the last answer of the server, by each clock of the device. `since`: the `server_now` of that answer. */
const clientAt = z.object({ since: isoTime, dlo: z.number(), dhi: z.number() });

const plays = z
  .record(z.string().check(z.maxLength(64)), z.int().check(z.minimum(0), z.maximum(999)))
  .check(z.refine((tracks) => Object.keys(tracks).length <= 100));

/**
 * How long each question was open, seconds by question: totals of this device in its epoch, so that a repetition counts
 * once. Read as it comes, because it must never refuse an answer: the server leaves out what cannot be.
 */
const spent = z.catch(z.record(z.string(), z.catch(z.number(), -1)), {});

/** Shows the owner which device is 「担当端末」. */
const deviceLabel = z.string().check(z.maxLength(60));
const deviceId = z.string().check(z.minLength(8), z.maxLength(64));

/**
 * POST …/attempt/ with an idempotency key. `version`: of the pack on the device; `practice`: an attempt beside the real
 * one.
 */
export const startInputSchema = z.object({
  subject: z.string().check(z.minLength(1), z.maxLength(64)),
  device_id: deviceId,
  device_label: z.optional(deviceLabel),
  version: z.optional(z.string().check(z.maxLength(80))),
  practice: z.optional(z.boolean()),
});
export type StartInput = z.output<typeof startInputSchema>;

/** PUT …/answers/. `lease`: the epoch of the sender; `rev`: the last revision the server acknowledged to it. */
export const answersInputSchema = z.object({
  lease: z.int().check(z.minimum(1)),
  rev: z.int().check(z.minimum(0)),
  answers: sentCells,
  events: z.optional(z.array(sentEvent).check(z.maxLength(500))),
  client_at: clientAt,
  audio_plays: z.optional(plays),
  /** Milliseconds from the start (server's clock) until the first question was on the screen; sent once. */
  first_shown: z.optional(z.int().check(z.minimum(0))),
  /** Not in every save; no part of digest, seal and log. */
  spent: z.optional(spent),
});
export type AnswersInput = z.output<typeof answersInputSchema>;

/** POST …/lease/. */
export const leaseInputSchema = z.object({
  device_id: deviceId,
  device_label: z.optional(deviceLabel),
  take_over: z.optional(z.boolean()),
});
export type LeaseInput = z.output<typeof leaseInputSchema>;

/**
 * POST …/submit/ with an idempotency key. `digest` is of the merged state. `as_merged`: whatever the server has is
 * final.
 */
export const submitInputSchema = z.object({
  ...answersInputSchema.shape,
  digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  as_merged: z.optional(z.boolean()),
  /**
   * Who ended the attempt on the device. A hand-in by the taker is final; an end by the clock reopens if the deadline
   * moves later.
   */
  sealed_by: z.optional(z.enum(['user', 'time'])),
});
export type SubmitInput = z.output<typeof submitInputSchema>;

export const incidentKinds = ['network', 'device', 'sound', 'screen', 'other'] as const;
/**
 * POST …/incident/ with an idempotency key: a problem on the taker's side of three minutes or more, once per subject
 * (exams.md 3.7).
 */
export const incidentInputSchema = z.object({
  kind: z.enum(incidentKinds),
  from: isoTime,
  to: isoTime,
  body: z.string().check(z.maxLength(1_000), noCard()),
});
export type IncidentInput = z.output<typeof incidentInputSchema>;

/** POST …/selfscore/: the points that takers give their own answer, by scoring group. */
export const selfscoreInputSchema = z.object({
  question: z.string().check(z.minLength(1), z.maxLength(80)),
  points: z.int().check(z.minimum(0), z.maximum(1_000)),
});

const cellSchema = z.object({ v: text, at: count, lo: count, f: flag, fat: count, flo: count });
const cellsSchema = z.catch(z.record(z.string(), cellSchema), {});

/** A correction to a question, shown while the taker answers. */
export const erratumSchema = z.object({ id: z.string(), question: textOrNull, html: text, at: textOrNull });
export type Erratum = z.output<typeof erratumSchema>;

/** Timing fields of every answer about a running attempt. */
const timing = {
  server_now: z.string(),
  deadline_at: z.string(),
  /** Total of the milliseconds added: for the start, for our outages and by an operator. */
  extra_ms: count,
  /**
   * Of these, what an operator gave, and by how much the end of an attempt that was opened again moved on until its
   * taker was back. The device tells it in other words than the time of an outage.
   */
  given_ms: count,
  /** Seconds between two saves while answers change. */
  save_every: z.catch(z.number(), 5),
  /** Hand-ins are spread over this many seconds. */
  spread_sec: z.catch(z.number(), 20),
};

/** The attempt: POST …/attempt/, GET …/attempt/{id}/ and POST …/lease/. */
export const attemptSchema = z.object({
  id,
  exam: id,
  subject: z.string(),
  version: z.string(),
  state: z.enum(attemptStates),
  practice: flag,
  started_at: textOrNull,
  ...timing,
  /** Key of the pack, base64url; `null` while another device holds the attempt. */
  key: textOrNull,
  /** `null` while another device holds the attempt. */
  token: textOrNull,
  epoch: count,
  /** The device that holds the attempt, if it is another one: its name and when the server last heard from it. */
  held_by: orNull(z.object({ device_label: text, seen_at: textOrNull })),
  rev: count,
  cells: cellsSchema,
  audio_plays: z.catch(z.record(z.string(), z.number()), {}),
  /**
   * Event log: hash and number of the last event of this epoch on the server. The next event continues the chain from
   * there.
   */
  chain_seed: textOrNull,
  events_to: count,
  script_instead_of_audio: flag,
  /** By track, HTML; only for takers who read the script instead of listening. */
  scripts: z.catch(z.record(z.string(), z.string()), {}),
  errata: list(erratumSchema),
  receipt_no: textOrNull,
  submitted_at: textOrNull,
  ended_by: textOrNull,
});
export type Attempt = z.output<typeof attemptSchema>;

/** Slots of a call whose cell was not merged, with the reason (exams.md 3.6). */
const droppedSchema = list(z.object({ slot: z.string(), reason: text }));

/** PUT …/answers/. */
export const savedSchema = z.object({
  ...timing,
  rev: count,
  cells: cellsSchema,
  audio_plays: z.catch(z.record(z.string(), z.number()), {}),
  saved_at: z.string(),
  events_to: count,
  dropped: droppedSchema,
  errata: list(erratumSchema),
});
export type Saved = z.output<typeof savedSchema>;

/** How each slot went; present once `marks_open` allows it. */
const slotMark = z.object({
  slot: z.string(),
  group: z.string(),
  /** As it is printed. */
  value: text,
  /** `right`, `partial`, `wrong`, `empty`, `pending`, `unpicked`, `excluded`. */
  state: text,
  points: numberOrNull,
  full: count,
  /** Only after `keys_open`. */
  key: textOrNull,
  notes: keyNotesSchema,
});

/** GET …/checkresult/, also part of the answer to a hand-in. A value that may be shown is never `null`. */
export const checkresultSchema = z.object({
  /** `marking`: not marked yet · `marked` · `closed`: published at `marks_at`. */
  status: z.catch(z.enum(['marking', 'marked', 'closed']), 'marking'),
  marks_at: textOrNull,
  keys_at: textOrNull,
  /**
   * Set while `marking` waits for the answers of the device: the clock ended the attempt, and answers that were typed in
   * time may still come. Marks come when a device hands in, at the latest at this time (exams.md 3.6).
   */
  late_until: textOrNull,
  total: numberOrNull,
  full: numberOrNull,
  /** Groups that still need the taker's own points. */
  pending: list(z.object({ group: z.string(), question: z.string(), full: count, points: numberOrNull })),
  slots: list(slotMark),
  /** Key of the second pack, base64url, after `keys_open`. */
  answers_key: textOrNull,
});
export type Checkresult = z.output<typeof checkresultSchema>;

/** POST …/submit/. */
export const submittedSchema = z.object({
  receipt_no: z.string(),
  seal: z.string(),
  submitted_at: z.string(),
  late_sync: flag,
  ended_by: text,
  /** How many cells of this call do not count. */
  kept: count,
  checkresult: orNull(checkresultSchema),
});
export type Submitted = z.output<typeof submittedSchema>;

/** Further fields of refusals: 409, 412 and 423 bring different ones. */
export const attemptRefusalSchema = z.object({
  code: text,
  detail: text,
  receipt_no: textOrNull,
  submitted_at: textOrNull,
  /** 409 `closed`: `user`, `time`, or `operator` for an attempt that was voided; it has no receipt. */
  ended_by: textOrNull,
  from: textOrNull,
  until: textOrNull,
  server_now: textOrNull,
  subject: textOrNull,
  next_at: textOrNull,
  version: textOrNull,
  /** 423: the device that writes now, how many cells were merged and how many were set aside. */
  held_by: orNull(z.object({ device_label: text, seen_at: textOrNull })),
  device_label: textOrNull,
  seen_at: textOrNull,
  merged: numberOrNull,
  kept: numberOrNull,
  /** 412 `unsynced`: what the server has after merging, and what of the call does not count. */
  cells: z.catch(z.optional(z.record(z.string(), cellSchema)), undefined),
  rev: numberOrNull,
  digest: textOrNull,
  dropped: droppedSchema,
});
export type AttemptRefusal = z.output<typeof attemptRefusalSchema>;

/** GET /api/exam/time/. */
export const timeSchema = z.object({ server_now: z.string() });
export const incidentSchema = z.object({ no: z.string() });
export const selfscoreSchema = z.object({ score: checkresultSchema });

const packFile = z.object({
  /** `paper.json`, or as the paper names it. */
  name: z.string(),
  /** Address of the encrypted bytes; range requests are served. */
  url: z.string(),
  type: text,
  /** Before encryption. */
  bytes: count,
  pieces: count,
  /** Of the encrypted bytes, hex. */
  sha256: z.string(),
  /** The first four bytes of every IV, hex; the other eight bytes are the piece number, big endian. */
  iv: z.string(),
});
export type PackFile = z.output<typeof packFile>;

/**
 * GET …/pack/{subject}/: the files to load, in order. `bytes`, `pieces`: totals of all files; `sha256`: of their hashes
 * in order.
 */
export const packManifestSchema = z.object({
  version: z.string(),
  subject: z.string(),
  pieces: count,
  bytes: count,
  sha256: z.string(),
  files: list(packFile),
  /** The second pack with keys and explanations; downloaded with the first, decrypted with `answers_key`. */
  answers: orNull(packFile),
});
export type PackManifest = z.output<typeof packManifestSchema>;

/**
 * Additional authenticated data of a piece, so that no piece can be swapped, cut or moved (exams.md 3.3). `n` starts at
 * 0.
 */
export function pieceBinding(
  { version, subject }: { version: string; subject: string },
  file: string,
  n: number,
  total: number,
): string {
  return `${version}|${subject}|${file}|${n}|${total}`;
}
