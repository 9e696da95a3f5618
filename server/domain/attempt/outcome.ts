import type { ApiError } from '../../errors.ts';

/**
 * How a call of an attempt ended. A refusal with 409, 412 or 423 keeps what came with the call. Thrown inside the
 * transaction, it would undo that; so the route throws it after the transaction (exams.md 3.4).
 */
export type Outcome<Value> = { value: Value } | { refused: ApiError };

/** The value, or throws the refusal. Call it after the transaction. */
export function settled<Value>(outcome: Outcome<Value>): Value {
  if ('refused' in outcome) throw outcome.refused;
  return outcome.value;
}
