import { captivePortal, type Effect, maintenanceAnswer } from '../offline-kit/effects.ts';
import { ScriptedNetwork, type Seen } from '../offline-kit/network.ts';
import { darkening, type Fault, type FaultKind } from './steps.ts';

const work = /^\/api\/lms\/(bookmark|favorite|check|note|watchhistory)\//;
const json = { 'content-type': 'application/json' };

const effects: Record<FaultKind, Effect> = {
  'drop-request': { kind: 'drop-request' },
  'drop-answer': { kind: 'drop-answer' },
  'cut-answer': { kind: 'cut', after: 10 },
  stall: { kind: 'stall' },
  'stall-body': { kind: 'stall-body', after: 10 },
  duplicate: { kind: 'duplicate' },
  delay: { kind: 'delay', ms: 150 },
  'hold-request': { kind: 'hold-request' },
  'hold-answer': { kind: 'hold-answer' },
  'answer-500': { kind: 'answer', status: 500, headers: json, body: '{"code":"server","detail":""}' },
  'answer-503': maintenanceAnswer({ code: 'maintenance', detail: '' }),
  captive: captivePortal,
  refuse: {
    kind: 'answer',
    status: 403,
    headers: json,
    body: '{"code":"forbidden","detail":"この講座は変更できません。","request_id":"chaos"}',
  },
};

/** What a request is to the plan; `null`: of no concern. */
function kindOf({ method, path }: Seen): Fault['on'] | null {
  if (path === '/accounts/token/refresh/') return 'refresh';
  if (!work.test(path)) return null;
  return method === 'GET' ? 'read' : 'write';
}

/** The line of one device: it does what the plan says to the requests the plan names, and keeps all of them. */
export class Link {
  readonly network: ScriptedNetwork;
  /** Nothing gets through, though the network still looks as if it were there. */
  isDark = false;
  /** Changes that were sent again while a former try was still on its way from a living tab. */
  readonly doubled: string[] = [];
  /** Requests that were on their way when a tab was killed. */
  readonly #orphans = new Set<Seen>();
  #armed: Fault | null = null;
  #met = 0;
  #hit: Seen | null = null;

  constructor(network: ScriptedNetwork) {
    this.network = network;
    network.decideBy((seen) => this.#decide(seen));
  }

  static async to(serverPort: number): Promise<Link> {
    return new Link(await ScriptedNetwork.to(serverPort));
  }

  /** Puts a fault in wait for its request. */
  arm(fault: Fault | null): void {
    this.#armed = fault;
    this.#met = 0;
    this.#hit = null;
  }

  /** Ends waiting for a request that never came; answers the one that was met. */
  disarm(): { fault: Fault; seen: Seen } | null {
    const fault = this.#armed;
    const seen = this.#hit;
    this.#armed = null;
    return fault && seen ? { fault, seen } : null;
  }

  /** The fault in wait has met its request. */
  get isHit(): boolean {
    return this.#hit !== null;
  }

  /**
   * A tab is about to be killed. What is on its way may be its own: the other tabs send that again, often before the
   * connection of the dead one is seen to close.
   */
  expectDeath(): void {
    for (const seen of this.network.seen()) if (seen.state !== 'over') this.#orphans.add(seen);
  }

  /** Requests of the app that are neither over nor held. */
  running(): Seen[] {
    return this.network
      .seen()
      .filter(({ state, path }) => state === 'running' && !path.startsWith('/media/'));
  }

  /** Whether something waits for the plan. */
  get isHolding(): boolean {
    return this.network.seen().some(({ state }) => state === 'held');
  }

  #decide(seen: Seen): Effect | null {
    this.#watchKeys(seen);
    if (this.isDark) return { kind: 'drop-request' };
    const fault = this.#armed;
    if (!fault || this.#hit || kindOf(seen) !== fault.on) return null;
    this.#met += 1;
    if (this.#met < fault.nth) return null;
    this.#hit = seen;
    this.isDark = darkening.has(fault.kind);
    return effects[fault.kind];
  }

  /** Of one change only one try may be on its way: whoever sends holds the lock (offline.md 3.65). */
  #watchKeys(seen: Seen): void {
    const key = seen.headers['idempotency-key'];
    if (typeof key !== 'string') return;
    const isSame = (other: Seen) =>
      other !== seen &&
      other.state !== 'over' &&
      !this.#orphans.has(other) &&
      other.headers['idempotency-key'] === key;
    if (this.network.seen().some(isSame)) this.doubled.push(`${seen.method} ${seen.path} ${seen.body}`);
  }
}
