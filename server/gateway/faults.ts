/**
 * The fault script (money.md 3.2): what goes wrong, at which call, for which order. Written as JSON, in a file or as
 * the body of `POST /faults`:
 * `[{ "fault": "drop_after", "on": "SecureTran2", "nth": 1 }, { "fault": "notify:late:60000", "order": "K2704" }]`,
 * or `{ "rules": […], "seed": 7, "rate": 0.2 }`, which adds faults by a seed.
 */
export type FaultRule = {
  /**
   * `drop_before` the connection breaks before the call has its effect · `drop_after` it breaks after the effect ·
   * `5xx`, `html`, `empty`, `truncate`, `bad_bytes` broken answers after the effect (`:before`: instead of it) ·
   * `delay:<ms>` (`:before`) · `error:<code>` instead of it · `amount:<yen>` another sum is charged · `search_lag:<n>` ·
   * `clock:<ms>` · `challenge_closed` · `notify:` `twice`, `late:<ms>`, `before_reply`, `reordered`, `never`,
   * `wrong_shop`
   */
  fault: string;
  /** Name of a call, `ExecTran`; `notify` for notifications. By default everything that the fault can affect. */
  on?: string;
  /** Beginning of an OrderID. */
  order?: string;
  /** Only the first, second … of the matching calls. */
  nth?: number;
  /** How often at most. */
  times?: number;
};

export type FaultScript = FaultRule[] | { rules?: FaultRule[]; seed?: number; rate?: number };

const names = new Set([
  'drop_before',
  'drop_after',
  'delay',
  '5xx',
  'html',
  'empty',
  'truncate',
  'bad_bytes',
  'error',
  'amount',
  'search_lag',
  'clock',
  'challenge_closed',
  'notify',
]);

/** A fault with the text after its colon. */
export type Fault = { name: string; value: string; number: number; isBefore: boolean };

function faultOf(text: string): Fault {
  const [name = '', ...rest] = text.split(':');
  const isBefore = rest.at(-1) === 'before';
  const value = rest.filter((part) => part !== 'before').join(':');
  const number = Number(/-?\d+$/.exec(value)?.[0] ?? 0);
  return { name, value, number, isBefore };
}

/** A generator of numbers from 0 to 1 that is determined by a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const seededCalls = [
  'drop_before',
  'drop_after',
  '5xx',
  '5xx:before',
  'html',
  'truncate',
  'bad_bytes',
  'error:E92000001',
  'error:E90010001',
  'error:E91099999',
  'error:42C030000',
];
const seededNotes = ['notify:twice', 'notify:never', 'notify:before_reply', 'notify:reordered'];

/** Faults that affect notifications, not calls. */
const isNote = (fault: string) => fault.startsWith('notify:');

export type FaultBook = {
  /** Replaces the script. Throws an Error that names an unknown fault. */
  set(script: FaultScript): void;
  /** Faults for one call; counts the call. */
  ofCall(call: string, orderId: string): Fault[];
  /** Faults for one notification; counts the notification. */
  ofNote(orderId: string): Fault[];
  /** Faults that affect an order for as long as they are set: `search_lag` and `challenge_closed`. */
  lasting(name: string, orderId: string): Fault | null;
};

export function createFaults(initial: FaultScript = []): FaultBook {
  let rules: { rule: FaultRule; seen: number; played: number }[] = [];
  let random: (() => number) | null = null;
  let rate = 0;

  const isLasting = (fault: string) => /^(search_lag|challenge_closed)(:|$)/.test(fault);

  function played(wants: (rule: FaultRule) => boolean): Fault[] {
    return rules
      .filter(({ rule }) => wants(rule))
      .filter((state) => {
        state.seen += 1;
        if (state.rule.nth !== undefined && state.seen !== state.rule.nth) return false;
        if (state.rule.times !== undefined && state.played >= state.rule.times) return false;
        state.played += 1;
        return true;
      })
      .map(({ rule }) => faultOf(rule.fault));
  }

  function seeded(kinds: string[]): Fault[] {
    if (random === null || random() >= rate) return [];
    return [faultOf(kinds[Math.floor(random() * kinds.length)] as string)];
  }

  const fits = (rule: FaultRule, orderId: string) =>
    rule.order === undefined || orderId.startsWith(rule.order);

  const book: FaultBook = {
    set(script) {
      const given = Array.isArray(script) ? { rules: script } : script;
      for (const { fault } of given.rules ?? []) {
        if (!names.has(fault.split(':')[0] as string)) throw new Error(`There is no fault "${fault}".`);
      }
      rules = (given.rules ?? []).map((rule) => ({ rule, seen: 0, played: 0 }));
      rate = 'rate' in given ? (given.rate ?? 0.2) : 0.2;
      random = 'seed' in given && given.seed !== undefined ? seededRandom(given.seed) : null;
    },
    ofCall: (call, orderId) => [
      ...played(
        (rule) =>
          !isNote(rule.fault) &&
          !isLasting(rule.fault) &&
          (rule.on === undefined || rule.on === call) &&
          fits(rule, orderId),
      ),
      ...seeded(seededCalls),
    ],
    ofNote: (orderId) => [
      ...played((rule) => isNote(rule.fault) && fits(rule, orderId)),
      ...seeded(seededNotes),
    ],
    lasting: (name, orderId) => {
      const state = rules.find(({ rule }) => faultOf(rule.fault).name === name && fits(rule, orderId));
      return state ? faultOf(state.rule.fault) : null;
    },
  };
  book.set(initial);
  return book;
}
