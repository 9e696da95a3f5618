/**
 * The learner disconnects the network on purpose (product.md 4.8). `waiting`: the network is still there · `off`: it is
 * gone · `back`: it was gone and is there again.
 */
export type Cut = {
  phase: 'idle' | 'waiting' | 'off' | 'back';
  /** How many answers there were when the network went off, and when it came back. */
  before: number;
  after: number;
  /** What the learner tried without a network. */
  hasChanged: boolean;
  hasReloaded: boolean;
};

export const noCut: Cut = { phase: 'idle', before: 0, after: 0, hasChanged: false, hasReloaded: false };

/**
 * Events of the test. `answers`: how many the device has stored, read from its storage. `isNewPage`: this page was
 * opened while the network was off.
 */
export type CutEvent =
  | { kind: 'start' }
  | { kind: 'stop' }
  | { kind: 'seen'; isReachable: boolean; answers: number; isNewPage: boolean }
  | { kind: 'changed'; answers: number };

function afterLook(cut: Cut, { isReachable, answers, isNewPage }: Extract<CutEvent, { kind: 'seen' }>): Cut {
  if (cut.phase === 'waiting' && !isReachable) return { ...cut, phase: 'off', before: answers };
  if (cut.phase !== 'off') return cut;
  if (isReachable) return { ...cut, phase: 'back', after: answers };
  return isNewPage && !cut.hasReloaded ? { ...cut, hasReloaded: true } : cut;
}

/** The next state. Only real contact with the server counts, never what the browser believes. */
export function nextCut(cut: Cut, event: CutEvent): Cut {
  switch (event.kind) {
    case 'start':
      return { ...noCut, phase: 'waiting' };
    case 'stop':
      return noCut;
    case 'changed':
      // Answers that the learner added or removed are not lost ones.
      return cut.phase === 'off' ? { ...cut, hasChanged: true, before: event.answers } : cut;
    case 'seen':
      return afterLook(cut, event);
  }
}

/** Whether every answer was still there. */
export function isWhole({ phase, before, after }: Cut): boolean {
  return phase === 'back' && after >= before;
}
