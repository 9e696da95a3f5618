import type { OutboxRow } from '#shared/lib/db/outboxRow.ts';
import { isFailing } from '#shared/lib/outbox/failing.ts';
import { texts } from './texts.ts';

/** A change in words: what it does, and the text that would be lost with it (`null`: none). */
export type ChangeWords = { what: string; text: string | null };

type Fields = Record<string, unknown>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function noteWords({ method, view }: OutboxRow): ChangeWords {
  const { body } = fieldsOf(fieldsOf(view).note);
  const text = typeof body === 'string' && body !== '' ? body : null;
  const { noteNew, noteEdit, noteDelete } = texts.what;
  return { what: method === 'POST' ? noteNew : method === 'DELETE' ? noteDelete : noteEdit, text };
}

function letterWords({ body }: OutboxRow): ChangeWords {
  const text = fieldsOf(fieldsOf(body).body).body;
  return { what: texts.what.letter, text: typeof text === 'string' ? text : null };
}

/** The name of each kind of change. A kind that is not listed is just called a change. */
const words: Record<string, (row: OutboxRow) => string> = {
  bookmark: ({ body }) => (fieldsOf(body).is_check === true ? texts.what.bookmarkOn : texts.what.bookmarkOff),
  favorite: ({ body }) =>
    fieldsOf(body).is_favorite === false ? texts.what.favoriteOff : texts.what.favoriteOn,
  check: ({ body }) => texts.what.check[Number(fieldsOf(body).level)] || texts.what.checkOff,
  watch: () => texts.what.watch,
  'forget-watch': () => texts.what.forget,
  notice: () => texts.what.notice,
  preference: () => texts.what.preference,
};

/** Describes a change of the queue in the learner's words. */
export function describeChange(row: OutboxRow): ChangeWords {
  if (row.kind === 'note') return noteWords(row);
  if (row.kind === 'letter') return letterWords(row);
  return { what: words[row.kind]?.(row) ?? texts.what.other, text: null };
}

/** The message about the whole queue: first what needs the learner, then what waits. */
export type SyncStory =
  | { kind: 'saved' }
  | { kind: 'decide'; count: number }
  | { kind: 'away'; count: number }
  | { kind: 'failing'; count: number }
  | { kind: 'underWay'; count: number };

/** Sums up the queue in one sentence. `isOnline`: the server can be reached. */
export function storyOf(rows: readonly OutboxRow[], isOnline: boolean): SyncStory {
  const refused = rows.filter(({ state }) => state === 'refused').length;
  if (refused > 0) return { kind: 'decide', count: refused };
  if (rows.length === 0) return { kind: 'saved' };
  const isPromised = !rows.some(isFailing);
  return { kind: !isOnline ? 'away' : isPromised ? 'underWay' : 'failing', count: rows.length };
}
