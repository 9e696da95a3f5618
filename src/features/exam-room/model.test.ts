import { describe, expect, test } from 'vitest';
import type { Paper, Question, Slot } from '#contracts/examContent.ts';
import type { LocalCells } from '#shared/lib/exam/cells.ts';
import {
  countsOf,
  isCounted,
  needsTypedConfirm,
  neighbourOf,
  optionLabel,
  passagesOf,
  placesOf,
  shownValue,
  signOf,
  stateOf,
  toggleOption,
  togglePick,
} from './model.ts';

const slot = (id: string, kind: Slot['kind'] = 'choice'): Slot => ({
  id,
  kind,
  label: id,
  options: ['1', '2', '3', '4'].map((value) => ({ value, html: value })),
  max: 1,
  signs: '-0123456789',
  chars: null,
  is_drawn: false,
});

const question = (id: string, slots: Slot[], groups: string[][] = []): Question => ({
  id,
  no: 1,
  label: id,
  unit: 'u',
  passage: null,
  anchor: null,
  html: '',
  reading: '',
  lang: 'ja',
  track: null,
  skill: '',
  slots,
  groups: groups.map((own, at) => ({ id: `g${at}`, slots: own, points: 1, rule: 'all' })),
});

const section = (id: string, questions: Question[], passages: string[] = []) => ({
  id,
  name: id,
  html: '',
  passages,
  questions,
});

const paper: Paper = {
  format: 1,
  exam: 'e',
  subject: 's',
  version: 'v',
  name: '数学',
  minutes: 70,
  points: 100,
  units: [],
  sections: [
    section('s1', [question('q1', [slot('1'), slot('2')])], ['p1']),
    section('s4', [question('q4', [slot('4')])]),
    section('s5', [question('q5', [slot('5')])]),
  ],
  choices: [{ id: 'elective', name: '選択問題', choose: 1, of: ['s4', 's5'] }],
  passages: [{ id: 'p1', kind: 'text', title: '', lang: 'ja', html: '', anchors: [], figure: null }],
  tracks: [],
};

const cells = (values: Record<string, string>): LocalCells =>
  Object.fromEntries(Object.entries(values).map(([id, v]) => [id, { v, lo: 1, hi: 1, isDirty: false }]));

describe('what is counted', () => {
  test('of a choice that is not made, as many sections as are asked', () => {
    expect(countsOf(paper, cells({ 1: '2' }))).toEqual({ all: 3, answered: 1, flagged: 0 });
  });

  test('of a choice that is made, the chosen ones; what lies outside is kept and does not count', () => {
    const own = cells({ 'pick:elective': 's5', 4: '1', 5: '1' });
    expect(countsOf(paper, own)).toEqual({ all: 3, answered: 1, flagged: 0 });
    expect(isCounted(paper, own, 's4')).toBe(false);
    expect(isCounted(paper, own, 's1')).toBe(true);
  });

  test('a blank is no answer', () => {
    const [first] = paper.sections[0]?.questions ?? [];
    if (!first) throw new Error('no question');
    expect(stateOf(cells({ 1: '2', 2: ' ' }), first)).toBe('part');
    expect(stateOf(cells({}), first)).toBe('open');
    expect(stateOf(cells({ 1: '2', 2: '1' }), first)).toBe('done');
  });

  test('more than a fifth unanswered has to be confirmed in writing', () => {
    expect(needsTypedConfirm({ all: 50, answered: 40 })).toBe(false);
    expect(needsTypedConfirm({ all: 50, answered: 39 })).toBe(true);
  });
});

test('an answer is shown as it is printed, and what was typed as it was typed', () => {
  expect(shownValue({ kind: 'choice' }, '1,3')).toBe('1、3');
  expect(shownValue({ kind: 'choice' }, '?')).toBe('わからない');
  expect(shownValue({ kind: 'text' }, '1,3')).toBe('1,3');
  expect(shownValue({ kind: 'text' }, '?')).toBe('?');
});

describe('choosing', () => {
  test('several stand in the order of the options, and not more than may be', () => {
    const two = { ...slot('1'), max: 2 };
    expect(toggleOption(two, '3', '1')).toBe('1,3');
    expect(toggleOption(two, '1,3', '2')).toBe('1,3');
    expect(toggleOption(two, '1,3', '1')).toBe('3');
  });

  test('sections stand in the order of the paper', () => {
    const choice = { id: 'c', name: '', choose: 2, of: ['s4', 's5', 's6'] };
    expect(togglePick(choice, ['s6'], 's4')).toBe('s4,s6');
    expect(togglePick(choice, ['s4', 's6'], 's4')).toBe('s6');
  });
});

// exams.md 7
describe('row 40: a sign of a mark box', () => {
  test.each([
    ['−', '-'],
    ['ー', '-'],
    ['３', '3'],
    ['12', '2'],
    ['x', null],
    ['', null],
  ])('%s becomes %s', (typed, sign) => {
    expect(signOf('-0123456789', typed)).toBe(sign);
  });

  test('moves on within its group only', () => {
    const marks = question(
      'm',
      [slot('ア', 'mark'), slot('イ', 'mark'), slot('ウ', 'mark')],
      [['ア'], ['イ', 'ウ']],
    );
    expect(neighbourOf(marks, 'ア', 1)).toBeNull();
    expect(neighbourOf(marks, 'イ', 1)).toBe('ウ');
    expect(neighbourOf(marks, 'イ', -1)).toBeNull();
    expect(neighbourOf(marks, 'ウ', -1)).toBe('イ');
  });
});

test('a question is read with the passages of its section', () => {
  const [first, second] = placesOf(paper);
  if (!first || !second) throw new Error('no questions');
  expect(passagesOf(paper, first).map(({ id }) => id)).toEqual(['p1']);
  expect(passagesOf(paper, second)).toEqual([]);
  expect(placesOf(paper).map(({ no }) => no)).toEqual([1, 2, 3]);
});

test('an option carries its number, in a circle and to be read aloud', () => {
  expect(optionLabel('1', 0)).toEqual({ sign: '①', spoken: '1番 ' });
  expect(optionLabel('0', 0).sign).toBe('⓪');
  expect(optionLabel('12', 11).sign).toBe('⑫');
  // A choice imported from another program has its own values.
  expect(optionLabel('choice-b', 1)).toEqual({ sign: '②', spoken: '2番 ' });
  expect(optionLabel('99', 24).sign).toBe('25');
});
