import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '#contracts/accounts.ts';
import { storageHealth } from '#shared/lib/db/health.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { currentDb, deleteUserDb } from '#shared/lib/db/userDb.ts';
import { createDrain } from '#shared/lib/outbox/drain.ts';
import { enqueue } from '#shared/lib/outbox/enqueue.ts';
import { provideSend, sendNow } from '#shared/lib/outbox/wake.ts';
import { enterMember, stopMember } from './memberStart.ts';

let stand: () => void = () => undefined;
vi.mock('#shared/lib/loading/pageStands.ts', () => ({
  pageStands: () =>
    new Promise<void>((resolve) => {
      stand = resolve;
    }),
}));
/** What the background work does about the queue, without the rest of it. */
vi.mock('./memberWork.ts', () => ({
  startWork: (userId: string, db: UserDb) => {
    begun += 1;
    if (isLost) throw new TypeError('Failed to fetch dynamically imported module');
    const drain = createDrain({ db, userId, kinds: [kind], onAnswered: () => undefined });
    const stopSending = provideSend(() => drain.run(true));
    return () => {
      stopSending();
      drain.stop();
    };
  },
  keepAsking: () => () => undefined,
}));

let begun = 0;
let isLost = false;
const sent: string[] = [];
const loadLater = vi.fn(async () => undefined);
const kind = {
  kind: 'check',
  tables: [],
  send: async (_: UserDb, { entity }: { entity: string }) => void sent.push(entity),
  answered: async () => undefined,
  refreshes: () => [],
};
const change = (lesson: string) =>
  enqueue(currentDb(), {
    kind: 'check',
    entity: `check:${lesson}`,
    method: 'POST',
    path: '/api/lms/check/',
    body: { lesson, level: 1 },
    label: '',
  });

beforeEach(async () => {
  [begun, isLost] = [0, false];
  sent.length = 0;
  loadLater.mockClear();
  // Without a browser there is no stored user; a device that keeps nothing has no other tabs either.
  storageHealth.set('memory');
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work());
  await enterMember({ id: '7' } as User, loadLater);
});
afterEach(async () => {
  stopMember();
  await deleteUserDb('7');
  storageHealth.set('ok');
  vi.unstubAllGlobals();
});

test('what a learner sends before the background work has begun is sent, and the work begins once', async () => {
  await change('1');
  expect(begun).toBe(0);
  await sendNow();
  expect(sent).toEqual(['check:1']);
  expect(await currentDb().outbox.count()).toBe(0);
  expect(loadLater).not.toHaveBeenCalled();
  stand();
  await vi.waitFor(() => expect(loadLater).toHaveBeenCalledOnce());
  await change('2');
  await sendNow();
  expect(sent).toEqual(['check:1', 'check:2']);
  expect(begun).toBe(1);
});

test('when the background work cannot begin, nothing is lost and the next try begins it', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  await change('1');
  isLost = true;
  await sendNow();
  expect([sent, await currentDb().outbox.count()]).toEqual([[], 1]);
  isLost = false;
  await sendNow();
  expect([sent, await currentDb().outbox.count()]).toEqual([['check:1'], 0]);
  expect(begun).toBe(2);
  warn.mockRestore();
});
