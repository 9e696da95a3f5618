import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DownloadRow } from '#shared/lib/db/downloadRows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { closeUserDb, deleteUserDb, openUserDb } from '#shared/lib/db/userDb.ts';
import { KeptReader, useKeptOfCourse } from './keptByCourse.ts';

/** Enough of an element for React to mount components that draw nothing. */
const container = {
  nodeType: 1,
  tagName: 'DIV',
  namespaceURI: 'http://www.w3.org/1999/xhtml',
  addEventListener: () => undefined,
  ownerDocument: { addEventListener: () => undefined, activeElement: null },
} as unknown as HTMLElement;

let db: UserDb;
let unmount: () => void;
/** What the card of each course shows. */
let marks: Record<string, string[] | undefined>;
/** Whether a card lost its mark at some time. */
let wasLost: boolean;

function Card({ course }: { course: string }) {
  const rows = useKeptOfCourse(course);
  if (marks[course] && !rows) wasLost = true;
  marks[course] = rows?.map(({ lesson, state }) => `${lesson} ${state}`);
  return null;
}

beforeEach(async () => {
  vi.stubGlobal('window', { HTMLIFrameElement: class {} });
  marks = {};
  wasLost = false;
  db = await openUserDb('7');
  const root = createRoot(container);
  root.render(
    <>
      <KeptReader />
      <Card course="1" />
      <Card course="2" />
    </>,
  );
  unmount = () => root.unmount();
});
afterEach(async () => {
  unmount();
  closeUserDb();
  await deleteUserDb('7');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const put = (lesson: string, course: string, state: DownloadRow['state']) =>
  db.downloads.put({ key: `${lesson}:video`, lesson, course, state } as DownloadRow);

const show = (expected: typeof marks) => vi.waitFor(() => expect(marks).toEqual(expected));

test('each card has the downloads of its course, and follows them', async () => {
  await put('a', '1', 'queued');
  await show({ 1: ['a queued'] });
  await put('b', '2', 'ready');
  await put('a', '1', 'ready');
  await show({ 1: ['a ready'], 2: ['b ready'] });
  await db.downloads.clear();
  await show({});
});

test('marks stay while the browser has closed the database, and follow it again once it is open', async () => {
  await put('a', '1', 'queued');
  await show({ 1: ['a queued'] });
  const otherTab = await new Dexie(db.name).open();
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const refused = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
  });
  db.backendDB().onclose?.(new Event('close'));
  await otherTab.table('downloads').update('a:video', { state: 'ready' });
  await vi.waitFor(() => expect(warn).toHaveBeenCalledWith('downloads: not read', expect.anything()));
  refused.mockRestore();
  await show({ 1: ['a ready'] });
  await put('a', '1', 'broken');
  await show({ 1: ['a broken'] });
  expect(wasLost).toBe(false);
  otherTab.close();
});
