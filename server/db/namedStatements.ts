import { type PGlite, parse, protocol, type QueryOptions, type Results } from '@electric-sql/pglite';

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;
/** A statement that the database has planned. `types`: of its values; `columns`: the message that describes its rows. */
type Statement = { name: string; types: number[]; columns: Messages };

/** A text that comes so often is worth a plan of its own. */
const often = 3;
/** PostgreSQL's codes for a plan whose tables have changed, and a name that is gone: the text is planned anew. */
const outdated = new Set(['0A000', '26000']);
/** Statements that are kept planned, and texts that are counted. */
const most = { planned: 200, counted: 2_000 };

/**
 * Lets the embedded database plan a query once that comes again and again. PGlite itself parses and plans each time,
 * in six calls, which takes several times as long as the query; PostgreSQL's driver knows named statements. Only
 * `select` outside of transactions, where the many calls of a start are; all else goes as before.
 */
export function planOnce(client: PGlite): void {
  const query = client.query.bind(client);
  const statements = new Map<string, Statement>();
  const counts = new Map<string, number>();
  let named = 0;
  const { serialize } = protocol;
  const send = (...parts: Uint8Array[]) =>
    client.execProtocolStream(Buffer.concat([...parts, serialize.sync()]), {});

  /** The planned statement of a text, or `null` if it has not come often. */
  async function statementOf(text: string): Promise<Statement | null> {
    const known = statements.get(text);
    if (known) return known;
    const count = (counts.get(text) ?? 0) + 1;
    if (counts.size >= most.counted) counts.clear();
    counts.set(text, count);
    if (count < often || statements.size >= most.planned) return null;
    named += 1;
    const name = `planned_${named}`;
    const messages = await send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    const columns = messages.filter((message) => message.name === 'rowDescription');
    const statement = { name, types: parse.parseDescribeStatementResults(messages), columns };
    statements.set(text, statement);
    return statement;
  }

  function valuesOf({ types }: Statement, params: readonly unknown[], options?: QueryOptions) {
    return params.map((value, at) => {
      if (value === null || value === undefined) return null;
      const type = types[at] ?? 0;
      const write = options?.serializers?.[type] ?? client.serializers[type];
      return write ? write(value) : String(value);
    });
  }

  async function run<Row>(statement: Statement, params: readonly unknown[], options?: QueryOptions) {
    const values = valuesOf(statement, params, options);
    const bind = serialize.bind({ statement: statement.name, values });
    const messages = [...statement.columns, ...(await send(bind, serialize.execute({})))];
    const [result] = parse.parseResults(messages, client.parsers, options) as Results<Row>[];
    return result ?? null;
  }

  client.query = async <Row>(text: string, params: unknown[] = [], options?: QueryOptions) => {
    const isPlain = !options?.blob && !options?.onNotice && !options?.paramTypes;
    if (!isPlain || !/^\s*select\b/i.test(text)) return query<Row>(text, params, options);
    await client.waitReady;
    // As PGlite's own `query`: no transaction of others is open, and no other query runs.
    const found = await client._runExclusiveTransaction(() =>
      client._runExclusiveQuery(async () => {
        const statement = await statementOf(text);
        if (!statement) return null;
        return await run<Row>(statement, params, options).catch((error: { code?: string }) => {
          if (!outdated.has(error.code ?? '')) throw error;
          statements.delete(text);
          return null;
        });
      }),
    );
    return found ?? query<Row>(text, params, options);
  };
}
