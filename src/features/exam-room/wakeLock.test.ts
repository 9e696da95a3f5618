import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** A lock as browsers give it; `lose`: the system releases it (low battery). */
function makeLock() {
  const listeners: (() => void)[] = [];
  const lose = () => {
    for (const listener of listeners) listener();
  };
  return {
    lose,
    lock: {
      release: async () => lose(),
      addEventListener: (_: 'release', listener: () => void) => void listeners.push(listener),
    },
  };
}

let visibility: 'visible' | 'hidden';
let shown: (() => void)[];
let request: ReturnType<typeof vi.fn>;
let keepScreenOn: typeof import('./wakeLock.ts').keepScreenOn;

const settled = () => new Promise((resolve) => setTimeout(resolve));
const show = async (next: 'visible' | 'hidden') => {
  visibility = next;
  for (const listener of [...shown]) listener();
  await settled();
};

beforeEach(async () => {
  visibility = 'visible';
  shown = [];
  request = vi.fn(async () => makeLock().lock);
  vi.stubGlobal('navigator', { wakeLock: { request } });
  vi.stubGlobal('document', {
    get visibilityState() {
      return visibility;
    },
    addEventListener: (_: string, listener: () => void) => void shown.push(listener),
    removeEventListener: (_: string, listener: () => void) => {
      shown = shown.filter((one) => one !== listener);
    },
  });
  vi.resetModules();
  ({ keepScreenOn } = await import('./wakeLock.ts'));
});

afterEach(() => vi.unstubAllGlobals());

describe('row 38: the screen that should stay on', () => {
  it('refused: told once, also when the questions are opened again, and asked for again in front', async () => {
    request.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    const told = vi.fn();
    const end = keepScreenOn(told);
    await settled();
    expect(told).toHaveBeenCalledTimes(1);
    await show('hidden');
    expect(request).toHaveBeenCalledTimes(1);
    await show('visible');
    expect(request).toHaveBeenCalledTimes(2);
    end();
    keepScreenOn(told);
    await settled();
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('lost behind another app: asked for again when the page is back, without a word', async () => {
    const first = makeLock();
    request.mockResolvedValueOnce(first.lock);
    const told = vi.fn();
    keepScreenOn(told);
    await settled();
    visibility = 'hidden';
    first.lose();
    await show('visible');
    expect(request).toHaveBeenCalledTimes(2);
    expect(told).not.toHaveBeenCalled();
  });

  it('lost before the learner’s eyes: told once', async () => {
    const first = makeLock();
    request.mockResolvedValueOnce(first.lock);
    const told = vi.fn();
    keepScreenOn(told);
    await settled();
    first.lose();
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('the end of the exam is no loss, and what is refused after it is not told', async () => {
    const told = vi.fn();
    const end = keepScreenOn(told);
    await settled();
    end();
    await settled();
    request.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    const left = keepScreenOn(told);
    left();
    await settled();
    expect(told).not.toHaveBeenCalled();
    // The next room still has to be told.
    keepScreenOn(told);
    await settled();
    expect(told).toHaveBeenCalledTimes(1);
  });
});
