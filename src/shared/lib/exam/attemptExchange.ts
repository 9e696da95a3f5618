import type { AnswersInput, Attempt, Saved } from '#contracts/examAttempt.ts';
import { isLocked } from '#contracts/examClock.ts';
import { isMergedLate } from '#contracts/examDeadline.ts';
import { mergePlays } from '#contracts/examMerge.ts';
import { HttpError, isAbort, isTimeout, MaintenanceError, OfflineError } from '../errors.ts';
import { type CallOf, type Refusal, refusalOf } from './attemptCalls.ts';
import type { AttemptCore } from './attemptCore.ts';
import { type LocalCells, toSend, withLoadedCells, withoutDirt, withServerCells } from './cells.ts';
import type { AttemptRow, Receipt, TrackState } from './rows.ts';
import { afterFailure } from './savePace.ts';
import { withoutTrouble } from './trouble.ts';

/** The attempt that a call is about. */
export function callOf({ base, id, token }: Pick<AttemptRow, 'base' | 'id' | 'token'>): CallOf {
  return { base, id, token };
}

/**
 * The body of every save and hand-in. `null`: the server's time is not known yet, so the attempt must be loaded first.
 */
export function answersBody(core: AttemptCore): AnswersInput | null {
  const { epoch, rev, tracks, firstShown, isFirstShownTold } = core.row();
  const at = core.clock.clientAt();
  if (!at) return null;
  const plays = Object.entries(tracks).map(([track, state]) => [track, state.plays] as const);
  const spent = core.spent.toSend(core.row());
  return {
    lease: Math.max(1, epoch),
    rev,
    answers: toSend(core.cells()),
    events: core.log.unsent(),
    client_at: { ...at, since: new Date(at.since).toISOString() },
    ...(plays.length > 0 && { audio_plays: Object.fromEntries(plays) }),
    ...(firstShown !== null && !isFirstShownTold && { first_shown: firstShown }),
    ...(spent !== null && { spent }),
  };
}

/** Merges the plays that the server knows with ours. How far the current play is heard is known on this device only. */
function withPlays(
  tracks: Record<string, TrackState>,
  plays: Record<string, number>,
): Record<string, TrackState> {
  const own = Object.fromEntries(Object.entries(tracks).map(([track, { plays: count }]) => [track, count]));
  const merged = mergePlays(own, plays);
  return Object.fromEntries(
    Object.entries(merged).map(([track, count]) => {
      const former = tracks[track];
      return [track, former?.plays === count ? former : { plays: count, position: 0 }];
    }),
  );
}

/** The timing fields of every answer. */
type Timing = Pick<
  Saved,
  'server_now' | 'deadline_at' | 'extra_ms' | 'given_ms' | 'save_every' | 'spread_sec' | 'errata'
>;

/** The time that an answer adds to what is known, by its cause, ms. `isOwn`: what is not given is what the start took. */
function addedBy(
  { extra_ms, given_ms }: Pick<Timing, 'extra_ms' | 'given_ms'>,
  { extraMs, givenMs = Math.min(given_ms, extraMs) }: Pick<AttemptRow, 'extraMs' | 'givenMs'>,
  isOwn: boolean,
): { outageMs: number; givenMs: number } {
  const given = Math.max(0, given_ms - givenMs);
  return { outageMs: isOwn ? 0 : Math.max(0, extra_ms - extraMs - given), givenMs: given };
}

/**
 * Takes over the timing of an answer. A later deadline reopens an attempt that the clock ended here, never one that the
 * taker handed in (exams.md 3.7). `isOwn`: the added time is what the start took, so it is not announced.
 */
