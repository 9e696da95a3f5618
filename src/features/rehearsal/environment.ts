import { codeDay, type Environment } from '#features/rehearsal/environmentCode.ts';
import type { Cut } from './cut.ts';
import { isWhole } from './cut.ts';
import { type CheckName, checkNames, type Facts } from './facts.ts';
import type { Rehearsal } from './store.ts';
import { type Verdict, verdictOf } from './verdicts.ts';

/** The result of all checks together. */
export type Outcome = {
  fails: { name: CheckName; verdict: Verdict }[];
  notes: { name: CheckName; verdict: Verdict }[];
  /** Checks that were not made yet. */
  open: CheckName[];
  /** Whether the practice has been handed in. */
  isPractised: boolean;
  /** The device is fit: everything was checked and practised, and nothing failed. */
  isFit: boolean;
};

/** Sums up the checks and the practice. Disconnecting is optional: some devices cannot be disconnected. */
export function outcomeOf({ facts, attempt }: Rehearsal): Outcome {
  const found = checkNames.map((name) => ({ name, verdict: verdictOf(name, facts) }));
  const at = (level: Verdict['level']) =>
    found.flatMap(({ name, verdict }) => (verdict?.level === level ? [{ name, verdict }] : []));
  const open = found.filter(({ verdict }) => verdict === null).map(({ name }) => name);
  const fails = at('fail');
  const isPractised = attempt?.handedIn != null;
  return {
    fails,
    notes: at('note'),
    open,
    isPractised,
    isFit: fails.length === 0 && open.length === 0 && isPractised,
  };
}

/** How many of the limits a value has reached. */
function stepOf(value: number, limits: readonly number[]): number {
  return limits.filter((limit) => value >= limit).length;
}

const megabyte = 1024 * 1024;
const storageLimits = [200, 1024, 10 * 1024].map((limit) => limit * megabyte);
const clockLimits = [5000, 30_000];
const speedLimits = [0.5, 1, 2, 5, 10, 30, 100].map((limit) => (limit * 1_000_000) / 8);

/** The device as the code describes it. */
export function environmentOf(facts: Facts, cut: Cut, at: number): Environment {
  const { device = 'other', system = 'other', browser = 'other' } = facts.browser ?? {};
  const presses = facts.input?.presses ?? [];
  return {
    day: codeDay(at),
    device,
    system,
    browser,
    storage: stepOf(facts.storage?.free ?? 0, storageLimits) as Environment['storage'],
    clock: stepOf(Math.abs(facts.clock?.aheadMs ?? 0), clockLimits) as Environment['clock'],
    speed: stepOf(facts.speed?.bytesPerSecond ?? 0, speedLimits),
    sound: facts.sound === 'heard',
    touch: presses.includes('touch') || presses.includes('pen'),
    mouse: presses.includes('mouse'),
    typed: (facts.input?.text ?? '') !== '',
    fullScreen: facts.screen === 'full',
    offline: facts.worker === 'whole',
    cut: isWhole(cut),
  };
}
