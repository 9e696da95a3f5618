import { beforeEach, expect, test, vi } from 'vitest';
import { undoOffer } from './undo.ts';

beforeEach(() => undoOffer.close());

test('an offer that ends unused makes its change, once', () => {
  const undo = vi.fn();
  const commit = vi.fn();
  undoOffer.show('a', undo, commit);
  undoOffer.close();
  undoOffer.close();
  expect(commit).toHaveBeenCalledTimes(1);
  expect(undo).not.toHaveBeenCalled();
});

test('a change that is taken back is not made', () => {
  const undo = vi.fn();
  const commit = vi.fn();
  undoOffer.show('a', undo, commit);
  undoOffer.undo();
  undoOffer.close();
  expect(undo).toHaveBeenCalledTimes(1);
  expect(commit).not.toHaveBeenCalled();
});

test('a newer offer ends the older one', () => {
  const commit = vi.fn();
  undoOffer.show('a', vi.fn(), commit);
  const older = undoOffer.get()?.id;
  undoOffer.show('b', vi.fn());
  expect(commit).toHaveBeenCalledTimes(1);
  undoOffer.close(older);
  expect(undoOffer.get()?.text).toBe('b');
});
