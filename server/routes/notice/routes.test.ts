import { beforeEach, describe, expect, it } from 'vitest';
import { bodyOf, type PageBody, refusalOf } from '../../testing/answers.ts';
import { storeNotice } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import type { SignedIn } from '../../testing/users.ts';

type Notice = { id: number; title: string; is_read: boolean; is_pinned: boolean };
const path = '/api/cms/notice/';
const day = 24 * 60 * 60_000;

let app: TestApp;
let user: SignedIn;

const list = (token?: string, query = '') =>
  bodyOf<PageBody<Notice>>(app.call('GET', path + query, token === undefined ? {} : { token }));
const read = (id: number, who = user) => app.call('POST', `${path}${id}/read/`, { token: who.token });

beforeEach(async () => {
  app = await createTestApp();
  user = await app.signIn();
});

describe('notices', () => {
  it('show guests the public ones, members all, pinned first, then the newest', async () => {
    const ago = (days: number) => new Date(app.clock.now() - days * day);
    await storeNotice(app.deps, { title: '古い', audience: 'public', published: ago(3) });
    await storeNotice(app.deps, { title: '固定', isPinned: true, published: ago(9) });
    await storeNotice(app.deps, { title: '新しい', published: ago(1) });
    await storeNotice(app.deps, { title: 'まだ', audience: 'public', published: ago(-1) });
    const titles = (page: PageBody<Notice>) => page.results.map((notice) => notice.title);
    expect(titles(await list(user.token))).toEqual(['固定', '新しい', '古い']);
    expect(titles(await list())).toEqual(['古い']);
  });

  it('are filtered by category', async () => {
    await storeNotice(app.deps, { category: 'exam', title: '模試' });
    await storeNotice(app.deps, { category: 'info' });
    const page = await list(user.token, '?category=exam');
    expect([page.count, page.results[0]?.title]).toEqual([1, '模試']);
  });

  it('hold each member’s own read state', async () => {
    const id = await storeNotice(app.deps);
    const other = await app.signIn();
    expect((await read(id)).status).toBe(204);
    expect((await read(id)).status).toBe(204);
    expect((await list(user.token)).results).toMatchObject([{ id, is_read: true }]);
    expect((await list(other.token)).results).toMatchObject([{ id, is_read: false }]);
  });

  it('are read all at once, those to come not yet', async () => {
    await storeNotice(app.deps);
    await storeNotice(app.deps);
    await storeNotice(app.deps, { published: new Date(app.clock.now() + 60_000) });
    await app.call('POST', `${path}read_all/`, { token: user.token });
    app.clock.advance(120_000);
    expect((await list(user.token)).results.map((notice) => notice.is_read)).toEqual([false, true, true]);
  });

  it('open one by one: a guest is asked to log in, one that is not out is not there', async () => {
    const member = await storeNotice(app.deps, { title: '会員' });
    const open = await storeNotice(app.deps, { title: '公開', audience: 'public' });
    const later = await storeNotice(app.deps, { published: new Date(app.clock.now() + day) });
    expect(await bodyOf(app.call('GET', `${path}${open}/`))).toMatchObject({
      title: '公開',
      body_html: '<p>本文</p>',
    });
    expect(await refusalOf(app.call('GET', `${path}${member}/`))).toBe('401 unauthorized');
    expect(await bodyOf(app.call('GET', `${path}${member}/`, { token: user.token }))).toMatchObject({
      title: '会員',
    });
    expect(await refusalOf(app.call('GET', `${path}${later}/`, { token: user.token }))).toBe('404 not_found');
    expect(await refusalOf(read(later))).toBe('404 not_found');
  });

  it('say nothing of members to a guest, and refuse an expired token', async () => {
    const member = await storeNotice(app.deps, { title: '会員だけ', bodyHtml: '<p>秘密</p>' });
    const open = await storeNotice(app.deps, { audience: 'public' });
    await read(open);
    expect(await list()).toMatchObject({ count: 1, results: [{ id: open, is_read: false }] });
    expect(await list(undefined, '?category=info')).toMatchObject({ count: 1 });
    const refused = await (await app.call('GET', `${path}${member}/`)).text();
    expect(refused).not.toMatch(/会員だけ|秘密/);
    expect(await refusalOf(app.call('GET', `${path}4242/`))).toBe('404 not_found');
    expect(await refusalOf(app.call('GET', `${path}?page=0`))).toBe('400 validation');
    app.clock.advance((app.deps.config.accessTtl + 1) * 1000);
    expect(await refusalOf(app.call('GET', `${path}${open}/`, { token: user.token }))).toBe(
      '401 unauthorized',
    );
  });
});
