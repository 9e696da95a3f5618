/** Two devices of one learner, each with so many tabs. */
export const deviceCount = 2;
export const tabCount = 2;
/** Lessons of the one course everything happens in. */
export const lessonCount = 3;

/**
 * What the learner does in a tab. Lessons are numbers from 0; `pick` chooses among the notes that are shown then, its
 * rest by their number.
 */
export type Act =
  | { do: 'star'; lesson: number }
  | { do: 'bookmark' }
  | { do: 'level'; level: 1 | 2 | 3 }
  | { do: 'add-note' }
  | { do: 'edit-note'; pick: number }
  | { do: 'delete-note'; pick: number }
  | { do: 'choose-version'; pick: number; choice: 'mine' | 'theirs' | 'both' }
  | { do: 'open-lesson'; lesson: number }
  | { do: 'seek'; second: number }
  | { do: 'watch'; second: number };

/** What a fault does to the request it meets. */
export type FaultKind =
  | 'drop-request'
  | 'drop-answer'
  | 'cut-answer'
  | 'stall'
  | 'stall-body'
  | 'duplicate'
  | 'delay'
  | 'hold-request'
  | 'hold-answer'
  | 'answer-500'
  | 'answer-503'
  | 'captive'
  | 'refuse';

/** Meets the `nth` request of its kind in the step it belongs to. */
export type Fault = { on: 'write' | 'read' | 'refresh'; nth: number; kind: FaultKind };

/** One step of a plan. Each is over, with everything it sets going, before the next begins. */
export type Step =
  | { kind: 'act'; device: number; tab: number; act: Act; fault: Fault | null }
  | { kind: 'offline'; device: number }
  | { kind: 'online'; device: number; fault: Fault | null }
  | { kind: 'release'; device: number }
  | { kind: 'focus'; device: number; tab: number }
  | { kind: 'kill-tab'; device: number; tab: number; how: 'crash' | 'close' }
  | { kind: 'reload'; device: number; tab: number; fault: Fault | null }
  | { kind: 'expire-token'; device: number }
  | { kind: 'clock'; device: number; movedBy: number }
  | { kind: 'stop-server'; how: 'kill' | 'stop' }
  | { kind: 'start-server' }
  | { kind: 'deploy'; keepOld: boolean }
  | { kind: 'update'; device: number };

/** Faults after which nothing of the device gets through any more, until the plan brings it back. */
export const darkening: ReadonlySet<FaultKind> = new Set(['drop-request', 'drop-answer', 'cut-answer']);
/** Faults after which requests wait, until the plan lets them go or cuts the line. */
export const holding: ReadonlySet<FaultKind> = new Set([
  'stall',
  'stall-body',
  'hold-request',
  'hold-answer',
]);

/** A step in one line, as reports print it. */
export function describeStep(step: Step): string {
  const { kind, ...rest } = step;
  const words = Object.entries(rest).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`],
  );
  return [kind, ...words].join(' ');
}
