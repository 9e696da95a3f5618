import { describe, expect, it } from 'vitest';
import type { Found } from './compare.ts';
import { compare } from './compare.ts';
import { Model } from './model.ts';

function found(where: string, fields: Partial<Found> = {}): Found {
  return { where, marks: new Map(), notes: [], watches: new Map(), ...fields };
}

const note = (word: string, isRefused = false) => ({ words: [word], isRefused });

describe('what is found is compared with what was done', () => {
  it('a mark that one place says otherwise', () => {
    const model = new Model(2);
    model.mark('star', 0, 1, 0);
    const on = new Map([['star', 1]]);
    const places = [found('server', { marks: on }), found('device 0', { marks: on }), found('device 1')];
    expect(compare(model.expected(), places).map(({ where }) => where)).toEqual(['device 1']);
  });

  it('a note that is gone, doubled, or back again', () => {
    const model = new Model(1);
    model.write('a', []);
    model.write('b', []);
    model.write('c', ['b']);
    const places = [found('server', { notes: [note('a'), note('a'), note('b')] })];
    expect(compare(model.expected(), places).map(({ what, found: got }) => `${what} ${got}`)).toEqual([
      'note a 2 times',
      'note c 0 times',
      'note b there',
    ]);
  });

  it('not a text the server refused, as long as it is shown', () => {
    const model = new Model(1);
    model.write('a', []);
    const shown = found('device 0', { notes: [note('a', true)] });
    expect(compare(model.expected(), [found('server'), shown])).toEqual([]);
    expect(compare(model.expected(), [found('server'), found('device 0')])).toHaveLength(2);
  });

  it('seen parts that are missing or too many', () => {
    const model = new Model(1);
    model.watch('1', [[10, 20]], 20);
    const says = (ranges: [number, number][], position = 20) =>
      compare(model.expected(), [found('server', { watches: new Map([['1', { ranges, position }]]) })])
        .length;
    expect(says([[10.1, 20.2]])).toBe(0);
    expect(says([[10, 15]])).toBe(1);
    expect(
      says([
        [10, 20],
        [30, 32],
      ]),
    ).toBe(1);
    expect(says([[10, 20]], 4)).toBe(1);
  });
});
