import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { expect, it } from 'vitest';
import type { AnswerKey } from '#contracts/examKey.ts';
import { type Cells, digestOf } from '#contracts/examMerge.ts';
import { score } from '#contracts/examScore.ts';
import { openPglite, queryRows } from './client.ts';
import { migrationsFolder } from './migrate.ts';

type Journal = { entries: { tag: string }[] };

/** The first `count` migrations only, as an older version of this program brought them. */
function olderMigrations(count: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'konomanavi-migrations-'));
  cpSync(migrationsFolder, folder, { recursive: true });
  const file = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal;
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  return folder;
}

/**
 * A database as `count` migrations left it, with the rows that `rows` (SQL) put there, migrated to the present shape.
 */
async function broughtForward(count: number, rows: string) {
  const folder = olderMigrations(count);
  const database = await openPglite({});
  await migrate(drizzle(database.client), { migrationsFolder: folder });
  await database.client.exec(rows);
  await database.migrate();
  rmSync(folder, { recursive: true });
  return database;
}

it.each([1, 2])(
  'a database of %i migrations comes to the present shape with what it holds',
  async (count) => {
    const database = await broughtForward(
      count,
      `insert into users (email, password_hash, family_name) values ('old@example.jp', 'x', '山田')`,
    );
    const users = await queryRows(database.db, sql`select email, family_name from users`);
    expect(users).toEqual([{ email: 'old@example.jp', family_name: '山田' }]);
    await database.migrate();
    await database.close();
  },
);

it('a lesson seen to its end before that time was kept takes the time it was last watched', async () => {
  // The course and the lesson themselves do not matter here, so the references to them are not checked.
  const database = await broughtForward(
    8,
    `set session_replication_role = replica;
     insert into watch_histories (user_id, lesson_id, course_id, position, position_at, position_restart, ranges,
                                  rate, watched_rate, is_completed, watched_at, rev)
     values (1, 1, 1, 9, '2026-04-01', false, '[]', 1, 1, true, '2026-04-02', 1),
            (1, 2, 1, 9, '2026-04-01', false, '[]', 1, 0, false, '2026-04-02', 1);
     set session_replication_role = default`,
  );
  const rows = await queryRows(
    database.db,
    sql`select lesson_id, completed_at = watched_at as kept from watch_histories order by lesson_id`,
  );
  expect(rows).toEqual([
    { lesson_id: 1, kept: true },
    { lesson_id: 2, kept: null },
  ]);
  await database.close();
});

it('content that was there before it had a version has one', async () => {
  const database = await broughtForward(11, '');
  expect(await queryRows(database.db, sql`select version from content_version`)).toHaveLength(1);
  await database.close();
});

it('an attempt to pay that was there before has its network from its order, and its end', async () => {
  const database = await broughtForward(
    18,
    `set session_replication_role = replica;
     insert into orders (order_no, kind, status, subtotal, discount, total, method, buyer, confirm_text, confirm_hash,
                         confirm_version, agreed_from, agreed_with, is_test, created, modified)
       select 'K-' || k, k, 'failed', 1, 0, 1, 'card', '', '[]', '', 1, 'home', '', false, '2026-04-01', '2026-04-01'
       from unnest(array['renewal', 'sale']) k;
     insert into payment_attempts (order_id, n, method, gateway_order_id, amount, state, return_ref, created, modified)
       select o.id, n, 'card', o.id || '-' || n, 1, case n when 1 then 'refused' else 'entered' end, o.id || 'r' || n,
              '2026-04-01', '2026-04-09'
       from orders o, generate_series(1, 2) n`,
  );
  const rows = await queryRows(
    database.db,
    sql`select o.kind, a.n, a.asked_from, a.ended_at = '2026-04-01' as is_ended from payment_attempts a
        join orders o on o.id = a.order_id order by o.kind, a.n`,
  );
  expect(rows).toEqual([
    { kind: 'renewal', n: 1, asked_from: null, is_ended: true },
    { kind: 'renewal', n: 2, asked_from: null, is_ended: null },
    { kind: 'sale', n: 1, asked_from: 'home', is_ended: true },
    { kind: 'sale', n: 2, asked_from: 'home', is_ended: null },
  ]);
  await database.close();
});

