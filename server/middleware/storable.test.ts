import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { users } from '../db/schema/accounts.ts';
import { rateLimits } from '../db/schema/system.ts';
import { openapiDocument, operations } from '../openapi.ts';
import { bodyOf, type FailureBody } from '../testing/answers.ts';
import { giveCourse, storeCourse, storeNotice, storePage, storeTeacher } from '../testing/catalog.ts';
import { createTestApp, type TestApp } from '../testing/createTestApp.ts';
import { storeEntryExam } from '../testing/entryExam.ts';
import { type JsonSchema, leavesOf, sampleBodies, withLeaf } from '../testing/sampleBody.ts';
import { type SignedIn, testPassword } from '../testing/users.ts';

type Operation = (typeof operations)[number];

/** Texts that are valid JSON and that no PostgreSQL database keeps. */
const unstorable = { 'U+0000': 'a\u0000b', 'half a pair': 'a\ud83d', 'the other half': '\ude00b' };
/** Valid JSON that does not fit a column, or fits no calendar. */
const strange: unknown[] = [
  ...[
    '9999-99-99',
    '0000-01-01',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-23:59',
    '99999999999999999999',
  ],
  ...[
    '\u{10ffff}\ufffe',
    'x'.repeat(70_000),
    -1,
    2_147_483_648,
    Number.MAX_SAFE_INTEGER,
    1e308,
    5e-324,
    [{}],
  ],
];
const strangePaths = [
  '%00',
  'a%00b',
  '%ff',
  '%ED%A0%80',
  '%',
  '2147483648',
  '99999999999999999999',
  '-1',
  "'",
];

let app: TestApp;
let me: SignedIn;
let known: Record<string, unknown>;
let inPath: Record<string, string | number>;

async function setUp(): Promise<void> {
  app = await createTestApp();
  me = await app.signIn(await app.createUser({ birthDate: '2010-04-02', grade: 'h1' }));
  const course = await storeCourse(app.deps);
  const [lesson = 0] = course.lessonIds;
  const inventory = await giveCourse(app.deps, me.id, course.id);
  const teacher = await storeTeacher(app.deps);
  const notice = await storeNotice(app.deps);
  await storePage(app.deps, { version: 1 });
  await storeEntryExam(app.deps);
  known = {
    ...{ course: course.id, lesson, inventory, lessons: [lesson], audio: [String(lesson)], files: [] },
    ...{ password: testPassword, current_password: testPassword, client_at: '2026-04-09T10:00:00+09:00' },
    ...{ new_password: 'sora-no-iro-2026', new_password_confirm: 'sora-no-iro-2026', session_id: null },
  };
  const note = await call('post', '/api/lms/note/', {
    id: '6f1c3f2e-8c1b-4d6a-9a53-0d6a3a2f7b12',
    lesson,
    sec: 1,
    body: 'メモ',
    rev: 0,
  });
  const inquiry = await call('post', '/api/support/inquiry/', {
    category: 'other',
    body: '十文字より長い質問です。',
    files: [],
  });
  inPath = {
    ...{
      inventory,
      lesson,
      slug: 'eula',
      year: 2024,
      code: '1000001',
      subject: 'math',
      token: 't'.repeat(43),
    },
    'bundle/textbook': course.textbookId,
    'bundle/whiteboard': course.whiteboardId,
    'id/course': course.id,
    'id/teacher': teacher,
    'id/inventory': inventory,
    'id/lesson': lesson,
    'id/bookmark': course.id,
    'id/favorite': lesson,
    'id/note': (await bodyOf<{ id: string }>(note)).id,
    'id/notice': notice,
    'id/mockexam': 1,
    'id/test': 1,
    'id/review': 1,
    rank: 1,
    attempt: '6f1c3f2e-8c1b-4d6a-9a53-0d6a3a2f7b14',
    paper: 1,
    'id/order': 1,
    'id/card': 1,
    'id/subscription': 1,
    'id/inquiry': (await bodyOf<{ id: string }>(inquiry)).id,
    id: '6f1c3f2e-8c1b-4d6a-9a53-0d6a3a2f7b13',
  };
}

/** Calls as the signed-in learner, from an address that has called nothing yet; ended sessions are opened again. */
async function call(method: string, path: string, body?: unknown): Promise<Response> {
  await app.db.delete(rateLimits);
  const send = () =>
    app.call(method.toUpperCase(), path, { token: me.token, ...(body === undefined ? {} : { json: body }) });
  const answer = await send();
  if (answer.status !== 401) return answer;
  // Some calls end the session, the account or its password, as they should; this restores them.
  await app.db.update(users).set({ withdrawn: null, mustChangePassword: false }).where(eq(users.id, me.id));
  me = await app.signIn(me);
  return send();
}

function pathOf({ path }: Operation, other: Record<string, string> = {}): string {
  return path.replaceAll(/([\w-]+)\/\{(\w+)\}/g, (_, folder: string, name: string) => {
    const value = other[name] ?? inPath[`${name}/${folder}`] ?? inPath[name];
    return `${folder}/${value}`;
  });
}

type Described = Record<
  string,
  {
    requestBody?: { content: { 'application/json': { schema: JsonSchema } } };
    parameters: { in?: string; name: string }[];
  }
>;
const paths = openapiDocument().paths as Record<string, Described>;

function bodiesOf({ path, method }: Operation): unknown[] {
  const schema = paths[path]?.[method]?.requestBody?.content['application/json'].schema;
  return schema ? sampleBodies(schema, known) : [];
}

beforeAll(setUp);

const each = operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

