import { expect, it } from 'vitest';
import type { StoredSubject } from '../../db/schema/entryExam.ts';
import { markSubject, rightOf, weakAreas } from './mark.ts';

const question = (id: string, area: string, answer: number) => ({
  id,
  area,
  answer,
  body: '',
  passage: '',
  lang: 'ja' as const,
  quote: '',
  options: [],
  why: [],
});
const subject: StoredSubject = {
  id: 'math',
  name: '数学',
  areas: [
    { id: 'a', name: '強い', courses: [] },
    { id: 'b', name: '弱い', courses: [] },
    { id: 'c', name: 'いちばん弱い', courses: [] },
  ],
  questions: [
    question('a1', 'a', 1),
    question('a2', 'a', 2),
    question('a3', 'a', 3),
    question('b1', 'b', 1),
    question('b2', 'b', 2),
    question('c1', 'c', -13),
  ],
};
const answers = Object.fromEntries(
  Object.entries({ a1: '1', a2: '2', a3: '9', b1: '1', b2: '', c1: '13' }).map(([id, value]) => [
    id,
    { value, at: 1 },
  ]),
);

it('an answer is right by its number, in whatever width it was typed', () => {
  const isRight = (answer: number, value: string) => {
    const [own] = markSubject({ questions: [question('q', 'a', answer)] }, { q: { value, at: 1 } });
    return own?.isRight;
  };
  expect(['-13', '−１３', ' ー13 '].map((value) => isRight(-13, value))).toEqual([true, true, true]);
  expect(['13', '', '-13.5', 'x', '- 13'].map((value) => isRight(-13, value))).toEqual(
    Array.from({ length: 5 }, () => false),
  );
  expect(isRight(0, '')).toBe(false);
});

it('a subject is marked question by question, and areas below two thirds are told, the weakest first', () => {
  const marked = markSubject(subject, answers);
  expect(marked.map((one) => one.isRight)).toEqual([true, true, false, true, false, false]);
  expect(rightOf(marked)).toBe(3);
  expect(weakAreas(subject, marked).map(({ id }) => id)).toEqual(['c', 'b']);
  expect(rightOf(markSubject(subject, {}))).toBe(0);
});
