import { expect, test } from 'vitest';
import { chooseLost, type LostLesson } from './lost.ts';

const lesson = (id: string): LostLesson => ({
  lesson: id,
  name: id,
  course: { id: '1', name: '数学' },
  inventory: '9',
  rendition: 'video',
});
const device = (device_id: string, ...ids: string[]) => ({
  device_id,
  name: `端末${device_id}`,
  renewed: null,
  lessons: ids.map(lesson),
});
const ids = (lost: ReturnType<typeof chooseLost>) => lost?.lessons.map((one) => one.lesson);

test('what this device had and has no more is lost', () => {
  const lost = chooseLost([device('other', 'x'), device('here', 'a', 'b')], 'here', new Set(['a']), true);
  expect(lost?.kind).toBe('here');
  expect(ids(lost)).toEqual(['b']);
});

test('a new device is offered what the last one keeps', () => {
  const devices = [device('empty'), device('old', 'a', 'b')];
  expect(chooseLost(devices, 'new', new Set(), false)).toMatchObject({
    kind: 'elsewhere',
    deviceName: '端末old',
  });
  expect(ids(chooseLost(devices, 'new', new Set(), true))).toEqual(['a', 'b']);
});

test('nothing is lost where the learner deleted it, on a device that has all of its own, or is in use', () => {
  const devices = [device('other', 'x'), device('here', 'a')];
  expect(chooseLost(devices, 'here', new Set(['a']), true)).toBeNull();
  expect(chooseLost(devices, 'here', new Set(), false)).toBeNull();
  expect(chooseLost(devices, 'new', new Set(['z']), false)).toBeNull();
  expect(chooseLost([], 'new', new Set(), true)).toBeNull();
});
