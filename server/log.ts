export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** One JSON object a line. Never pass tokens, passwords, bodies or query strings. */
export type Log = {
  info(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
};

/** Writes everything to standard output, also errors, because a single stream keeps the order. */
export function jsonLog(write: (line: string) => void = (line) => process.stdout.write(line)): Log {
  const emit = (level: 'info' | 'error', event: string, fields: LogFields = {}) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`);
  return {
    info: (event, fields) => emit('info', event, fields),
    error: (event, fields) => emit('error', event, fields),
  };
}

/** Drops everything; for tests and commands. */
export const silentLog: Log = { info: () => undefined, error: () => undefined };