it('sittings of the entry exam are attempts with what was answered in them, whether they run or have ended', async () => {
  const question = (id: string, options: string[], answer: number) => ({
    id,
    area: 'a',
    body: '問い',
    passage: '',
    lang: 'ja',
    quote: '',
    options,
    answer,
    why: [],
  });
  const subjects = ['japanese', 'math'].map((id) => ({
    id,
    name: id,
    areas: [{ id: 'a', name: '分野', courses: [] }],
    questions: [question(`${id}-1`, ['あ', 'い'], 2), question(`${id}-2`, [], -3)],
  }));
  const test = (at: number) => `00000000-0000-4000-8000-00000000000${at}`;
  const database = await broughtForward(
    17,
    `insert into packs (key, name, license, credits, fingerprint, imported)
       values ('p', '教材', 'CC0', '[]', 'x', '2026-04-01');
     insert into entry_exams (key, pack, is_current, subjects, imported) values
       ('p-old', 'p', false, '${JSON.stringify(subjects)}', '2026-04-01'),
       ('p-new', 'p', true, '${JSON.stringify(subjects)}', '2026-04-02');
     insert into entry_tests (id, exam_id, email, grade, subjects, created, expires, started, finished) values
       ('${test(1)}', 1, 'a@example.jp', 'j3', '["japanese","math"]', '2026-04-01', '2026-05-01', '2026-04-03', null),
       ('${test(2)}', 2, 'b@example.jp', 'j3', '["math"]', '2026-04-01', '2026-05-01', '2026-04-03', '2026-04-04');
     insert into entry_sittings
       (test_id, subject, started, deadline, finished, is_timed_out, answers, outage_ms, late_sync) values
       ('${test(1)}', 'japanese', '2026-04-03T00:00Z', '2026-04-03T00:16Z', null, false,
         '{"japanese-2":{"value":"\\"３","at":7},"japanese-1":{"value":"2","at":5,"lo":4},"x":{"value":"","at":6}}',
         60000, false),
       ('${test(1)}', 'math', '2026-04-03T01:00Z', '2026-04-03T01:15Z', '2026-04-03T01:10Z', false, '{}', 0, false),
       ('${test(2)}', 'math', '2026-04-03T01:00Z', '2026-04-03T01:15Z', '2026-04-03T01:15Z', true,
         '{"math-2":{"value":"-3","at":9}}', 0, true)`,
  );
  const rows = await queryRows<Record<string, unknown>>(
    database.db,
    sql`select t.email, a.subject, v.hash as version, a.state, a.ended_by, a.base_deadline = a.started_at + interval '15 minutes' as is_whole,
          a.deadline - a.base_deadline = interval '1 minute' as has_more, a.late_sync, a.is_final, n.cells, n.digest
        from exam_attempts a join entry_tests t on t.id = a.entry_test_id join exam_answers n on n.attempt_id = a.id
          join exam_subjects b on b.id = a.subject_id join exam_versions v on v.id = b.version_id
        order by t.email, a.subject`,
  );
  const cell = (v: string, at: number, lo = at) => ({ v, at, lo, f: false, fat: 0, flo: 0 });
  const given: Cells[] = [
    { 'japanese-1': cell('2', 5, 4), 'japanese-2': cell('"３', 7), x: cell('', 6) },
    {},
    { 'math-2': cell('-3', 9) },
  ];
  const one = { email: 'a@example.jp', version: 'p-old', is_whole: true, late_sync: false, is_final: false };
  expect(rows).toEqual(
    [
      { ...one, subject: 'japanese', state: 'running', ended_by: null, has_more: true },
      { ...one, subject: 'math', state: 'submitted', ended_by: 'user', has_more: false },
      {
        ...{ email: 'b@example.jp', version: 'p-new', is_whole: true, late_sync: true, is_final: true },
        ...{ subject: 'math', state: 'timed_out', ended_by: 'time', has_more: false },
      },
    ].map((row, at) => expect.objectContaining({ ...row, cells: given[at] })),
  );
  expect(rows.map(({ digest }) => digest)).toEqual(await Promise.all(given.map(digestOf)));
  const keys = await queryRows<{ key: AnswerKey }>(
    database.db,
    sql`select k.key from exam_key_revisions k join exam_subjects b on b.id = k.subject_id
        join exams x on x.version_id = b.version_id where b.key = 'math'`,
  );
  expect(keys.map(({ key }) => score(key, { 'math-1': '2', 'math-2': '−３' }).total)).toEqual([2]);
  expect(await queryRows(database.db, sql`select kind from exam_jobs`)).toEqual([
    { kind: 'score' },
    { kind: 'score' },
  ]);
  await database.close();
});
