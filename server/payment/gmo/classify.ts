import type { Failure } from '../port.ts';

/**
 * The kind of the failed call: `charge` moves money or makes a payable slip, `undo` takes something back, `other` does
 * neither, so that an unknown code is harmless there (money.md 7, row 57).
 */
export type CallKind = 'charge' | 'undo' | 'other';

type Class = 'unknown' | 'refused' | 'not_started';
type Verdict = { class: Class; repeat: boolean; alarm: boolean };

const refused: Verdict = { class: 'refused', repeat: false, alarm: false };
const unknown: Verdict = { class: 'unknown', repeat: false, alarm: false };
/** Our fault or a setting: a repetition would fail in the same way. */
const ours: Verdict = { class: 'not_started', repeat: false, alarm: true };
const later: Verdict = { class: 'not_started', repeat: true, alarm: false };

/** Classes of money.md 3 by how a code begins; the first that fits counts. */
const table: [RegExp, Verdict | ((kind: CallKind) => Verdict)][] = [
  // Another call of the same kind is running, or the state is unknown.
  [/^E82|^E90|^E91|^42C|^M91|^M11010999/, unknown],
  // Settled already: search, then take over the state.
  [/^E11010001|^E11$/, unknown],
  // Older than the gateway gives back.
  [/^E1101001[0-7]/, refused],
  // The state does not allow this. For taking back this is an answer; for a charge only a search tells why.
  [/^E11|^M11/, (kind) => (kind === 'charge' ? unknown : refused)],
  [/^E92/, later],
  // A kept card or its member no longer exists: the buyer uses another card.
  [/^E01240002|^E01390002/, refused],
  // Numbers of a card, and tokens.
  [/^E0117|^E0118|^EX1/, refused],
  [/^42G|^E21|^E41/, refused],
  [/^E01|^E61|^M01/, ours],
];

function verdictOf(code: string, kind: CallKind): Verdict {
  const row = table.find(([pattern]) => pattern.test(code))?.[1];
  if (row !== undefined) return typeof row === 'function' ? row(kind) : row;
  return { class: kind === 'other' ? 'refused' : 'unknown', repeat: false, alarm: true };
}

/** Worst first: what may have had its effect, then what is final, then what never started. */
const badness = (verdict: Verdict) =>
  verdict.class === 'unknown' ? 3 : verdict.class === 'refused' ? 2 : verdict.repeat ? 0 : 1;

/** The class of an answer with these errors. The worst of several counts (row 56); `codes` come worst first. */
export function classify(errors: { code: string; info: string }[], kind: CallKind): Failure {
  const judged = errors
    .map(({ code, info }) => info || code)
    .filter((code) => code !== '')
    .map((code) => ({ code, verdict: verdictOf(code, kind) }))
    .sort((one, other) => badness(other.verdict) - badness(one.verdict));
  const codes = judged.map(({ code }) => code);
  const alarm = judged.some(({ verdict }) => verdict.alarm);
  const worst = judged[0]?.verdict ?? unknown;
  switch (worst.class) {
    case 'unknown':
      return { kind: 'unknown', why: 'gateway', codes, alarm };
    case 'refused':
      return { kind: 'refused', codes, alarm };
    case 'not_started':
      return { kind: 'not_started', codes, repeat: worst.repeat, alarm };
  }
}
