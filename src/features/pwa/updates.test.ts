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
  setReload,
  updateState,
} from './updates.ts';

const reload = vi.fn();
const ask = vi.fn();

beforeEach(() => {
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
});
