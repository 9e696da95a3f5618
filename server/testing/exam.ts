import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Attempt, ExamEvent, Saved } from '#contracts/examAttempt.ts';
import { eventText } from '#contracts/examAttempt.ts';
import type { ExamKind, Paper } from '#contracts/examContent.ts';
import type { AnswerKey, ScoringGroup } from '#contracts/examKey.ts';
import { digestOf } from '#contracts/examMerge.ts';
import { packs } from '../db/schema/catalog.ts';
import {
  type ExamRow,
  examEntries,
  examKeyRevisions,
  examSubjects,
  exams,
  examVersions,
} from '../db/schema/exam.ts';
import type { Deps } from '../deps.ts';
import { sealPack } from '../domain/exam/sealPack.ts';
import { bodyOf } from './answers.ts';
import { createTestApp, type TestApp } from './createTestApp.ts';
import type { SignedIn } from './users.ts';

const minute = 60_000;
const day = 86_400_000;
const openTime = (now: number) => new Date(now - day);

function groupOf(id: string, slots: string[], key: string, fields: Partial<ScoringGroup> = {}): ScoringGroup {
  return {
    id,
    question: `q-${id}`,
    section: 's1',
    unit: id === 'g1' ? 'basic' : 'quadratic',
    skill: '',
    slots: slots.map((slot) => ({ id: slot, kind: 'choice' })),
    rule: 'each',
    points: 40,
    keys: Object.fromEntries(slots.map((slot) => [slot, [key]])),
    ...fields,
  };
}

/** Slots a b (40 points each, right: 1 and 1) and c with d as 完答 (20 points, right: 2 and 2). 100 points in all. */
export const testKey: AnswerKey = {
  groups: [
    groupOf('g1', ['a'], '1'),
    groupOf('g2', ['b'], '1'),
    groupOf('g3', ['c', 'd'], '2', { rule: 'all', points: 20 }),
  ],
  choices: [],
};

function paperOf(exam: string, subject: string, version: string, key: AnswerKey, minutes: number): Paper {
  return {
    format: 1,
    exam,
    subject,
    version,
    name: subject,
    minutes,
    points: 100,
    units: [
      { id: 'basic', name: '基礎' },
      { id: 'quadratic', name: '二次関数' },
    ],
    sections: [
      {
        id: 's1',
        name: '第1問',
        html: '',
        passages: [],
        questions: key.groups.map((group, at) => ({
          id: group.question,
          no: at + 1,
          label: `問${at + 1}`,
          unit: group.unit,
          passage: null,
          anchor: null,
          html: `<p>問い ${group.id}</p>`,
          reading: '',
          lang: 'ja',
          track: null,
          skill: group.skill,
          slots: group.slots.map(({ id }) => ({
            id,
            kind: group.rule === 'self' ? 'self' : 'choice',
            label: id,
            options: ['1', '2', '3'].map((value) => ({ value, html: value })),
            max: 1,
            signs: '',
            chars: null,
            is_drawn: false,
          })),
          groups: [
            { id: group.id, slots: group.slots.map(({ id }) => id), points: group.points, rule: group.rule },
          ],
        })),
      },
    ],
    choices: [],
    passages: [],
    tracks: [],
  };
}

export type TestExam = { exam: ExamRow; subjectIds: Record<string, number>; version: string };

type Options = {
  kind?: ExamKind;
  subjects?: string[];
  minutes?: number;
  key?: AnswerKey;
  exam?: Partial<typeof exams.$inferInsert>;
};

/**
 * Stores an exam as an import does: subjects of 60 minutes and 100 points (`testKey`), open since yesterday for a week,
 * marks and keys shown at once.
 */