function timingOf(
  core: AttemptCore,
  { deadline_at, extra_ms, given_ms, save_every, spread_sec, errata }: Timing,
  isOwn = false,
): Partial<AttemptRow> {
  const { deadline, seal, state } = core.row();
  const next = Date.parse(deadline_at);
  const isReopened = seal?.by === 'time' && state === 'sealed' && !isLocked(next, core.clock.read());
  const added = addedBy({ extra_ms, given_ms }, core.row(), isOwn);
  // One that was opened again also ends as much later as its taker was away, which the server counts as given. No
  // length is told then: most of it has passed.
  const hasWaited = isReopened && added.givenMs > 0;
  if (!hasWaited && added.outageMs + added.givenMs > 0 && next > deadline)
    core.tell({ kind: 'extended', ...added });
  else if (isReopened) core.tell({ kind: 'unlocked', isOutage: hasWaited && added.outageMs > 0 });
  return {
    deadline: Number.isNaN(next) ? deadline : next,
    extraMs: extra_ms,
    givenMs: given_ms,
    saveEvery: save_every,
    spreadSec: spread_sec,
    errata,
    clock: core.clock.kept(),
    ...(isReopened && { state: 'running' as const, seal: null }),
  };
}

/** Cells of this device that the server keeps apart, with what was typed; without those that are known already. */
export function newlyDropped(
  known: Pick<AttemptRow, 'dropped'>,
  sent: LocalCells,
  dropped: Saved['dropped'],
): AttemptRow['dropped'] {
  return dropped
    .filter(({ slot, reason }) => !known.dropped.some((one) => one.slot === slot && one.reason === reason))
    .map(({ slot, reason }) => ({ slot, reason, v: sent[slot]?.v ?? '' }));
}

async function applySaved(
  core: AttemptCore,
  sent: LocalCells,
  saved: Saved,
  hadFirst: boolean,
): Promise<void> {
  const cells = withServerCells(core.cells(), sent, saved.cells);
  const known = core.row();
  const dropped = newlyDropped(known, sent, saved.dropped);
  if (dropped.length > 0) core.tell({ kind: 'dropped', cells: dropped });
  core.log.confirmed(saved.events_to);
  // An app that was closed without a connection is opened again with one: no line says that it is back.
  const troubles = withoutTrouble(known.troubles, 'offline', Date.parse(saved.server_now));
  await core.take(
    {
      ...(troubles && { troubles }),
      ...timingOf(core, saved, hadFirst),
      rev: saved.rev,
      savedAt: Date.parse(saved.saved_at),
      eventsTo: saved.events_to,
      tracks: withPlays(core.row().tracks, saved.audio_plays),
      switched: null,
      dropped: [...known.dropped, ...dropped],
      ...(hadFirst && { isFirstShownTold: true }),
    },
    cells,
  );
}

/**
 * Takes over the whole attempt from the server: after a take-over, with a new token, or after this device lost its
 * data. `isNewEpoch`: this device is the writer from now on and begins a new log.
 */
export async function applyAttempt(core: AttemptCore, attempt: Attempt, isNewEpoch: boolean): Promise<void> {
  const { chain_seed, token, epoch, held_by } = attempt;
  if (isNewEpoch && chain_seed !== null)
    await core.beginEpoch({ n: attempt.events_to, h: chain_seed, epoch });
  const own = core.row();
  const isOver = ['submitted', 'void'].includes(attempt.state) && own.state !== 'submitted';
  const cells = withLoadedCells(core.cells(), attempt.cells);
  // No token is given for a closed attempt: what is here cannot be sent, so the taker has to be told. It stays as it is,
  // in case an operator opens the attempt again.
  const lost = isOver && attempt.state === 'submitted' ? unlike(cells, attempt.cells).length : 0;
  await core.take(
    {
      ...timingOf(core, attempt),
      rev: attempt.rev,
      epoch: held_by ? own.epoch : epoch,
      token: token ?? (held_by ? null : own.token),
      tracks: withPlays(own.tracks, attempt.audio_plays),
      isScript: attempt.script_instead_of_audio,
      switched: held_by ? { kept: 0, ...own.switched, to: held_by.device_label } : null,
      ...(isOver && {
        state: 'submitted' as const,
        receipt: toldReceipt(attempt),
        ...(lost > 0 && { onlyHere: { count: lost, endedBy: attempt.ended_by ?? '' } }),
      }),
    },
    cells,
  );
}

