/**
 * What device and server say to each other during an attempt (exams.md 3.4). One protocol for mock exam, English test and
 * diagnosis. Times on the wire are ISO 8601, except in cells and events, which are epoch milliseconds.
 */
import * as z from 'zod/mini';
import { count, flag, id, isoTime, list, numberOrNull, orNull, text, textOrNull } from './wire.ts';

/** Header of the attempt token: HMAC of attempt, user and epoch. Calls of an attempt carry it in place of a session. */
export const attemptTokenHeader = 'X-Attempt-Token';

/** Stored states of an attempt (exams.md 1). */
export const attemptStates = ['ready', 'running', 'submitted', 'timed_out', 'void'] as const;
export type AttemptState = (typeof attemptStates)[number];

/** Plain size of a piece of a pack's file, bytes (exams.md 3.3); sealed it is 16 bytes longer. */
export const pieceBytes = 262_144;
/** Length of the tag of a sealed piece, bytes. */
export const tagBytes = 16;

/** Most bytes of a save (exams.md 3.4). */
export const answersBytes = 262_144;

/** Who may not be told by somebody else's clock: a moment of the device in epoch milliseconds. */
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

/** A line of the event log. `d`: a number or short text, never content. `h`: sum of the line and of all before it. */
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

/** What is summed up of an event, after the sum before it (exams.md 3.8). */
export function eventText({ n, kind, lo, hi, d }: Omit<ExamEvent, 'h'>): string {
  return JSON.stringify({ n, kind, lo, hi, d });
}

/** Cells as a device sends them, by slot. */
const sentCells = z.record(slotName, sentCell).check(z.refine((cells) => Object.keys(cells).length <= 600));

/** How long the device's clocks say it is since its last answer of the server. `since`: that answer's `server_now`. */
const clientAt = z.object({ since: isoTime, dlo: z.number(), dhi: z.number() });

const plays = z
  .record(z.string().check(z.maxLength(64)), z.int().check(z.minimum(0), z.maximum(999)))
  .check(z.refine((tracks) => Object.keys(tracks).length <= 100));

/** Names a device for its owner, so that 「担当端末」 can be told apart. */
const deviceLabel = z.string().check(z.maxLength(60));
const deviceId = z.string().check(z.minLength(8), z.maxLength(64));

/** POST …/attempt/ with a key. `version`: of the pack on the device; `practice`: an attempt beside the real one. */
export const startInputSchema = z.object({
  subject: z.string().check(z.minLength(1), z.maxLength(64)),
  device_id: deviceId,
  device_label: z.optional(deviceLabel),
  version: z.optional(z.string().check(z.maxLength(80))),
  practice: z.optional(z.boolean()),
});
export type StartInput = z.output<typeof startInputSchema>;

/** PUT …/answers/. `lease`: the epoch of the sender; `rev`: the last one it has had acknowledged. */
export const answersInputSchema = z.object({
  lease: z.int().check(z.minimum(1)),
  rev: z.int().check(z.minimum(0)),
  answers: sentCells,
  events: z.optional(z.array(sentEvent).check(z.maxLength(500))),
  client_at: clientAt,
  audio_plays: z.optional(plays),
  /** Milliseconds between the start by the server's clock and the first question on the screen; told once. */
  first_shown: z.optional(z.int().check(z.minimum(0))),
});
export type AnswersInput = z.output<typeof answersInputSchema>;

/** POST …/lease/. */
export const leaseInputSchema = z.object({
  device_id: deviceId,
  device_label: z.optional(deviceLabel),
  take_over: z.optional(z.boolean()),
});
export type LeaseInput = z.output<typeof leaseInputSchema>;

/** POST …/submit/ with a key. `digest` of the merged state; `as_merged`: whatever the server has is final. */
export const submitInputSchema = z.object({
  ...answersInputSchema.shape,
  digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  as_merged: z.optional(z.boolean()),
  /** Who ended it on the device: the taker's hand-in is final, an end by the clock opens again with a later deadline. */
  sealed_by: z.optional(z.enum(['user', 'time'])),
});
export type SubmitInput = z.output<typeof submitInputSchema>;

export const incidentKinds = ['network', 'device', 'sound', 'screen', 'other'] as const;
/** POST …/incident/ with a key: one's own trouble of three minutes or more, once a subject (exams.md 3.7). */
export const incidentInputSchema = z.object({
  kind: z.enum(incidentKinds),
  from: isoTime,
  to: isoTime,
  body: z.string().check(z.maxLength(1_000)),
});
export type IncidentInput = z.output<typeof incidentInputSchema>;

/** POST …/selfscore/: points the taker gives to an own answer, by its scoring group. */
export const selfscoreInputSchema = z.object({
  question: z.string().check(z.minLength(1), z.maxLength(80)),
  points: z.int().check(z.minimum(0), z.maximum(1_000)),
});

const cellSchema = z.object({ v: text, at: count, lo: count, f: flag, fat: count, flo: count });
const cellsSchema = z.catch(z.record(z.string(), cellSchema), {});

/** A correction to the questions that is shown while they are answered. */
export const erratumSchema = z.object({ id: z.string(), question: textOrNull, html: text, at: textOrNull });
export type Erratum = z.output<typeof erratumSchema>;

