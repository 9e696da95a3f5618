import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { type Notice, noticeSchema } from '#contracts/study.ts';
import { deleteUserDb, openUserDb } from '#shared/lib/db/userDb.ts';
import { putReadIntent, readNotice, saveNotice, saveNoticePage, saveReadAnswer } from './local.ts';

const notice = (is_read: boolean): Notice => noticeSchema.parse({ id: '7', title: '休講', is_read });
const times = { startedAt: 1000, savedAt: 2000 };
const pageOf = (one: Notice) => ({ results: [one], count: 1, next: null, previous: null }) as never;

afterEach(() => deleteUserDb('a'));

describe('a notice that was read', () => {
  it('stays so when a list comes that left the server before it knew', async () => {
    const db = await openUserDb('a');
    await saveNoticePage(db, '', pageOf(notice(false)), times);
    await saveReadAnswer(db, { view: { notice: '7' } } as never);
    await saveNoticePage(db, '', pageOf(notice(false)), times);
    expect((await readNotice(db, '7'))?.data.is_read).toBe(true);
    await saveNotice(db, notice(false), 3000);
    expect((await readNotice(db, '7'))?.data.is_read).toBe(true);
  });

  it('is taken over from the server', async () => {
    const db = await openUserDb('a');
    await saveNotice(db, notice(false), 1000);
    await saveNotice(db, notice(true), 2000);
    expect((await readNotice(db, '7'))?.data.is_read).toBe(true);
  });

  it('counts once, also when the screen gets it unread again before the mark is sent', async () => {
    const db = await openUserDb('a');
    await saveNotice(db, notice(false), 1000);
    const marks = [putReadIntent(db, notice(false)), putReadIntent(db, notice(false))];
    expect(await Promise.all(marks)).toEqual([true, false]);
    await db.outbox.clear();
    await saveReadAnswer(db, { view: { notice: '7' } } as never);
    expect(await putReadIntent(db, notice(false))).toBe(false);
  });
});
