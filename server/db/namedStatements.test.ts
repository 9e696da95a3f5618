import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPglite } from './client.ts';

type Opened = Awaited<ReturnType<typeof openPglite>>;
let opened: Opened;
let client: Opened['client'];

beforeAll(async () => {
  opened = await openPglite({});
  client = opened.client;
  await client.exec(`
    create table one (id int primary key, name text, data jsonb, at timestamptz, list int[]);
    insert into one select n, 'n' || n, '{"x":1}', '2026-04-10T03:00:00Z', '{1,2}' from generate_series(1, 50) n`);
});

afterAll(() => opened.close());

/** How often the database has planned a statement that it keeps by this text. */
async function plans(text: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select (generic_plans + custom_plans)::int as n from pg_prepared_statements where statement = $1',
    [text],
  );
  return rows.reduce((sum, { n }) => sum + n, 0);
}

describe('a query that comes again and again', () => {
  it('is planned once, and answers as before', async () => {
    const text =
      'select id, name, data, at, list, null::text as none from one where id = $1 and name = any($2)';
    const ask = (id: number) => client.query(text, [id, [`n${id}`, "it's"]]);
    const first = await ask(1);
    expect(await plans(text)).toBe(0);
    for (let n = 0; n < 5; n += 1) expect(await ask(1)).toEqual(first);
    expect(await plans(text)).toBeGreaterThan(0);
    expect((await ask(2)).rows).toMatchObject([{ id: 2, name: 'n2', data: { x: 1 }, list: [1, 2] }]);
    expect((await ask(99)).rows).toEqual([]);
    const asList = await client.query(text, [3, ['n3']], { rowMode: 'array', parsers: { 1184: (at) => at } });
    expect(asList.rows).toEqual([[3, 'n3', { x: 1 }, expect.stringMatching(/^2026-04-10/), [1, 2], null]]);
  });

  it('answers each of many at once with its own row', async () => {
    const text = 'select name from one where id = $1';
    const ids = Array.from({ length: 50 }, (_, n) => n + 1);
    const answers = await Promise.all(ids.map((id) => client.query<{ name: string }>(text, [id])));
    expect(answers.map(({ rows }) => rows[0]?.name)).toEqual(ids.map((id) => `n${id}`));
  });

  it('fails with the code of the database, and goes on after it', async () => {
    const text = 'select 6 / $1::int as x';
    for (let n = 0; n < 5; n += 1)
      await expect(client.query(text, [0])).rejects.toMatchObject({ code: '22012' });
    await expect(client.query(text, ['a'])).rejects.toMatchObject({ code: '22P02' });
    expect((await client.query(text, [2])).rows).toEqual([{ x: 3 }]);
  });

  it('waits for the transaction of others, and is asked anew when a table has changed', async () => {
    const text = 'select * from one where name = $1';
    for (let n = 0; n < 5; n += 1) await client.query(text, ['new']);
    const writing = client.transaction(async (tx) => {
      await tx.query("insert into one (id, name) values (100, 'new')");
      await new Promise((done) => setTimeout(done, 20));
      await tx.query('alter table one add column more int default 7');
    });
    expect((await client.query(text, ['new'])).rows).toMatchObject([{ id: 100, more: 7 }]);
    await writing;
    for (let n = 0; n < 5; n += 1)
      expect((await client.query(text, ['n1'])).rows).toMatchObject([{ id: 1, more: 7 }]);
  });
});