/** What every answer about a running attempt tells of its time. */
const timing = {
  server_now: z.string(),
  deadline_at: z.string(),
  /** Milliseconds added for outages of ours and by an operator, all told. */
  extra_ms: count,
  /** Seconds between two saves while something changes. */
  save_every: z.catch(z.number(), 5),
  /** Seconds over which hand-ins are spread. */
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
  /** Of the pack, base64url; `null` while another device holds the attempt. */
  key: textOrNull,
  /** `null` while another device holds the attempt. */
  token: textOrNull,
  epoch: count,
  /** Another device writes: its name and when it was last heard of. */
  held_by: orNull(z.object({ device_label: text, seen_at: textOrNull })),
  rev: count,
  cells: cellsSchema,
  audio_plays: z.catch(z.record(z.string(), z.number()), {}),
  /** Event log: sum and number of the last event the server has of this epoch; what the next one goes on from. */
  chain_seed: textOrNull,
  events_to: count,
  script_instead_of_audio: flag,
  /** By track, HTML; only for who reads in place of listening. */
  scripts: z.catch(z.record(z.string(), z.string()), {}),
  errata: list(erratumSchema),
  receipt_no: textOrNull,
  submitted_at: textOrNull,
  ended_by: textOrNull,
});
export type Attempt = z.output<typeof attemptSchema>;

/** PUT …/answers/. `dropped`: slots whose cell was not merged, with the reason. */
export const savedSchema = z.object({
  ...timing,
  rev: count,
  cells: cellsSchema,
  audio_plays: z.catch(z.record(z.string(), z.number()), {}),
  saved_at: z.string(),
  events_to: count,
  dropped: list(z.object({ slot: z.string(), reason: text })),
  errata: list(erratumSchema),
});
export type Saved = z.output<typeof savedSchema>;

/** How each slot went, where `marks_open` lets it be told. */
const slotMark = z.object({
  slot: z.string(),
  group: z.string(),
  value: text,
  /** `right`, `partial`, `wrong`, `empty`, `pending`, `unpicked`, `excluded`. */
  state: text,
  points: numberOrNull,
  full: count,
  /** Only after `keys_open`. */
  key: textOrNull,
});

/** GET …/checkresult/, and in the answer of a hand-in. Nothing of it is `null` that may be told. */
export const checkresultSchema = z.object({
  /** `marking`: not marked yet · `marked` · `closed`: told at `marks_at`. */
  status: z.catch(z.enum(['marking', 'marked', 'closed']), 'marking'),
  marks_at: textOrNull,
  keys_at: textOrNull,
  total: numberOrNull,
  full: numberOrNull,
  /** Groups that wait for the taker's own points. */
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
  checkresult: orNull(checkresultSchema),
});
export type Submitted = z.output<typeof submittedSchema>;

/** Further fields of refusals: 409, 412 and 423 store what came with them. */
export const attemptRefusalSchema = z.object({
  code: text,
  detail: text,
  receipt_no: textOrNull,
  submitted_at: textOrNull,
  ended_by: textOrNull,
  from: textOrNull,
  until: textOrNull,
  server_now: textOrNull,
  subject: textOrNull,
  next_at: textOrNull,
  version: textOrNull,
  /** 423: who writes now, how many cells were merged and how many were kept apart. */
  held_by: orNull(z.object({ device_label: text, seen_at: textOrNull })),
  device_label: textOrNull,
  seen_at: textOrNull,
  merged: numberOrNull,
  kept: numberOrNull,
  /** 412 `unsynced`. */
  cells: z.catch(z.optional(z.record(z.string(), cellSchema)), undefined),
  rev: numberOrNull,
  digest: textOrNull,
});
export type AttemptRefusal = z.output<typeof attemptRefusalSchema>;

/** GET /api/exam/time/. */
export const timeSchema = z.object({ server_now: z.string() });
export const incidentSchema = z.object({ no: z.string() });
export const selfscoreSchema = z.object({ score: checkresultSchema });

const packFile = z.object({
  /** `paper.json`, or as the paper names it. */
  name: z.string(),
  /** Where the sealed bytes lie; ranges are served. */
  url: z.string(),
  type: text,
  /** Without seal. */
  bytes: count,
  pieces: count,
  /** Of the sealed bytes, hex. */
  sha256: z.string(),
  /** The first four bytes of every IV, hex; the other eight are the number of the piece, big endian. */
  iv: z.string(),
});
export type PackFile = z.output<typeof packFile>;

/** GET …/pack/{subject}/: what to load, in order. `bytes`, `pieces`: of all files; `sha256`: of their sums in order. */
export const packManifestSchema = z.object({
  version: z.string(),
  subject: z.string(),
  pieces: count,
  bytes: count,
  sha256: z.string(),
  files: list(packFile),
  /** The second pack with keys and explanations; loaded with the first, opened by `answers_key`. */
  answers: orNull(packFile),
});
export type PackManifest = z.output<typeof packManifestSchema>;

/** What a piece is bound to, so that none can be swapped, cut or moved (exams.md 3.3). `n` from 0. */
export function pieceBinding(
  { version, subject }: { version: string; subject: string },
  file: string,
  n: number,
  total: number,
): string {
  return `${version}|${subject}|${file}|${n}|${total}`;
}
