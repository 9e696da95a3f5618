// The real server with the demo content on a folder of its own, and a door for tests: it makes learners.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { parse, stringify } from 'yaml';
import { demoFolder } from '#server/content/demo.ts';
import { demoUser, enter } from '#server/content/demoExams/entries.ts';
import { loadLearners } from '#server/content/demoLearners.ts';
import { examKey } from '#server/content/exam/sealExams.ts';
import { users } from '#server/db/schema/accounts.ts';
import { courses as allCourses } from '#server/db/schema/catalog.ts';
import { exams } from '#server/db/schema/exam.ts';
import type { Deps } from '#server/deps.ts';
import { endDueAttempts } from '#server/domain/attempt/autoSubmit.ts';
import { outageLock } from '#server/domain/attempt/outages.ts';
import { runExamJobs } from '#server/domain/examResult/jobs.ts';
import { renewDue } from '#server/domain/subscription/renew.ts';
import { giveCourse, storeCourse } from '#server/testing/catalog.ts';
import { signInUser, storeUser, testPassword } from '#server/testing/users.ts';
import { serveWithDoor } from '../serverDoor.ts';
import type { Learner, Question } from './questions.ts';

/** Grows with every learner and from start to start: a server that comes back has its old learners still. */
let made = Date.now();

function newEmail(): string {
  made += 1;
  return `screens-${made}@example.com`;
}

async function session(deps: Deps, email: string, password: string): Promise<Learner> {
  const [user] = await deps.db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.email, email));
  if (!user) throw new Error(`There is no account ${email}.`);
  return { ...(await signInUser(deps, user)), password };
}

/** Loads the demo student once more under another address, through the importer's own door. */
async function student(deps: Deps): Promise<Learner> {
  const [first] = parse(await readFile(join(demoFolder, 'learners.yaml'), 'utf8')) as { password: string }[];
  if (!first) throw new Error('The demo has no learner.');
  const email = newEmail();
  const folder = await mkdtemp(join(tmpdir(), 'screens-learner-'));
  try {
    await writeFile(join(folder, 'learners.yaml'), stringify([{ ...first, email }]));
    await loadLearners(deps, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
  return session(deps, email, first.password);
}

async function newcomer(deps: Deps): Promise<Learner> {
  const user = await storeUser(deps, { email: newEmail(), familyName: '田中', givenName: '悠斗' });
  return { ...(await signInUser(deps, user)), password: testPassword };
}

async function buyer(deps: Deps): Promise<Learner> {
  const user = await storeUser(deps, {
    email: newEmail(),
    familyName: '山田',
    givenName: '太郎',
    familyNameKana: 'ヤマダ',
    givenNameKana: 'タロウ',
    phone: '09012345678',
    birthDate: '1990-05-05',
    grade: 'adult',
    profileCompleted: true,
  });
  return { ...(await signInUser(deps, user)), password: testPassword };
}

async function collector(deps: Deps, courses: number): Promise<Learner> {
  const learner = await newcomer(deps);
  for (let number = 1; number <= courses; number += 1) {
    const course = await storeCourse(deps, { key: `${made}-${String(number).padStart(2, '0')}` });
    await giveCourse(deps, learner.id, course.id);
    // Behind the demo's own in the catalogue, which other tests look at on the same server.
    await deps.db.update(allCourses).set({ order: 1000 }).where(eq(allCourses.id, course.id));
  }
  return learner;
}

async function taker(deps: Deps, key: string, subjects: string[]): Promise<Learner> {
  const learner = await newcomer(deps);
  await deps.db.transaction(async (tx) => {
    const [exam] = await tx
      .select()
      .from(exams)
      .where(eq(exams.key, examKey('demo', key)));
    const user = await demoUser(tx, learner.email);
    if (!exam || !user) throw new Error(`The demo has no exam ${key}.`);
    await enter(tx, deps, { user, exam, subjects });
  });
  return learner;
}

/** How far the clock is moved on by `passed`, ms. */
let passedMs = 0;

/** Time passes in one moment for the clock and for the beats, so that nothing looks like an outage. */
async function pass(deps: Deps, ms: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${outageLock})`);
    await tx.execute(sql`update server_beats set at = at + ${ms - passedMs} * interval '1 millisecond'`);
    passedMs = ms;
    deps.clock.now = () => Date.now() + ms;
  });
  await endDueAttempts(deps);
  await runExamJobs(deps);
}

await serveWithDoor<Question>(async (deps, question) => {
  if (question.ask === 'address') {
    deps.config.appUrl = question.url;
    return null;
  }
  if (question.ask === 'ahead') {
    deps.clock.now = () => Date.now() + question.ms;
    // What its clock has made due is not waited for.
    if (question.ms > 0) await renewDue(deps);
    return null;
  }
  if (question.ask === 'taker') return taker(deps, question.exam, question.subjects);
  if (question.ask === 'passed') {
    await pass(deps, question.ms);
    return null;
  }
  if (question.ask === 'student') return student(deps);
  if (question.ask === 'newcomer') return newcomer(deps);
  if (question.ask === 'buyer') return buyer(deps);
  if (question.ask === 'collector') return collector(deps, question.courses);
  return session(deps, question.email, question.password);
});
