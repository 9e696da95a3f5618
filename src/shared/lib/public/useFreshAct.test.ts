import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setClock } from '../time/clock.ts';
import type { PublicMirror } from './publicAnswer.ts';
import { useFreshAct } from './useFreshAct.ts';

/** As much of React as the hook needs: its memory between two renders, and its effects after a render. */
const react = vi.hoisted(() => {
  const cells: unknown[] = [];
  let at = 0;
  let isChanged = false;
  let due: (() => void)[] = [];
  const useState = (first: unknown) => {
    const own = at;
    at += 1;
    if (!(own in cells)) cells[own] = first;
    const set = (next: unknown) => {
      isChanged ||= !Object.is(cells[own], next);
      cells[own] = next;
    };
    return [cells[own], set];
  };
  const useEffect = (effect: () => void, facts: unknown[]) => {
    const former = cells[at] as unknown[] | undefined;
    if (facts.some((fact, nth) => !Object.is(fact, former?.[nth]))) due.push(effect);
    cells[at] = facts;
    at += 1;
  };
  const useEffectEvent = (event: () => void) => event;
  const render = <Shown>(component: () => Shown): Shown => {
    let shown: Shown;
    do {
      isChanged = false;
      at = 0;
      due = [];
      shown = component();
      for (const effect of due) effect();
    } while (isChanged);
    return shown;
  };
  const forget = () => {
    cells.length = 0;
  };
  return { useState, useEffect, useEffectEvent, render, forget };
});
vi.mock('react', () => react);

const noon = Date.parse('2027-03-31T03:00:00Z');
/** What a campaign's sign-up depends on. */
const open = JSON.stringify(['open', '2027-04-30']);
const ended = JSON.stringify(['ended', '2027-03-30']);

const act = vi.fn();
const retry = vi.fn();
const preventDefault = vi.fn();
/** A kept page before the server was asked. */
const copy = { savedAt: noon - 86_400_000, isConfirmed: false, isFetching: false, error: null };
const asked = { ...copy, isFetching: true };
const confirmed = { ...copy, savedAt: noon, isConfirmed: true };

/** The screen with this answer. */
const show = (answer: Partial<PublicMirror<unknown>>, facts = open) =>
  react.render(() => useFreshAct({ ...answer, retry } as PublicMirror<unknown>, { facts, act }));
const press = (answer: Partial<PublicMirror<unknown>>, facts = open) =>
  show(answer, facts).press({ preventDefault });

let putBack = () => {};
beforeEach(() => {
  react.forget();
  vi.clearAllMocks();
  putBack = setClock(() => noon);
});
afterEach(() => putBack());

it('what the server has said a moment ago is acted on at once', () => {
  expect(press(confirmed)).toBe(true);
  expect(preventDefault).not.toHaveBeenCalled();
  expect(show(confirmed).wait).toBe('none');
});

it('a press on a copy asks the server, and goes on by itself when it says the same, once', () => {
  expect(press(copy)).toBe(false);
  expect(preventDefault).toHaveBeenCalledTimes(1);
  expect(retry).toHaveBeenCalledTimes(1);
  expect(show(asked).wait).toBe('waiting');
  expect(act).not.toHaveBeenCalled();
  expect(show(confirmed).wait).toBe('none');
  show({ ...confirmed, savedAt: noon + 1 });
  expect(act).toHaveBeenCalledTimes(1);
});

it('a campaign that has ended meanwhile is not acted on, and the learner is told; nor by what comes later', () => {
  press(copy);
  show(asked);
  expect(show(confirmed, ended).wait).toBe('changed');
  expect(show({ ...confirmed, savedAt: noon + 1 }, ended).wait).toBe('changed');
  expect(act).not.toHaveBeenCalled();
});

it('where nobody answers it says so, and an answer that comes later does nothing by itself', () => {
  press(copy);
  show(asked);
  expect(show({ ...copy, error: new TypeError('Failed to fetch') }).wait).toBe('kept');
  expect(show(confirmed).wait).toBe('none');
  expect(act).not.toHaveBeenCalled();
});
