/** Why an entry could not be delivered. `status` 0: no answer came. */
export type OutboxError = {
  status: number;
  code: string;
  /** Japanese sentence of the server, may be empty. */
  detail: string;
  /** 受付番号 for the support desk, may be empty. */
  request_id: string;
  /** Body of the answer, for kinds where the learner chooses (a note's conflict has both versions). */
  data: unknown;
};

/** `waiting`: to be sent. `sending`: being sent, must not be changed. `refused`: the learner has to decide. */
export type OutboxState = 'waiting' | 'sending' | 'refused';

/** One change that the server has not confirmed (architecture.md 3, offline.md 5.5). Always the whole new state. */
export type OutboxRow = {
  /** Position in the outbox, assigned by the database. */
  seq: number;
  /** UUID made when the learner tapped; sent as `Idempotency-Key` with every try. */
  key: string;
  /** What kind of change it is, see `OutboxKind`. */
  kind: string;
  /** What is changed, for example `bookmark:12`. Entries of one entity are sent in order, one at a time. */
  entity: string;
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** `undefined`: no body. */
  body: unknown;
  /** Revision the change was made on, when the resource has one. */
  base_rev: number | null;
  /** ISO time of the tap by the device's clock. */
  client_at: string;
  /** The learner's name for the changed thing: name of the course or lesson. */
  label: string;
  /** What screens need to show the change before the server has it; only the kind reads it. */
  view: unknown;
  tries: number;
  /** How many tries ended with the server's own failure (5xx); rows of older versions lack it. */
  failures?: number;
  /** A change of the same thing before this one may be at the server; rows of older versions lack it. */
  isUncertain?: boolean;
  /** Epoch ms; the entry is not sent earlier. */
  next_try_at: number;
  state: OutboxState;
  error: OutboxError | null;
};

/** A change as a feature passes it in; the outbox adds the rest. */
export type OutboxEntry = Pick<OutboxRow, 'kind' | 'entity' | 'method' | 'path' | 'body' | 'label'> & {
  base_rev?: number | null;
  view?: unknown;
  /** The new state equals the server's: an entry that was never sent is simply deleted. */
  isServerState?: boolean;
};
