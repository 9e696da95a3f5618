import { DrizzleQueryError } from 'drizzle-orm';
import type { LogFields } from './log.ts';

/** Where an error was thrown, without its message, which may quote values. */
function framesOf(error: Error): string {
  const lines = error.stack?.split('\n') ?? [];
  return lines.filter((line) => /^\s+at /.test(line)).join('\n');
}

function codeOf(error: Error): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

/**
 * What a log may contain about an error. The message of a failed query quotes its values (addresses, hashes). So the
 * query is named without them, and the database's own message is used instead.
 */
export function failureFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { message: String(error) };
  if (!(error instanceof DrizzleQueryError)) {
    const cause = error.cause instanceof Error ? error.cause.message : undefined;
    return { error: error.name, message: error.message, code: codeOf(error), cause, stack: framesOf(error) };
  }
  const cause = error.cause ?? error;
  const message = cause === error ? 'query failed' : cause.message;
  return { error: 'QueryError', message, code: codeOf(cause), query: error.query, stack: framesOf(error) };
}
