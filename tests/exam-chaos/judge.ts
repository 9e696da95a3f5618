import { asc, eq } from 'drizzle-orm';
import { examAnswers } from '#server/db/schema/exam.ts';
import { examOrphans } from '#server/db/schema/examLog.ts';
import { examScores } from '#server/db/schema/examResult.ts';
import type { Device } from './device.ts';
import { examMinutes, worth } from './paper.ts';
import { pass, settle, type World } from './world.ts';

const minute = 60_000;
/** What the start took is given back up to here, ms; more where its answer was lost (exams.md 3.4 S2). */
const mostStartMs = 120_000;

/**
 * How an attempt comes to its end. `isLate`: everybody is away until the next morning. `away` comes back when it is all over:
 * the clock has ended it, or the other one has. `keepsHeld`: calls that were held up come last of all.
 */
export type Plan = { isLate: boolean; away: Device | null; keepsHeld: boolean };

/** A plan by the dice. */
export function somePlan({ random, devices }: World): Plan {
  const isLate = random() < 0.3;
  const away = random() < 0.5 ? devices[random() < 0.5 ? 0 : 1] : null;
  return { isLate, away, keepsHeld: random() < 0.3 };
}

async function sendHeld({ devices }: World): Promise<void> {
  for (const { line } of devices) for (const send of line.held.splice(0)) await send();
}

/** Everything gets well again, time runs out, and every device that has something is opened. */
export async function rest(world: World, { isLate, away, keepsHeld }: Plan): Promise<void> {
  const { server, devices } = world;
  server.setUp(true);
  await server.setMaintenance(false);
  if (!keepsHeld) await sendHeld(world);
  for (const { line } of devices) {
    line.fates = [];
    for (const come of line.slow.splice(0)) come();
    Object.assign(line, { isOn: !isLate && line !== away?.line, hasSession: true });
  }
  const [attempt] = await server.attempts();
  if (!attempt) return;
  await pass(world, 500, 500);
  if (isLate) {
    const ends = Math.max(attempt.deadline.getTime(), server.now()) + 15 * minute;
    while (server.now() < ends) await pass(world, 20_000, 20_000);
    for (const { line } of devices) line.isOn = line !== away?.line;
  }
  for (const device of devices) {
    device.wake();
    if (device.tabs().length === 0) await device.open(false);
    await settle(world);
    if (!device.writer()) device.turn();
  }
  await untilRest(
    world,
    devices.filter((device) => device !== away),
  );
  if (away) {
    away.line.isOn = true;
    away.act((back) => back.wake());
    await untilRest(world, devices);
  }
  await sendHeld(world);
  await settle(world);
  // Who comes back to a device that another one took over from hears of the end there, too.
  for (const device of devices) device.act((attempt) => attempt.wake());
  await pass(world, 60_000, 10_000);
  await server.mark();
}

/** Until the attempt has ended and these devices know it. */
async function untilRest(world: World, devices: readonly Device[]): Promise<void> {
  for (let n = 0; n < 60; n += 1) {
    await pass(world, 20_000, 20_000);
    const [row] = await world.server.attempts();
    if (row?.state !== 'running' && devices.every(isAtRest)) return;
  }
}

function isAtRest({ writer }: Device): boolean {
  const row = writer()?.attempt.get().row;
  return row === undefined || row.state === 'submitted' || row.switched !== null;
}

/** What all outages give back: their joined length from the start on, each that began before the end as it then was. */
function givenBack(outages: readonly { from: number; to: number }[], start: number, end: number): number {
  const sorted = [...outages].sort((one, other) => one.from - other.from);
  let given = 0;
  let reached = start;
  let isRunning = true;
  for (let at = 0; at < sorted.length && isRunning; ) {
    const from = Math.max(sorted[at]?.from ?? 0, reached);
    let to = from;
    for (; at < sorted.length && (sorted[at]?.from ?? 0) <= to; at += 1)
      to = Math.max(to, sorted[at]?.to ?? 0);
    if (to <= from) continue;
    isRunning = from < end + given;
    if (isRunning) given += to - from;
    reached = to;
  }
  return given;
}

/** Looks at the server and at the devices, and tells the model what has come of everything. */
export async function judge(world: World): Promise<void> {
  const { server, devices, model } = world;
  const attempts = await server.attempts();
  const [attempt] = attempts;
  if (!attempt) {
    if (model.entries().length > 0) model.fault('typed, and there is no attempt');
    return;
  }
  if (attempts.length > 1) model.fault(`${attempts.length} attempts`);
  const db = server.db();
  const [stored] = await db.select().from(examAnswers).where(eq(examAnswers.attemptId, attempt.id));
  const cells = stored?.cells ?? {};
  const values = Object.fromEntries(Object.entries(cells).map(([slot, { v }]) => [slot, v]));
  const orphans = (await db.select().from(examOrphans).orderBy(asc(examOrphans.id))).flatMap((row) =>
    Object.entries(row.cells).map(([slot, { v }]) => ({ slot, v })),
  );
  const deadline = attempt.deadline.getTime();
  const length = (deadline - attempt.startedAt.getTime()) / 1000;
  for (const seconds of Object.values(stored?.spent ?? {}).flatMap((one) => Object.values(one)))
    if (seconds > length) model.fault(`a question was open for ${seconds} s of ${length} s`);
  model.judge({ deadline, takeovers: attempt.takeovers, values, orphans });

  if (attempt.state === 'running') model.fault('still running');
  const scores = await db.select().from(examScores);
  const [score] = scores;
  if (scores.length !== 1) model.fault(`${scores.length} scores`);
  if (score && score.total !== worth(values))
    model.fault(`${score.total} points for ${JSON.stringify(values)}`);

  const base = attempt.startedAt.getTime() + examMinutes * minute;
  if (attempt.startMs > mostStartMs) model.fault(`${attempt.startMs} ms for the start`);
  const ends = attempt.submittedAt?.getTime() ?? deadline;
  const known = server.outages().filter(({ from }) => from <= ends);
  const expected = givenBack(known, attempt.startedAt.getTime(), base + attempt.startMs);
  if (attempt.outageMs > expected) model.fault(`${attempt.outageMs} ms for outages of ${expected} ms`);
  if (attempt.outageMs < expected && attempt.endedBy === 'time')
    model.fault(`only ${attempt.outageMs} ms for outages of ${expected} ms`);
  if (deadline !== base + attempt.startMs + attempt.outageMs + attempt.givenMs)
    model.fault('wrong sum of the deadline');

  if (attempt.chainOk === server.isTampered()) model.fault(`chain ${attempt.chainOk ? 'whole' : 'broken'}`);
  const mayBeDoubtful = server.isTampered() || devices.some((device) => device.isEverDoubtful());
  if (attempt.needsLook && !mayBeDoubtful) model.fault('somebody has to look, for nothing');

  for (const device of devices) {
    const row = device.writer()?.attempt.get().row;
    if (!row) continue;
    if (row.state !== 'submitted') model.fault(`device ${device.no} has no receipt`);
    else if (row.receipt?.receipt_no !== attempt.receiptNo)
      model.fault(`device ${device.no} has receipt ${row.receipt?.receipt_no}, not ${attempt.receiptNo}`);
  }
}

/** The devices go. */
export function close({ devices }: World): void {
  for (const device of devices) while (device.tabs().length > 0) device.killTab(true);
}
