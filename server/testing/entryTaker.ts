/** The calls of somebody who takes the entry exam, as its page makes them. */
import type { EntrySubject, EntryTest } from '#contracts/entryExam.ts';
import { bodyOf } from './answers.ts';
import { createTestApp, type TestApp } from './createTestApp.ts';
import { storeEntryExam } from './entryExam.ts';
import { linkIn, takeMail } from './mails.ts';

const application = {
  grade: 'j3',
  subjects: ['english', 'japanese'],
  email: 'mio@example.jp',
  agree_terms: true,
};

/** An app with a small entry exam. */
export async function entryApp(): Promise<TestApp> {
  const app = await createTestApp();
  await storeEntryExam(app.deps);
  return app;
}

/** Applies for a test; by default in the third year of junior high school, for English and Japanese. */
export const apply = (app: TestApp, fields: object = {}, key?: string) =>
  app.call('POST', '/api/exam/entry/', { json: { ...application, ...fields }, ...(key ? { key } : {}) });

/** A call with the token of a link. */
export const call = (app: TestApp, token: string, method: string, path = '', json?: object) =>
  app.call(method, `/api/exam/entry/test/${path}`, {
    headers: { 'X-Entry-Token': token },
    ...(json ? { json } : {}),
  });
/** The test as its page reads it. */
export const read = (app: TestApp, token: string) => bodyOf<EntryTest>(call(app, token, 'GET'));
/** Begins a subject. */
export const start = (app: TestApp, token: string, subject: EntrySubject) =>
  call(app, token, 'POST', `${subject}/start/`);

/** Answers as a page sends them, given now or this much earlier (ms). */
export const given = (app: TestApp, values: Record<string, string>, ago = 0) => ({
  answers: Object.fromEntries(
    Object.entries(values).map(([id, value]) => [id, { value, at: app.clock.now() - ago }]),
  ),
});
/** Saves answers of a running subject; `ago`: given this much earlier (ms). */
export const save = (
  app: TestApp,
  token: string,
  subject: EntrySubject,
  values: Record<string, string>,
  ago = 0,
) => call(app, token, 'PUT', `${subject}/answers/`, given(app, values, ago));
/** Hands a subject in. */
export const submit = (
  app: TestApp,
  token: string,
  subject: EntrySubject,
  values: Record<string, string> = {},
) => call(app, token, 'POST', `${subject}/submit/`, given(app, values));

/** Applies and takes the mail; answers the token in its button's link. */
export async function newTest(app: TestApp, fields: object = {}): Promise<string> {
  const { status } = await apply(app, fields);
  if (status !== 202) throw new Error(`not applied but ${status}`);
  return linkIn(await takeMail(app)).searchParams.get('token') ?? '';
}

/** How long a subject lasts, ms. */
export const lasts = 15 * 60_000;
