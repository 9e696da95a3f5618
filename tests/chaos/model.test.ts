import { describe, expect, it } from 'vitest';
import { Model, union } from './model.ts';

describe('marks', () => {
  const marks = (model: Model) => Object.fromEntries(model.expected().marks);

  it('end as whoever came last wanted them, on whatever device', () => {
    const model = new Model(2);
    model.mark('star', 0, 1, 0);
    model.mark('star', 1, 1, 0);
    model.mark('star', 0, 0, 1);
    model.mark('level', 1, 3, 0);
    model.mark('level', 0, 2, 0);
    expect(marks(model)).toMatchObject({ level: [2] });
    expect(model.expected().marks.get('star')?.[0]).toBe(0);
  });

  it('may forget changes that took each other back before anything was sent', () => {
    const model = new Model(2);
    model.mark('star', 0, 1, 0);
    model.mark('star', 1, 1, 0);
    model.mark('star', 0, 0, 1);
    expect(marks(model)).toEqual({ star: [0, 1] });
  });

  it('may forget changes that took each other back after the server had heard of what was before', () => {
    const model = new Model(2);
    model.mark('level', 0, 3, 0);
    model.mark('level', 0, 2, 3);
    model.mark('level', 1, 1, 2);
    model.mark('level', 0, 1, 2);
    model.mark('level', 0, 2, 1);
    expect(marks(model)).toEqual({ level: [2, 1] });
    expect([...model.lastWords(0)]).toEqual([]);
  });

  it('are shown at any time by the device that had the last word', () => {
    const model = new Model(2);
    model.mark('star', 0, 1, 0);
    model.mark('level', 0, 2, 0);
    model.mark('star', 1, 0, 1);
    expect([...model.lastWords(0)]).toEqual([['level', 2]]);
    expect([...model.lastWords(1)]).toEqual([['star', 0]]);
  });

  it('forget nothing once the device has sent', () => {
    const model = new Model(2);
    model.mark('star', 0, 1, 0);
    model.drained(0);
    model.mark('star', 1, 1, 0);
    model.mark('star', 0, 0, 1);
    expect(marks(model)).toEqual({ star: [0] });
  });

  it('go back to what was before a refused change, which is to be shown', () => {
    const model = new Model(2);
    model.mark('star', 1, 1, 0);
    model.mark('star', 0, 0, 1);
    model.refuse('star', 0, 0);
    expect(marks(model)).toEqual({ star: [1] });
    expect(model.expected().refused).toEqual([['star'], []]);
    model.mark('star', 0, 0, 1);
    expect(marks(model)).toEqual({ star: [0] });
    expect(model.expected().refused).toEqual([[], []]);
  });
});

describe('notes', () => {
  const notes = (model: Model) => {
    const { notes: there, goneNotes } = model.expected();
    return { there, gone: goneNotes };
  };

  it('are there until somebody who has read them replaces or deletes them', () => {
    const model = new Model(2);
    model.write('a', []);
    model.write('b', []);
    model.write('c', ['a']);
    model.delete(['b']);
    expect(notes(model)).toEqual({ there: ['c'], gone: ['a', 'b'] });
  });

  it('keep both versions when two devices change the same one', () => {
    const model = new Model(2);
    model.write('a', []);
    model.write('mine', ['a']);
    model.write('theirs', ['a']);
    expect(notes(model)).toEqual({ there: ['mine', 'theirs'], gone: ['a'] });
    model.choose(['mine'], ['theirs']);
    expect(notes(model)).toEqual({ there: ['mine'], gone: ['a', 'theirs'] });
  });

  it('are a conflict unless one was written by somebody who had read the other', () => {
    const model = new Model(2);
    model.write('a', []);
    model.write('b', ['a']);
    model.write('c', ['b']);
    model.write('d', ['a']);
    expect(model.isConflict(['b'], ['c'])).toBe(false);
    expect(model.isConflict(['a'], ['c'])).toBe(false);
    expect(model.isConflict(['d'], ['c'])).toBe(true);
    model.delete(['b']);
    expect(model.isConflict(['b'], ['c'])).toBe(true);
  });

  it('come back when the learner chooses them after they were replaced', () => {
    const model = new Model(2);
    model.write('a', []);
    model.delete(['a']);
    model.write('b', ['a']);
    model.choose(['a', 'b'], []);
    expect(notes(model)).toEqual({ there: ['a', 'b'], gone: [] });
    model.write('c', ['a', 'b']);
    expect(notes(model)).toEqual({ there: ['c'], gone: ['a', 'b'] });
  });

  it('stay as the server has them when the learner leaves it at the other version', () => {
    const model = new Model(2);
    model.write('a', []);
    model.write('mine', ['a']);
    model.write('theirs', ['a']);
    model.leave(['theirs'], ['mine']);
    expect(notes(model)).toEqual({ there: ['theirs'], gone: ['a', 'mine'] });
    model.write('theirs, later', ['theirs']);
    expect(notes(model)).toEqual({ there: ['theirs, later'], gone: ['a', 'mine', 'theirs'] });
    model.leave(['theirs'], ['mine']);
    expect(notes(model)).toEqual({ there: ['theirs, later'], gone: ['a', 'mine'] });
  });

  it('keep a text whose former version was deleted elsewhere', () => {
    const model = new Model(2);
    model.write('a', []);
    model.delete(['a']);
    model.write('b', ['a']);
    expect(notes(model)).toEqual({ there: ['b'], gone: ['a'] });
  });
});

it('watching is the union of what was seen, and the last place', () => {
  const model = new Model(1);
  model.watch('1', [[0, 10]], 10);
  model.watch(
    '1',
    [
      [8, 12],
      [20, 21],
    ],
    21,
  );
  model.watch('1', [], 5);
  expect(model.expected().watches.get('1')).toEqual({
    ranges: [
      [0, 12],
      [20, 21],
    ],
    position: 5,
  });
  expect(
    union([
      [0, 1],
      [1.2, 2],
    ]),
  ).toEqual([[0, 2]]);
});
