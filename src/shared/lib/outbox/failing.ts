import type { OutboxError, OutboxRow } from './row.ts';

/** Whether the server failed of its own accord (5xx). */
export const isFailure = (error: OutboxError | null | undefined): boolean => (error?.status ?? 0) >= 500;

/** Whether a change waits because the server fails over it, and not because it is away. */
export function isFailing({ state, error }: Pick<OutboxRow, 'state' | 'error'>): boolean {
  return state !== 'refused' && isFailure(error);
}
