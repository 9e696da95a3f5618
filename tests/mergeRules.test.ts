import { describe, expect, it } from 'vitest';
import { laterIntent, type MarkIntent } from '#contracts/markRule.ts';
import { joinTexts, judgeNoteChange, type NoteState } from '#contracts/noteRule.ts';
import { mergeSettings, type Settings } from '#contracts/settingsRule.ts';
import {
  joinWatches,
  mergeWatch,
  type Range,
  type WatchReport,
  type WatchState,
} from '#contracts/watchRule.ts';
import { holdsForAll } from './properties.ts';

/**
 * offline.md 3.70, 5.6, product.md 3.9.6: whatever several devices did, one of them away for days, every order and
 * every repetition of the deliveries ends in the same state.
 */
const noon = Date.parse('2026-11-21T12:00:00+09:00');
const day = 86_400_000;

/** The same operations as another network would deliver them: shuffled, some of them twice. */
function deliveries<Item>(items: readonly Item[], random: () => number): Item[] {
  const twice = items.flatMap((item) => (random() < 0.4 ? [item, item] : [item]));
  return twice
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** States after four deliveries of the same operations. */
function ends<Item, State>(
  random: () => number,
  make: (random: () => number) => Item,
  apply: (state: State | null, item: Item) => State,
): State[] {
  const items = Array.from({ length: 2 + Math.floor(random() * 12) }, () => make(random));
  const run = (order: Item[]) => order.reduce<State | null>(apply, null) as State;
  return [run(items), ...Array.from({ length: 3 }, () => run(deliveries(items, random)))];
}

function expectAgreement<State>(states: State[]): void {
  for (const state of states) expect(state).toEqual(states[0]);
}

const pick = <Item>(random: () => number, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;
/** Moments of two busy devices and a stale one; few of them, so that two fall together now and then. */
const moment = (random: () => number) =>
  noon - pick(random, [0, 0, 3 * day, 40 * day]) - Math.floor(random() * 6) * 1000;

describe('marks', () => {
  const levels = [0, 1, 2, 3] as const;
  const make = (random: () => number): MarkIntent<number> => ({
    value: pick(random, levels),
    at: moment(random),
  });
  const apply = (state: MarkIntent<number> | null, next: MarkIntent<number>) =>
    state ? laterIntent(state, next) : next;

  it('agree in every order', () => holdsForAll((random) => expectAgreement(ends(random, make, apply))));

  it('are what the learner last wanted: off stays off although a stale device says on', () => {
    const off = { value: false, at: noon };
    const stale = { value: true, at: noon - 3 * day };
    expect([laterIntent(off, stale), laterIntent(stale, off)]).toEqual([off, off]);
  });
});

describe('watching', () => {
  const lesson = { duration: 600, now: noon };
  const range = (random: () => number): Range => {
    const from = Math.floor(random() * 600);
    return [from, from + Math.floor(random() * 200)];
  };
  const make = (random: () => number): WatchReport => ({
    position: pick(random, [0, 2, Math.floor(random() * 600)]),
    ranges: Array.from({ length: Math.floor(random() * 3) }, () => range(random)),
    rate: pick(random, [1, 1.5]),
    clientAt: moment(random),
    restart: random() < 0.2,
    deviceId: pick(random, ['phone', 'tablet', null]),
  });

  it('agrees in every order', () =>
    holdsForAll((random) =>
      expectAgreement(
        ends(random, make, (state: WatchState | null, report: WatchReport) =>
          mergeWatch(state, report, lesson),
        ),
      ),
    ));

  it('never forgets a second, a completion or the furthest second', () =>
    holdsForAll((random) => {
      let state: WatchState | null = null;
      for (let step = 0; step < 12; step += 1) {
        const next: WatchState = mergeWatch(state, make(random), lesson);
        const before: WatchState = state ?? next;
        expect(next.ranges.at(-1)?.[1] ?? 0).toBeGreaterThanOrEqual(before.ranges.at(-1)?.[1] ?? 0);
        expect(next.isCompleted || !before.isCompleted).toBe(true);
        expect(joinWatches(next, before, lesson.duration).ranges).toEqual(next.ranges);
        state = next;
      }
    }));

  it('of two devices that merged for themselves joins into one', () =>
    holdsForAll((random) => {
      const merged = () =>
        [make(random), make(random), make(random)].reduce<WatchState | null>(
          (state, report) => mergeWatch(state, report, lesson),
          null,
        ) as WatchState;
      const [a, b, c] = [merged(), merged(), merged()];
      const join = (x: WatchState, y: WatchState) => joinWatches(x, y, lesson.duration);
      expect(join(join(a, b), c)).toEqual(join(a, join(b, c)));
      expect(join(a, b)).toEqual(join(b, a));
    }));
});

describe('settings', () => {
  type Values = { theme: string; rate: number; caption: boolean };
  const make = (random: () => number): Settings<Values> => {
    const field = pick(random, ['theme', 'rate', 'caption'] as const);
    const value = {
      theme: pick(random, ['light', 'dark']),
      rate: pick(random, [1, 2]),
      caption: random() < 0.5,
    };
    return { values: { [field]: value[field] }, at: { [field]: moment(random) } };
  };

  it('agree in every order', () =>
    holdsForAll((random) =>
      expectAgreement(
        ends(random, make, (state: Settings<Values> | null, next: Settings<Values>) =>
          state ? mergeSettings(state, next) : next,
        ),
      ),
    ));

  it('take each field from its own last writer, in both orders', () => {
    const phone: Settings<Values> = {
      values: { theme: 'dark', rate: 2 },
      at: { theme: noon, rate: noon - day },
    };
    const tablet: Settings<Values> = {
      values: { theme: 'light', rate: 1 },
      at: { theme: noon - day, rate: noon },
    };
    expect(mergeSettings(phone, tablet).values).toEqual({ theme: 'dark', rate: 1 });
    expect(mergeSettings(tablet, phone).values).toEqual({ theme: 'dark', rate: 1 });
  });

  it('were chosen before anything with a time when they have none', () => {
    const old: Settings<Values> = { values: { theme: 'dark' }, at: {} };
    const next: Settings<Values> = { values: { theme: 'light' }, at: { theme: 1 } };
    expect(mergeSettings(old, next).values.theme).toBe('light');
    expect(mergeSettings(next, old).values.theme).toBe('light');
  });
});

describe('notes', () => {
  type Change = NoteState & { device: string };
  const make = (random: () => number): Change => ({
    body: pick(random, ['赤', '青', '緑']),
    sec: 10,
    rev: pick(random, [1, 1, 2, 3]),
    device: pick(random, ['phone', 'tablet']),
  });
  /** The note as the server has it, and every text that somebody still has to choose about. */
  type Kept = { note: NoteState; asked: Set<string> };
  const apply = ({ note, asked }: Kept, change: Change): Kept => {
    const verdict = judgeNoteChange(note, change);
    if (verdict === 'apply') return { note: { ...change, rev: note.rev + 1 }, asked };
    return { note, asked: verdict === 'conflict' ? new Set([...asked, change.body]) : asked };
  };

  it('lose no text in any order: it is the note, was built upon, or is asked about', () =>
    holdsForAll((random) => {
      const changes = Array.from({ length: 6 }, () => make(random));
      const built: string[] = ['はじめ'];
      let kept: Kept = { note: { body: 'はじめ', sec: 10, rev: 1 }, asked: new Set() };
      for (const change of deliveries(changes, random)) {
        const before = kept.note;
        kept = apply(kept, change);
        // Only a change that was made on the present revision may take its place.
        if (kept.note !== before) expect(change.rev).toBe(before.rev);
        built.push(kept.note.body);
        expect(built.includes(change.body) || kept.asked.has(change.body)).toBe(true);
      }
    }));

  it('of two devices meet the same way in both orders: the first counts, the other is asked about', () => {
    const start = { body: 'はじめ', sec: 10, rev: 1 };
    for (const [first, second] of [
      ['赤', '青'],
      ['青', '赤'],
    ] as const) {
      const current = { ...start, body: first, rev: 2 };
      expect(judgeNoteChange(start, { ...start, body: first })).toBe('apply');
      expect(judgeNoteChange(current, { ...start, body: second })).toBe('conflict');
      expect(judgeNoteChange(current, { ...start, body: first })).toBe('same');
    }
  });

  it('can be joined, once and not longer than a note may be', () => {
    expect(joinTexts('赤', '青')).toBe('赤\n\n青');
    expect(joinTexts('赤\n\n青', '青')).toBe('赤\n\n青');
    expect(joinTexts('青', '赤\n\n青')).toBe('赤\n\n青');
    expect(joinTexts('あ'.repeat(600), 'い'.repeat(600))).toBeNull();
  });
});