describe.each(each)('%s', (_name, operation) => {
  const { method } = operation;
  const answers: string[] = [];
  const note = (what: string, answer: Response) => {
    if (answer.status >= 500) answers.push(`${what}: ${answer.status}`);
  };
  beforeEach(() => {
    answers.length = 0;
  });

  it('refuses a text that no database keeps, in every field and as the name of one', async () => {
    for (const body of bodiesOf(operation)) {
      const isOpen = (await call(method, pathOf(operation), body)).status !== 401;
      if (!isOpen) continue;
      for (const [what, text] of Object.entries(unstorable)) {
        const places = leavesOf(body).map(({ at }) => at);
        const bad = [
          ...places.map((at) => [at.join('.'), withLeaf(body, at, text)] as const),
          ['unknown', { ...(body as object), unknown: { list: [text] } }] as const,
          ['_', { ...(body as object), [text]: 1 }] as const,
        ];
        for (const [field, sent] of bad) {
          const answer = await call(method, pathOf(operation), sent);
          if (answer.status !== 400) answers.push(`${what} in ${field}: ${answer.status}`);
        }
      }
    }
    expect(answers).toEqual([]);
  });

  it('never fails over a value that is valid JSON', async () => {
    for (const body of bodiesOf(operation)) {
      note('as it should be', await call(method, pathOf(operation), body));
      for (const { at } of leavesOf(body)) {
        for (const value of strange) {
          const answer = await call(method, pathOf(operation), withLeaf(body, at, value));
          note(`${at.join('.')} = ${JSON.stringify(value).slice(0, 40)}`, answer);
        }
      }
    }
    expect(answers).toEqual([]);
  });

  it('never fails over an address', async () => {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    for (const name of names) {
      for (const value of strangePaths) {
        const answer = await call(method, pathOf(operation, { [name]: value }));
        note(`${name} = ${value}`, answer);
        if (/%00|%ff|^%$|%ED/.test(value) && ![400, 401, 404].includes(answer.status))
          answers.push(`${name} = ${value}: ${answer.status}`);
      }
    }
    const asked = paths[operation.path]?.[method]?.parameters ?? [];
    for (const name of [...asked.filter((one) => one.in === 'query').map((one) => one.name), 'unknown']) {
      for (const value of strangePaths) {
        const answer = await call(method, `${pathOf(operation)}?${name}=${value}`);
        note(`?${name} = ${value}`, answer);
        if (value.includes('%00') && ![400, 401].includes(answer.status))
          answers.push(`?${name} = ${value}: ${answer.status}`);
      }
    }
    expect(answers).toEqual([]);
  });
});

describe('at the border', () => {
  const post = (path: string, body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
    createApp(app.deps).request(path, {
      method: 'POST',
      body,
      headers: { Authorization: `Bearer ${me.token}`, ...(type ? { 'Content-Type': type } : {}) },
    });

  it('names the fields, nested ones as everywhere, without repeating the bad text', async () => {
    const answer = await call('put', '/accounts/profile/', {
      family_name: '山\u0000田',
      school: { name: '第一\ud800', prefecture: '東京都' },
      'na\u0000me': 1,
    });
    const body = await bodyOf<FailureBody>(answer);
    expect([answer.status, body.code]).toEqual([400, 'validation']);
    expect(Object.keys(body.fields ?? {}).sort()).toEqual(['_', 'family_name', 'school.name']);
    expect(JSON.stringify(body)).not.toMatch(/\\u0000|\\ud800/);
  });

  // The login's own refusal is a 400, too; the code tells a body that was not read at all.
  it.each([
    ['bytes that are no UTF-8', Buffer.from('{"email":"a@example.jp","password":"\xff\xfe"}', 'latin1')],
    [
      'a half pair in bytes',
      Buffer.from(`${Buffer.from('{"email":"a@example.jp","password":"').toString('hex')}eda080227d`, 'hex'),
    ],
  ])('does not guess what %s mean', async (_what, body) => {
    const answer = await post('/accounts/login/', body);
    expect(answer.status).toBe(400);
    expect(await bodyOf<FailureBody>(answer)).toMatchObject({
      code: 'validation',
      detail: '送信された内容を読み取れませんでした。',
    });
  });

  it.each([
    ['a number without end', '{"email":"a@example.jp","password":"x","sec":1e309}'],
    ['brackets without end', '['.repeat(200_000)],
    ['a nest as deep as a body may be', `${'['.repeat(400_000)}"\\u0000"${']'.repeat(400_000)}`],
    ['thousands of bad fields', JSON.stringify(Array.from({ length: 20_000 }, () => '\u0000'))],
  ])('takes %s for a mistake of the caller', async (_what, body) => {
    const answer = await post('/accounts/login/', body);
    expect(answer.status).toBe(400);
    expect((await answer.text()).length).toBeLessThan(5000);
  });

  it('keeps a file whose name nobody could store', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const form = Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="no\0te"\r\n\r\na\0b\r\n'),
      Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a\0\xff.png"\r\n', 'latin1'),
      Buffer.from('Content-Type: image/png\r\n\r\n'),
      png,
      Buffer.from('\r\n--x--\r\n'),
    ]);
    await app.db.delete(rateLimits);
    const answer = await post('/api/support/file/', form, 'multipart/form-data; boundary=x');
    expect([201, 400]).toContain(answer.status);
  });

  it.each(['/media/%00', '/media/%ff', '/course/%00', '/%ff', '/campaign/a%00', '/assets/%00.js', '/%00'])(
    'finds nothing at %s',
    async (path) => {
      const answer = await createApp(app.deps).request(path, { headers: { Accept: 'text/html' } });
      expect([403, 404]).toContain(answer.status);
    },
  );
});
