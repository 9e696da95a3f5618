/** Why an entry could not be delivered. `status` 0: no answer came. */
export type OutboxError = {
  status: number;
  code: string;
  /** Japanese sentence of the server, may be empty. */
  detail: string;
  /** 受付番号 for the support desk, may be empty. */
  request_id: string;
  /** Body of the answer, for kinds that let the learner choose (a note's conflict carries both versions). */
  data: unknown;
};

/** `waiting`: to be sent. `sending`: on its way, must not be changed. `refused`: the learner has to decide. */
export type OutboxState = 'waiting' | 'sending' | 'refused';

/** One change that the server has not confirmed yet (architecture.md 3, offline.md 5.5). Always the whole new state. */
export type OutboxRow = {
  /** Order of the queue, given by the database. */
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
  /** What the learner calls the changed thing: name of the course or lesson. */
  label: string;
  /** What screens need to show the change before the server knows it; only the kind reads it. */
  view: unknown;
  tries: number;
  /** How many of them the server answered with a failure of its own (5xx); rows of older versions do not say. */
  failures?: number;
  /** Epoch ms; not sent before. */
  next_try_at: number;
  state: OutboxState;
  error: OutboxError | null;
};

/** A change as a feature hands it in; the queue adds the rest. */
export type OutboxEntry = Pick<OutboxRow, 'kind' | 'entity' | 'method' | 'path' | 'body' | 'label'> & {
  base_rev?: number | null;
  view?: unknown;
  /** The new state is what the server has: an entry that was never sent is simply dropped. */
  isServerState?: boolean;
};
