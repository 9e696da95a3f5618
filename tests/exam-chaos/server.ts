import { and, eq, max, sql } from 'drizzle-orm';
import { type AnswersInput, eventText } from '#contracts/examAttempt.ts';
import { sha256Hex } from '#contracts/examMerge.ts';
import { examAttempts } from '#server/db/schema/exam.ts';
import { examEvents } from '#server/db/schema/examLog.ts';
import { endDueAttempts } from '#server/domain/attempt/autoSubmit.ts';
import { beat, declareOutage, settleOutages } from '#server/domain/attempt/outages.ts';
import { runExamJobs } from '#server/domain/examResult/jobs.ts';
import { endMaintenance, startMaintenance } from '#server/maintenance/store.ts';
import { createTestApp, type TestApp } from '#server/testing/createTestApp.ts';
import { enterExam, storeExam, type TestExam } from '#server/testing/exam.ts';
import type {} from '#server/testing/globalPglite.ts';
import type {} from '#server/testing/globalPostgres.ts';
import type { SignedIn } from '#server/testing/users.ts';
import type { Wire } from './calls.ts';
import type { Model } from './model.ts';
import { answerKey, examMinutes } from './paper.ts';

/** Every so often the ends of attempts are looked for, ms. */
const endsEveryMs = 15_000;
/** And so often the server says that it is there, ms: seldom, because it costs the test its time. */
const beatEveryMs = 12_000;
/** A silence of so long is an outage, ms (exams.md 3.7). */
const silenceMs = 30_000;

type Outage = { from: number; to: number };
/** What a taker's own program makes of the log: another last line, or one that is missing. */
type Forgery = 'changed' | 'missing';

/**
 * Number of the last subject of this process. Each attempt has one of its own: a server keeps in mind what it knows of a
 * subject, and those of other tests have other questions.
 */
let lastSubject = 1_000_000;

/** The server of one case: the real application on its database, an exam of some minutes and who takes it. */
export type ChaosServer = Awaited<ReturnType<typeof openServer>>;

