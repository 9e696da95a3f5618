import type { ApiError } from '../../errors.ts';

/**
 * How a call of an attempt ended. 409, 412 and 423 keep what came with the call, so they are not thrown inside of the
 * transaction, which would undo it: the route throws them behind it (exams.md 3.4).
 */
export type Outcome<Value> = { value: Value } | { refused: ApiError };

/** The value, or throws the refusal. To be called behind the transaction. */
export function settled<Value>(outcome: Outcome<Value>): Value {
  if ('refused' in outcome) throw outcome.refused;
  return outcome.value;
}