export async function storeExam(deps: Deps, options: Options = {}): Promise<TestExam> {
  const { db, clock } = deps;
  const now = clock.now();
  const created = new Date(now);
  const { kind = 'university', subjects = ['math', 'english'], minutes = 60, key = testKey } = options;
  const pack = {
    key: 'mock',
    name: '模試',
    license: 'CC0',
    credits: [],
    fingerprint: 'x',
    imported: created,
  };
  await db.insert(packs).values(pack).onConflictDoNothing();
  const [exam] = await db
    .insert(exams)
    .values({
      key: `mock/${kind}-${options.exam?.name ?? 'a'}`,
      pack: 'mock',
      kind,
      name: '第1回 模試',
      grades: ['h3'],
      entryFrom: openTime(now),
      entryUntil: new Date(now + 6 * day),
      examFrom: openTime(now),
      examUntil: new Date(now + 7 * day),
      reportAt: new Date(now + 10 * day),
      marksOpen: 'at_once',
      keysOpen: 'at_once',
      totals: [{ id: 'all', name: '全科目', subjects }],
      created,
      modified: created,
      ...options.exam,
    })
    .returning();
  if (!exam) throw new Error('exam was not stored');
  const version = createHash('sha256').update(exam.key).digest('hex');
  const [versionRow] = await db
    .insert(examVersions)
    .values({ examId: exam.id, hash: version, created })
    .returning();
  if (!versionRow) throw new Error('version was not stored');
  await db.update(exams).set({ versionId: versionRow.id }).where(eq(exams.id, exam.id));
  const subjectIds: Record<string, number> = {};
  for (const [order, subject] of subjects.entries()) {
    const paper = paperOf(exam.key, subject, version, key, minutes);
    const file = { name: 'paper.json', type: 'application/json', bytes: Buffer.from(JSON.stringify(paper)) };
    const of = { version, subject, folder: 'public/mock/exam' };
    const questions = sealPack(deps.keys, { ...of, files: [file] });
    const answers = sealPack(deps.keys, { ...of, files: [{ ...file, name: 'answers.json' }] });
    const [row] = await db
      .insert(examSubjects)
      .values({
        versionId: versionRow.id,
        examId: exam.id,
        key: subject,
        name: subject,
        order,
        minutes,
        points: 100,
        questionCount: key.groups.length,
        names: key.groups.flatMap(({ slots }) => slots.map(({ id }) => id)),
        layout: paper,
        answers: {
          format: 1,
          subject,
          version,
          questions: key.groups.map(({ question, keys }) => ({
            id: question,
            why: `<p>秘密の解説 ${question}</p>`,
            lessons: [],
            keys: Object.fromEntries(Object.entries(keys).map(([slot, values]) => [slot, values.join()])),
            rubric: [],
            model: '',
          })),
          tracks: [],
        },
        pack: questions.files.map((one) => one.file),
        answersPack: answers.files[0]?.file ?? null,
        packKey: questions.sealedKey,
        answersKey: answers.sealedKey,
      })
      .returning({ id: examSubjects.id });
    if (!row) throw new Error('subject was not stored');
    subjectIds[subject] = row.id;
    await db.insert(examKeyRevisions).values({ subjectId: row.id, revision: 1, key, created });
  }
  return { exam: { ...exam, versionId: versionRow.id }, subjectIds, version };
}

/** Enters somebody for all subjects of an exam. */
export async function enterExam(deps: Deps, { exam, subjectIds }: TestExam, userId: number): Promise<void> {
  const now = new Date(deps.clock.now());
  await deps.db.insert(examEntries).values({
    userId,
    examId: exam.id,
    status: 'entered',
    number: `${exam.id}-${userId}`,
    basicInfo: {},
    environmentInfo: {},
    isUndecided: true,
    subjects: Object.keys(subjectIds),
    created: now,
    modified: now,
  });
}

/** What a device types: values by slot, each with a time (epoch ms), which is the same by both clocks. */
export type Typed = Record<string, [value: string, at: number]>;

