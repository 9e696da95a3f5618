import type { Answer } from '../../scripted-server/answers.ts';
import { api } from '../../scripted-server/defaults.ts';
import { expect, bareTest as test } from '../../scripted-server/fixtures.ts';
import { keys, storedKeys } from '../../scripted-server/stored.ts';

/** session.md 9: the answer about the user, and what its scope allows. */

const unusable: [string, Answer][] = [
  ['empty', { text: '' }],
  ['204', { status: 204 }],
  ['null', { json: null }],
  ['a text', { json: 'student' }],
  ['a number', { json: 7 }],
  ['true', { json: true }],
];
// What is read of an answer: src/shared/lib/session/readAccount.test.ts.
for (const [name, answer] of unusable) {
  test(`a user answer that is ${name} does not log in and is named on the console`, {
    tag: ['empty', 'null'].includes(name) ? [] : '@long',
  }, async ({ app, server }) => {
    server.when('GET', api.user, answer);
    await app.seed();
    await app.openAsGuest('/login');
    await app.settle();
    expect(app.said('User Data response does not contain field user')).toHaveLength(1);
    expect(storedKeys(await app.stored())).toContain(keys.access);
  });
}

test('the body of the user answer is the user itself', async ({ app, server }) => {
  server.when('GET', api.user, { json: { id: 3, scope: ['member'], user: { scope: ['wrong'] } } });
  await app.openSignedIn();
  expect(await app.page.evaluate(() => window.__probe?.hasScope('member'))).toBe(true);
  expect(await app.page.evaluate(() => window.__probe?.hasScope('wrong'))).toBe(false);
});

/** Every other form: src/shared/lib/session/scope.test.ts. */
const scopes: [string, unknown, string, boolean][] = [
  ['a list that contains it', ['member', 'staff'], 'staff', true],
  ['a list without it', ['member'], 'staff', false],
  ['an object with a truthy entry', { staff: 1 }, 'staff', true],
  ['nothing', undefined, 'staff', false],
];
for (const [name, scope, asked, expected] of scopes) {
  const tag = name === 'a list that contains it' ? [] : '@long';
  test(`scope: ${name} says ${expected ? 'yes' : 'no'} to ${asked}`, { tag }, async ({ app, server }) => {
    server.when('GET', api.user, { json: { id: 1, scope } });
    await app.openSignedIn();
    expect(await app.page.evaluate((wanted) => window.__probe?.hasScope(wanted), asked)).toBe(expected);
  });
}

test('scope: a guest has none', async ({ app }) => {
  await app.openAsGuest();
  await app.probeReady();
  expect(await app.page.evaluate(() => window.__probe?.hasScope('member'))).toBe(false);
});

test('scope: gone after the end of the session', async ({ app, server }) => {
  server.when('GET', api.thing, { status: 401 });
  await app.openSignedIn();
  expect(await app.page.evaluate(() => window.__probe?.hasScope('member'))).toBe(true);
  await app.request(api.thing);
  await app.expectSession('out');
  expect(await app.page.evaluate(() => window.__probe?.hasScope('member'))).toBe(false);
});