/** The receipt of an attempt that no hand-in of this device has ended. */
function toldReceipt({
  receipt_no,
  submitted_at,
  ended_by,
}: Pick<Attempt, 'receipt_no' | 'submitted_at' | 'ended_by'>): Receipt {
  return {
    receipt_no: receipt_no ?? '',
    submitted_at,
    ended_by: ended_by ?? '',
    late_sync: false,
    checkresult: null,
  };
}

/** Slots with an unconfirmed answer that is not the one the server has. A mark without an answer is none. */
function unlike(cells: LocalCells, server: Attempt['cells']): string[] {
  return Object.keys(cells).filter(
    (slot) => cells[slot]?.isDirty && cells[slot].v !== (server[slot]?.v ?? ''),
  );
}

/** Fetches the attempt with the session: renews the token and shows who is the writer. Rejects as the call does. */
export async function renew(core: AttemptCore): Promise<void> {
  const { device_id } = await core.deps.device();
  const sent = core.clock.mark();
  const attempt = await core.deps.calls.getAttempt(callOf(core.row()), device_id);
  core.clock.learn(Date.parse(attempt.server_now), sent);
  if (core.turn() !== 'writer') return;
  // The answer to a take-over may have been lost; then the log of the new epoch begins here.
  await applyAttempt(core, attempt, attempt.held_by === null && attempt.epoch > core.row().epoch);
}

/** Whether the call only failed on its way, so that its content is not at fault. */
function isPassing(error: unknown): boolean {
  if (error instanceof OfflineError || isTimeout(error) || isAbort(error)) return true;
  if (error instanceof MaintenanceError) return true;
  return error instanceof HttpError && (error.status >= 500 || [408, 425, 429].includes(error.status));
}

/**
 * The server says that the attempt is over: another device handed it in, the clock ended it long ago, or an operator
 * voided it. What this device still had is kept apart there and does not count, which the taker has to be told
 * (exams.md 3.6).
 */
async function endedElsewhere(core: AttemptCore, refusal: Refusal): Promise<void> {
  const receipt = toldReceipt(refusal);
  const unscored = withUnscored(core.row(), refusal.kept ?? 0, receipt.ended_by);
  await core.take({ state: 'submitted', receipt, unscored, switched: null }, withoutDirt(core.cells()));
  core.store.dropJournal();
  return core.succeeded();
}

/** Adds answers that do not count to those that are known. */
export function withUnscored(
  { unscored }: Pick<AttemptRow, 'unscored'>,
  count: number,
  endedBy: string,
): AttemptRow['unscored'] {
  return count === 0 ? unscored : { count: (unscored?.count ?? 0) + count, endedBy };
}

/**
 * Asks about an attempt that another device goes on with. From here nothing is sent any more, so no other answer would
 * bring the word of its end. If it is over, it ends here too: what the server has kept apart is told, and what it never
 * got stays here. Never rejects: while the server cannot be asked, all stays as it is.
 */
export async function lookElsewhere(core: AttemptCore): Promise<void> {
  try {
    const { device_id } = await core.deps.device();
    const attempt = await core.deps.calls.getAttempt(callOf(core.row()), device_id);
    const isOver = attempt.state !== 'ready' && attempt.state !== 'running';
    if (isOver && core.turn() === 'writer') await endAsTold(core, attempt);
  } catch (error) {
    console.warn('exam: the other device is not known', error);
  }
}

/** Whether the clock ended it so lately that the server may still merge answers (exams.md 3.6). */
function isAwaited({ state, deadline_at, server_now }: Attempt): boolean {
  return state === 'timed_out' && isMergedLate(Date.parse(deadline_at), Date.parse(server_now));
}

