import { expect, it } from 'vitest';
import { fullMinutes, shortened } from './lobbyTime.ts';

const at = (clock: string) => Date.parse(`2027-06-08T${clock}:00+09:00`);
const subject = { minutes: 60, multiplierPct: 100, until: at('20:00') };
const longer = { ...subject, multiplierPct: 150 };

it('row 48: a start half an hour before the end of the window names that end and its minutes', () => {
  expect(shortened(subject, at('19:30'))).toEqual({ until: at('20:00'), minutes: 30 });
});

it('nothing is shorter with time enough, without a window, or at the last moment for all of it', () => {
  expect(shortened(subject, at('18:00'))).toBeNull();
  expect(shortened(subject, at('19:00'))).toBeNull();
  expect(shortened({ ...subject, until: null }, at('19:30'))).toBeNull();
});

it('row 80: who has more time has an end of the window of their own', () => {
  expect(fullMinutes(longer)).toBe(90);
  expect(shortened(longer, at('19:00'))).toBeNull();
  expect(shortened(longer, at('19:30'))).toEqual({ until: at('20:30'), minutes: 60 });
});
