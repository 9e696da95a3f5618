import type { OutboxError, OutboxRow } from '../db/outboxRow.ts';

/** Whether the failure is the server's own (5xx). */
export const isFailure = (error: OutboxError | null | undefined): boolean => (error?.status ?? 0) >= 500;

/** Whether a change waits because the server fails on it, and not because the server is away. */
export function isFailing({ state, error }: Pick<OutboxRow, 'state' | 'error'>): boolean {
  return state !== 'refused' && isFailure(error);
}
