import { sql } from 'drizzle-orm';
import { readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { silentLog } from '#server/log.ts';
import { startServer } from '#server/start.ts';

/** What every test server answers: `sql`: what the database says. */
export type RowsQuestion = { ask: 'rows'; sql: string };

/**
 * Starts the real server in this process, with a door for the tests that started it (`AppServer.ask` of the offline
 * kit): `answer` answers what they ask or wish for, besides `rows`. Ends when they end.
 */
export async function serveWithDoor<Question extends { ask: string }>(
  answer: (deps: Deps, question: Exclude<Question, RowsQuestion>) => Promise<unknown>,
): Promise<void> {
  const { deps, stop } = await startServer(readConfig(process.env), silentLog);
  const reply = async (question: Question | RowsQuestion): Promise<unknown> => {
    if (!isRows(question)) return answer(deps, question as Exclude<Question, RowsQuestion>);
    return ((await deps.db.execute(sql.raw(question.sql))) as unknown as { rows: unknown[] }).rows;
  };
  process.on('message', (question: (Question | RowsQuestion) & { id: number }) => {
    reply(question).then(
      (result) => process.send?.({ id: question.id, answer: result }),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void stop().then(() => process.exit(0)));
  }
  process.once('disconnect', () => process.exit(0));
  console.log('READY');
}

function isRows(question: { ask: string }): question is RowsQuestion {
  return question.ask === 'rows';
}