/** The attempt ends here as the server tells it; nothing of it is on its way from here. */
async function endAsTold(core: AttemptCore, attempt: Attempt): Promise<void> {
  const known = core.row();
  // Another tab or call may have learnt more since it was asked.
  if (known.state === 'submitted' || known.switched === null) return;
  const { kept } = known.switched;
  const cells = withLoadedCells(core.cells(), attempt.cells);
  // Which ones were kept apart is not said. If some were, the server got all that was typed here.
  const isGot = kept > 0 || attempt.state === 'void';
  const lost = isGot ? 0 : unlike(cells, attempt.cells).length;
  // They may still count if this device is made the writer: then nothing ends here.
  if (lost > 0 && isAwaited(attempt)) return;
  const receipt = toldReceipt(attempt);
  await core.take(
    {
      state: 'submitted',
      receipt,
      switched: null,
      unscored: withUnscored(known, kept, 'epoch'),
      ...(lost > 0 && { onlyHere: { count: lost, endedBy: receipt.ended_by } }),
    },
    lost > 0 ? cells : withoutDirt(cells),
  );
  if (lost === 0) core.store.dropJournal();
  core.succeeded();
}

/**
 * Another device is the writer now. Nothing can be typed here any more; what was typed while the server said so is sent
 * all the same, so that the server keeps it (exams.md 3.6).
 */
async function leaseLost(core: AttemptCore, refusal: Refusal, sent: LocalCells): Promise<void> {
  void core.log.add('lease_lost', core.clock.read());
  const to = refusal.held_by?.device_label ?? refusal.device_label ?? '';
  const isUnsent = Object.entries(core.cells()).some(([slot, cell]) => cell !== sent[slot] && cell.isDirty);
  const switched = { to, kept: refusal.kept ?? 0, ...(isUnsent && { isUnsent }) };
  const change = { switched, state: 'running' as const, seal: null };
  // Which ones were kept apart is not said. If none was, the server has all that was sent.
  if (refusal.kept === 0) await core.take(change, withoutDirt(core.cells(), sent));
  else await core.change(change);
  if (isUnsent) return core.hurry();
  return core.failed(core.row().saveEvery * 1000, false);
}

/** Whether the server says that the attempt is over. */
export function isClosed({ status, receipt_no, code }: Refusal): boolean {
  return status === 409 && (receipt_no !== null || code === 'closed');
}

/**
 * Handles a refused or lost call. The exam continues after any failure. Only the taker, the clock, another device or
 * the server's statement that it is over can end it. If the tab has given its turn away in the meantime, the next
 * writer handles it. `sent`: the cells of the call.
 */
export async function onFailure(core: AttemptCore, error: unknown, sent: LocalCells): Promise<void> {
  if (core.turn() !== 'writer') return;
  const refusal = refusalOf(error);
  const again = (isRefusal: boolean) => {
    const retryAfterMs = error instanceof HttpError ? (error.retryAfter ?? 0) * 1000 : 0;
    core.failed(afterFailure(core.pace(retryAfterMs), core.random()), isRefusal);
  };
  if (refusal?.status === 423) return leaseLost(core, refusal, sent);
  if (refusal && isClosed(refusal)) return endedElsewhere(core, refusal);
  if (refusal?.status === 403 && refusal.code === 'attempt_token') {
    // Only the owner's session can renew the token; without it the answers wait here.
    const isRenewed = await renew(core).then(
      () => true,
      (failure: unknown) => {
        console.warn('exam: no new token', failure);
        return false;
      },
    );
    if (isRenewed) return core.hurry();
    return again(false);
  }
  console.warn('exam: not sent', error);
  again(!isPassing(error));
}

/** One save: sends everything of this device and takes over the merged state. Never rejects. */
export async function exchange(core: AttemptCore): Promise<void> {
  let sent = core.cells();
  try {
    if (!core.row().token) await renew(core);
    await core.log.settled();
    const body = answersBody(core);
    if (!body) {
      await renew(core);
      return core.succeeded();
    }
    sent = core.cells();
    const mark = core.clock.mark();
    const saved = await core.deps.calls.putAnswers(callOf(core.row()), body);
    core.clock.learn(Date.parse(saved.server_now), mark);
    // Another tab is the writer now and may know more than this answer: it asks by itself.
    if (core.turn() !== 'writer') return;
    await applySaved(core, sent, saved, body.first_shown !== undefined);
    core.succeeded();
  } catch (error) {
    await onFailure(core, error, sent);
  }
}
