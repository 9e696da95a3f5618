/** A fake server of one attempt, for tests of the device. */
import {
  type AnswersInput,
  type Attempt,
  type Erratum,
  type ExamEvent,
  eventText,
  type Saved,
  type SubmitInput,
  type Submitted,
} from '#contracts/examAttempt.ts';
import { chooseClock } from '#contracts/examClock.ts';
import { type Cells, digestOf, mergeCells, sha256Hex } from '#contracts/examMerge.ts';
import { HttpError, OfflineError } from '../errors.ts';
import type { AttemptCalls } from './attemptCore.ts';

/** When the attempt starts, epoch ms. */
export const start = Date.parse('2027-06-01T04:00:00Z');
/** ms */
export const minute = 60_000;
/** Number of the attempt. */
export const id = 'a1';

/**
 * Behaves like the server of one attempt, as far as a device can see (exams.md 3.4), also where it decides which clock
 * of the device was right. All clocks are right unless a test changes them.
 */
export function createServer() {
  let cells: Cells = {};
  const server = {
    now: start,
    deadline: start + 60 * minute,
    extra: 0,
    /** How much of `extra` an operator gave. */
    given: 0,
    rev: 0,
    epoch: 1,
    /** The server's logs by epoch: the last line, and whether there was a gap or a wrong hash. */
    logs: new Map<number, { n: number; h: string }>(),
    isChainWhole: true,
    saves: [] as AnswersInput[],
    submits: [] as { body: SubmitInput; key: string }[],
    receipt: null as Submitted | null,
    errata: [] as Erratum[],
    /** Errors that the next calls end with instead of an answer. */
    trouble: [] as (() => unknown)[],
    /** How many of the next answers get lost: the server does the work, but the device does not hear of it. */
    lost: 0,
    cells: () => cells,
    put: (more: Cells) => {
      cells = mergeCells(cells, more);
    },
  };
  const timing = () => ({
    server_now: new Date(server.now).toISOString(),
    deadline_at: new Date(server.deadline).toISOString(),
    extra_ms: server.extra,
    given_ms: server.given,
    save_every: 5,
    spread_sec: 20,
    errata: server.errata,
  });
  const logOf = (epoch: number) => server.logs.get(epoch) ?? { n: 0, h: `seed${epoch}` };
  const keepEvents = async (epoch: number, events: readonly ExamEvent[]) => {
    let { n, h } = logOf(epoch);
    for (const event of [...events].sort((one, other) => one.n - other.n)) {
      if (event.n <= n) continue;
      const sum = await sha256Hex(h + eventText(event));
      if (event.n !== n + 1 || event.h !== sum) server.isChainWhole = false;
      ({ n, h } = event);
    }
    server.logs.set(epoch, { n, h });
  };
  const merge = async (body: AnswersInput) => {
    const end = server.deadline;
    const dropped: { slot: string; reason: string }[] = [];
    const { clock } = chooseClock(server.now, {
      ...body.client_at,
      since: Date.parse(body.client_at.since),
    });
    for (const [slot, { v, lo, hi, f, flo = 0, fhi = flo }] of Object.entries(body.answers)) {
      const stored = cells[slot];
      const isSeen = stored !== undefined && stored.v === v && stored.lo === lo;
      const at = isSeen ? stored.at : clock === 'hi' ? hi : lo;
      if (at > end + 2000) {
        dropped.push({ slot, reason: 'late' });
        continue;
      }
      const own = { v, at, lo, f: f ?? false, fat: clock === 'hi' ? fhi : flo, flo };
      cells = mergeCells(cells, { [slot]: own });
    }
    server.rev += 1;
    await keepEvents(body.lease, body.events ?? []);
    return dropped;
  };
  const gate = () => {
    const next = server.trouble.shift();
    if (next) throw next();
  };
  const told = <T>(answer: T): T => {
    if (server.lost === 0) return answer;
    server.lost -= 1;
    throw new OfflineError('network');
  };
  const attempt = (): Attempt => ({
    ...timing(),
    id,
    exam: 'e',
    subject: 's',
    version: 'v',
    state: server.receipt ? 'submitted' : 'running',
    practice: false,
    started_at: new Date(start).toISOString(),
    key: 'AA',
    token: `t${server.epoch}`,
    epoch: server.epoch,
    held_by: null,
    rev: server.rev,
    cells,
    audio_plays: {},
    chain_seed: logOf(server.epoch).h,
    events_to: logOf(server.epoch).n,
    script_instead_of_audio: false,
    scripts: {},
    receipt_no: server.receipt?.receipt_no ?? null,
    submitted_at: null,
    ended_by: null,
  });
  const calls: AttemptCalls = {
    putAnswers: async (_of, body): Promise<Saved> => {
      gate();
      if (body.lease !== server.epoch)
        throw refusal(423, 'lease_lost', { held_by: { device_label: 'スマホ', seen_at: null }, kept: 1 });
      if (server.receipt) throw refusal(409, 'closed', { receipt_no: server.receipt.receipt_no });
      server.saves.push(structuredClone(body));
      const dropped = await merge(body);
      return told({
        ...timing(),
        rev: server.rev,
        cells,
        audio_plays: body.audio_plays ?? {},
        saved_at: new Date(server.now).toISOString(),
        events_to: logOf(body.lease).n,
        dropped,
      });
    },
    postSubmit: async (_of, body, key): Promise<Submitted> => {
      gate();
      server.submits.push({ body: structuredClone(body), key });
      if (server.receipt) return told(server.receipt);
      if (body.lease !== server.epoch)
        throw refusal(423, 'lease_lost', { held_by: { device_label: 'スマホ', seen_at: null } });
      const dropped = await merge(body);
      const digest = await digestOf(cells);
      if (digest !== body.digest && !body.as_merged)
        throw refusal(412, 'unsynced', { cells, rev: server.rev, digest, dropped });
      server.receipt = {
        receipt_no: 'ABCDE-12345',
        seal: 'seal',
        submitted_at: new Date(server.now).toISOString(),
        late_sync: server.now > server.deadline,
        ended_by: 'user',
        kept: dropped.length,
        checkresult: null,
      };
      return told(server.receipt);
    },
    getAttempt: async () => {
      gate();
      return attempt();
    },
    postLease: async () => {
      gate();
      server.epoch += 1;
      return attempt();
    },
  };
  return Object.assign(server, { calls, attempt });
}

/** A refusal as the calls throw it. */
export function refusal(status: number, code: string, data: object): HttpError {
  const failure = { code, detail: '', request_id: '' } as never;
  return new HttpError({ status, data: { code, ...data }, failure, call: 'test' });
}

/** No network. */
export const away = () => new OfflineError('network');

export type ScriptedServer = ReturnType<typeof createServer>;
