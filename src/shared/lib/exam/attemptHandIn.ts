import { digestOf } from '#contracts/examMerge.ts';
import { refusalOf } from './attemptCalls.ts';
import type { AttemptCore } from './attemptCore.ts';
import {
  answersBody,
  callOf,
  exchange,
  newlyDropped,
  onFailure,
  renew,
  withUnscored,
} from './attemptExchange.ts';
import { changedSlots, withoutDirt, withServerCells } from './cells.ts';
import { handIns } from './handIns.ts';
import type { Seal } from './rows.ts';

/**
 * Maximum number of rounds in which another device's answers are merged and the hand-in is repeated; then the server's
 * state is final.
 */
const mostRounds = 3;

/**
 * Ends the attempt on this device (exams.md 3.4 S6, S7). From this moment nothing can be typed, the digest for the 端末控え
 * is computed, and the hand-in is sent as soon as the server can be reached. If the taker handed it in, it is final
 * now.
 */
export async function seal(core: AttemptCore, by: Seal['by']): Promise<void> {
  if (core.row().state !== 'running') return;
  const at = Math.round(core.clock.read().lo);
  const key = crypto.randomUUID();
  await core.change({ state: 'sealed', seal: { by, at, digest: '', key, round: 0 } });
  await core.store.flush().catch((error: unknown) => console.warn('exam: sealed without the disk', error));
  const digest = await digestOf(core.cells());
  void core.log.add('sealed', core.clock.read(), by);
  await core.change({ seal: { by, at, digest, key, round: 0 }, clock: core.clock.kept() });
  // The clock ends it for everybody at the same moment, so the hand-ins are spread (exams.md 8).
  core.wait(by === 'time' ? core.random() * core.row().spreadSec * 1000 : 0);
}

/**
 * Merges the answers of another device that the server has besides ours; a new state gets a new key. Ours that do not
 * count are told as such: the next round does not send them any more.
 */
async function takeIn(core: AttemptCore, error: unknown): Promise<boolean> {
  const refusal = refusalOf(error);
  const own = core.row().seal;
  if (!own || refusal?.status !== 412 || !refusal.cells) return false;
  void core.log.add('submit_acked', core.clock.read(), refusal.code);
  const before = core.cells();
  const after = withServerCells(before, before, refusal.cells);
  const known = core.row();
  const dropped = newlyDropped(known, before, refusal.dropped);
  const isDropped = new Set(refusal.dropped.map(({ slot }) => slot));
  const count = changedSlots(before, after).filter((slot) => !isDropped.has(slot)).length;
  if (count > 0) core.tell({ kind: 'merged', count });
  if (dropped.length > 0) core.tell({ kind: 'dropped', cells: dropped });
  const digest = await digestOf(after);
  const next: Seal = { ...own, digest, key: crypto.randomUUID(), round: own.round + 1 };
  await core.take(
    {
      seal: next,
      rev: refusal.rev ?? known.rev,
      mergedIn: known.mergedIn + count,
      dropped: [...known.dropped, ...dropped],
    },
    after,
  );
  return true;
}

/** Notes in the event log, once in a round, that the hand-in is being sent (exams.md 3.8). */
async function noteSending(core: AttemptCore): Promise<void> {
  const { seal: own, state } = core.row();
  if (!own || state !== 'sealed' || own.sentRound === own.round) return;
  await core.log.add('submit_sent', core.clock.read(), own.round);
  const { seal: same } = core.row();
  if (same?.key === own.key) await core.change({ seal: { ...same, sentRound: own.round } });
}

/**
 * Hands in a sealed attempt. One that the clock ended is saved first: the server may name a later deadline, and then it
 * continues. Never rejects: a call that does not get through is retried.
 */
export async function submit(core: AttemptCore): Promise<void> {
  if (core.row().seal?.by === 'time') {
    await exchange(core);
    if (core.failures() > 0) return;
  }
  try {
    if (!core.row().token) await renew(core);
    for (;;) {
      await noteSending(core);
      await core.log.settled();
      const { seal: own, state } = core.row();
      if (!own || state !== 'sealed') return;
      const body = answersBody(core);
      if (!body) return await exchange(core);
      const isLast = own.round >= mostRounds - 1;
      const digest = own.digest || (await digestOf(core.cells()));
      // An end by the clock can still change: another device of the taker may send, or time may be added
      // (exams.md 3.7).
      const sealed_by = own.by === 'time' ? 'time' : 'user';
      try {
        const done = await core.deps.calls.postSubmit(
          callOf(core.row()),
          { ...body, digest, sealed_by, ...(isLast && { as_merged: true }) },
          own.key,
        );
        if (core.turn() !== 'writer') return;
        const { receipt_no, submitted_at, late_sync, ended_by, checkresult, kept } = done;
        const receipt = { receipt_no, submitted_at, late_sync, ended_by, checkresult };
        const unscored = withUnscored(core.row(), kept, 'late');
        const savedAt = Date.parse(submitted_at);
        await core.take({ state: 'submitted', receipt, unscored, savedAt }, withoutDirt(core.cells()));
        // The last line stays on the device, unless the attempt is opened again.
        void core.log.add('submit_acked', core.clock.read(), own.round);
        core.store.dropJournal();
        handIns.set(handIns.get() + 1);
        return core.succeeded();
      } catch (error) {
        if (core.turn() !== 'writer') return;
        if (isLast || !(await takeIn(core, error))) throw error;
      }
    }
  } catch (error) {
    // Nothing was typed since: a sealed attempt is locked.
    await onFailure(core, error, core.cells());
  }
}