export async function openServer(model: Model) {
  let app: TestApp = await createTestApp();
  lastSubject += 1;
  await app.db.execute(sql`select setval(pg_get_serial_sequence('exam_subjects', 'id'), ${lastSubject})`);
  const exam: TestExam = await storeExam(app.deps, {
    subjects: ['math'],
    minutes: examMinutes,
    key: answerKey,
  });
  let user: SignedIn = await app.signIn();
  await enterExam(app.deps, exam, user.id);
  let isUp = true;
  let isMaintained = false;
  let lastBeat: number | null = null;
  let endsAt = 0;
  let inFlight = 0;
  let tampering: Forgery | null = null;
  let isTampered = false;
  const outages: Outage[] = [];
  let maintained: Outage | null = null;

  const now = () => app.clock.now();

  const sendSigned = async (wire: Wire): Promise<Response> => {
    const answer = await app.call(wire.method, wire.path, { ...wire, token: user.token });
    if (answer.status !== 401) return answer;
    // What the app's own calls do with a token that has ended.
    user = await app.signIn(user);
    return app.call(wire.method, wire.path, { ...wire, token: user.token });
  };

  const isWrite = (wire: Wire) => /\/(?:answers|submit)\/$/.test(wire.path);

  /** A taker's own program changes the lines of the log that the server does not have. */
  const tampered = async (wire: Wire): Promise<Wire> => {
    const body = wire.json as AnswersInput;
    if (tampering === null || !isWrite(wire) || !body.events) return wire;
    const [known] = await app.db
      .select({ n: max(examEvents.toN) })
      .from(examEvents)
      .where(eq(examEvents.epoch, body.lease));
    const [attempt] = await app.db.select({ state: examAttempts.state }).from(examAttempts);
    const news = body.events.filter(({ n }) => n > (known?.n ?? 0));
    const last = news.at(-1);
    if (!last || attempt?.state === 'submitted') return wire;
    if (tampering === 'missing')
      return news.length < 2 ? wire : { ...wire, json: { ...body, events: news.slice(1) } };
    const changed = { ...last, lo: last.lo + 1, d: 'other' };
    if ((await sha256Hex(last.h + eventText(changed))) === last.h) throw new Error('impossible');
    return { ...wire, json: { ...body, events: [...news.slice(0, -1), changed] } };
  };

  const noteArrival = async (wire: Wire, answer: Response) => {
    if (!isWrite(wire)) return;
    const { answers: cells, lease: epoch } = wire.json as AnswersInput;
    if ([200, 412, 423].includes(answer.status)) model.arrived({ at: now(), epoch, isOpen: true, cells });
    else if (answer.status === 409) model.arrived({ at: now(), epoch, isOpen: false, cells });
    else if (answer.status === 400 || answer.status >= 500)
      if (answer.status !== 503) model.fault(`${wire.path}: ${answer.status} ${await answer.clone().text()}`);
  };

  const noteOutages = (at: number) => {
    if (lastBeat !== null && at - lastBeat >= silenceMs) outages.push({ from: lastBeat, to: at });
    if (!isMaintained) return;
    if (maintained && at - maintained.to <= silenceMs) maintained.to = at;
    else {
      maintained = { from: at - 5_000, to: at };
      outages.push(maintained);
    }
  };

  return {
    now,
    base: `/api/exam/mockexam/${exam.exam.id}/`,
    exam,
    db: () => app.db,
    isBusy: () => inFlight > 0,
    isTampered: () => isTampered,
    tamper: (how: Forgery): void => {
      tampering = how;
    },
    outages: (): readonly Outage[] => outages,
    isUp: () => isUp,
    /** A request of a device; `null`: nobody is there. */
    async send(wire: Wire): Promise<Response | null> {
      if (!isUp) return null;
      inFlight += 1;
      try {
        const sent = await tampered(wire);
        const answer = await (wire.isSession ? sendSigned(sent) : app.call(wire.method, wire.path, sent));
        if (sent !== wire && [200, 412, 423].includes(answer.status)) {
          tampering = null;
          isTampered = true;
        }
        await noteArrival(wire, answer);
        return answer;
      } finally {
        inFlight -= 1;
      }
    },
    setUp(next: boolean): void {
      isUp = next;
    },
    async setMaintenance(next: boolean): Promise<void> {
      isMaintained = next;
      const state = {
        title: '',
        message: '',
        starts_at: null,
        ends_at: null,
        affected: [],
        contact_url: null,
      };
      if (next) await startMaintenance(app.db, state, now());
      else await endMaintenance(app.db);
    },
    /** Another build of the server in place of this one: nothing that it held in memory is there. */
    async deploy(): Promise<void> {
      app = await createTestApp({ besides: app });
    },
    /** An operator notes an outage of the last minute, while the attempt runs. */
    async declare(): Promise<void> {
      const [attempt] = await app.db.select({ state: examAttempts.state }).from(examAttempts);
      if (attempt?.state !== 'running') return;
      const outage = { from: now() - 60_000, to: now() };
      outages.push({ ...outage });
      await declareOutage(app.deps, new Date(outage.from), new Date(outage.to), '');
    },
    /** Outages are looked at anew, by two processes at once. */
    async settle(): Promise<void> {
      const twin = await createTestApp({ besides: app });
      await Promise.all([settleOutages(app.deps), settleOutages(twin.deps)]);
    },
    /** Time goes on, and the server does what it does by itself. */
    async pass(ms: number): Promise<void> {
      app.clock.advance(ms);
      if (!isUp) return;
      if (lastBeat === null || isMaintained || now() - lastBeat >= beatEveryMs) {
        noteOutages(now());
        await beat(app.deps, 'one');
        lastBeat = now();
      }
      if (now() < endsAt) return;
      endsAt = now() + endsEveryMs;
      await endDueAttempts(app.deps);
    },
    /** Marks what has ended. */
    mark: () => runExamJobs(app.deps),
    attempts: () =>
      app.db
        .select()
        .from(examAttempts)
        .where(and(eq(examAttempts.userId, user.id))),
  };
}
