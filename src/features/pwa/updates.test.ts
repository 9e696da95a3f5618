import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { holdBusy } from '#shared/lib/loading/busy.ts';
import {
  applyUpdate,
  isPostponed,
  isUrgent,
  noteTakeOver,
  noteUrgent,
  noteWaiting,
  onApply,
  postponeUpdate,
  resumeUpdate,
  setReload,
  updateState,
} from './updates.ts';

const reload = vi.fn();
const ask = vi.fn();

/** What the tab keeps over a reload. */
function tabStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/** The learner has pressed, the old worker was still busy, and the page has loaded once more in the old version. */
async function loadInFormerVersion(): Promise<void> {
  noteWaiting();
  await applyUpdate();
  vi.advanceTimersByTime(3000);
  expect(reload).toHaveBeenCalledOnce();
  reload.mockClear();
  ask.mockClear();
  updateState.set('none');
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', tabStorage());
  // Nothing is pending from the previous test.
  resumeUpdate(false);
  vi.useFakeTimers();
  updateState.set('none');
  isPostponed.set(false);
  isUrgent.set(false);
  setReload(reload);
  onApply(ask);
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

describe('a new version', () => {
  it('changes nothing by itself: the first worker of a device and a waiting one never reload', () => {
    noteTakeOver(true);
    noteWaiting();
    expect(updateState.get()).toBe('waiting');
    vi.runAllTimers();
    expect(reload).not.toHaveBeenCalled();
  });

  it('comes when the learner says so', async () => {
    noteWaiting();
    await applyUpdate();
    expect(ask).toHaveBeenCalledOnce();
    noteTakeOver(false);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('comes within 3 s even when no worker answers', async () => {
    noteWaiting();
    await applyUpdate();
    vi.advanceTimersByTime(3000);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('waits while another tab is busy, and comes when that has ended', async () => {
    const release = holdBusy('video');
    noteWaiting();
    const applied = applyUpdate();
    await vi.waitFor(() => expect(updateState.get()).toBe('queued'), { timeout: 30_000 });
    vi.advanceTimersByTime(60_000);
    expect(ask).not.toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();
    release();
    await applied;
    expect(ask).toHaveBeenCalledOnce();
  });

  it('that waits for another tab can still be put away', async () => {
    const release = holdBusy('download');
    noteWaiting();
    const applied = applyUpdate();
    await vi.waitFor(() => expect(updateState.get()).toBe('queued'), { timeout: 30_000 });
    postponeUpdate();
    await applied;
    release();
    vi.runAllTimers();
    expect(updateState.get()).toBe('waiting');
    expect(ask).not.toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();
  });

  it('that is urgent cannot be put away, and still waits for the tap', () => {
    noteUrgent();
    noteWaiting();
    postponeUpdate();
    vi.runAllTimers();
    expect(isPostponed.get()).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  it('only tells the other tabs', () => {
    noteWaiting();
    noteTakeOver(false);
    expect(updateState.get()).toBe('active');
    expect(reload).not.toHaveBeenCalled();
  });

  it('that takes longer than the 3 s comes without a second tap', async () => {
    await loadInFormerVersion();
    noteWaiting();
    resumeUpdate(true);
    expect(ask).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(60_000);
    expect(reload).not.toHaveBeenCalled();
    noteTakeOver(false);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('that took over while the page was loading comes at once, and only once', async () => {
    await loadInFormerVersion();
    resumeUpdate(false);
    expect(reload).toHaveBeenCalledOnce();
    updateState.set('none');
    resumeUpdate(false);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('that comes late does not pull the page away from a learner who has begun something, nor after 「あとで」', async () => {
    await loadInFormerVersion();
    resumeUpdate(true);
    const release = holdBusy('note');
    noteTakeOver(false);
    expect(updateState.get()).toBe('active');
    release();
    noteTakeOver(false);
    expect(reload).not.toHaveBeenCalled();

    updateState.set('none');
    await loadInFormerVersion();
    resumeUpdate(true);
    postponeUpdate();
    noteTakeOver(false);
    expect(reload).not.toHaveBeenCalled();
  });
});