/** A device that takes an exam as the app does, through the API. */
export function examDevice(app: TestApp, { exam }: TestExam, user: SignedIn, device = 'device-one') {
  const area = exam.kind === 'english' ? '/api/english/test' : '/api/exam/mockexam';
  const base = `${area}/${exam.id}/attempt/`;
  let attempt: Attempt | null = null;
  let since = '';
  const held = () => {
    if (!attempt) throw new Error('not started');
    return attempt;
  };
  const took = async (answer: Promise<Response>) => {
    const response = await answer;
    if (response.ok) {
      attempt = (await response.clone().json()) as Attempt;
      since = attempt.server_now;
    }
    return response;
  };
  const bodyFor = (typed: Typed, extra: object = {}) => {
    const passed = app.clock.now() - Date.parse(since);
    return {
      lease: held().epoch,
      rev: 0,
      answers: Object.fromEntries(
        Object.entries(typed).map(([slot, [v, at]]) => [slot, { v, lo: at, hi: at }]),
      ),
      client_at: { since, dlo: passed, dhi: passed },
      ...extra,
    };
  };
  const token = () => ({ 'X-Attempt-Token': held().token ?? '' });
  const own = { device_id: device, device_label: device };
  return {
    get attempt() {
      return held();
    },
    start: (subject = 'math', options: { key?: string; json?: object } = {}) =>
      took(
        app.call('POST', base, {
          token: user.token,
          ...(options.key ? { key: options.key } : {}),
          json: { subject, ...own, ...options.json },
        }),
      ),
    read: () => app.call('GET', `${base}${held().id}/?device_id=${device}`, { token: user.token }),
    lease: (takeOver = false, id = held().id) =>
      took(
        app.call('POST', `${base}${id}/lease/`, { token: user.token, json: { ...own, take_over: takeOver } }),
      ),
    save: async (typed: Typed, extra: object = {}, headers: Record<string, string> = token()) => {
      const json = bodyFor(typed, extra);
      const answer = await app.call('PUT', `${base}${held().id}/answers/`, { headers, json });
      if (answer.ok) since = ((await answer.clone().json()) as Saved).server_now;
      return answer;
    },
    submit: async (typed: Typed, extra: object = {}) => {
      const digest = await digestOf(
        Object.fromEntries(Object.entries(typed).map(([slot, [v]]) => [slot, { v }])),
      );
      const json = bodyFor(typed, { digest, ...extra });
      return app.call('POST', `${base}${held().id}/submit/`, { headers: token(), json });
    },
    call: (method: string, part: string, json?: object) =>
      app.call(method, `${base}${held().id}/${part}`, { headers: token(), json }),
  };
}
export type ExamDevice = ReturnType<typeof examDevice>;

/** A chained log of plain events, `from` the number of the first. */
export function chainOf(
  seed: string,
  kinds: readonly ExamEvent['kind'][],
  at: number,
  from = 1,
): ExamEvent[] {
  let h = seed;
  return kinds.map((kind, place) => {
    const event = { n: from + place, kind, lo: at, hi: at, d: null };
    h = createHash('sha256')
      .update(h + eventText(event))
      .digest('hex');
    return { ...event, h };
  });
}

/** A taker who has started: the device and its attempt. */
export async function startedDevice(app: TestApp, exam: TestExam, user: SignedIn, subject = 'math') {
  const device = examDevice(app, exam, user);
  const attempt = await bodyOf<Attempt>(device.start(subject));
  return { device, attempt, start: Date.parse(attempt.started_at ?? '') };
}

/** A server of its own with one exam, and somebody who has begun it a minute ago. */
export async function createSitting() {
  const app = await createTestApp();
  const exam = await storeExam(app.deps);
  const user = await app.signIn();
  await enterExam(app.deps, exam, user.id);
  const { device, start } = await startedDevice(app, exam, user);
  app.clock.advance(minute);
  return { app, exam, user, device, start };
}

/** Minutes as milliseconds. */
export const minutes = (count: number) => count * minute;
