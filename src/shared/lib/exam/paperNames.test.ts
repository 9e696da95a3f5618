import { expect, it } from 'vitest';
import { paperSchema } from '#contracts/examContent.ts';
import { namesOf, questionName, slotName } from './paperNames.ts';

const question = (id: string, label: string, slots: [string, string][]) => ({
  ...{ id, label },
  slots: slots.map(([slot, name]) => ({ id: slot, kind: 'choice', label: name })),
});
const names = namesOf(
  paperSchema.parse({
    ...{ format: 1, exam: 'e', subject: 's', version: 'v' },
    sections: [
      { id: 's1', name: '第1問', questions: [question('q1', '問1', [['q1.1', '1']])] },
      { id: 's2', name: '第2問', questions: [question('q2', '問1', [['q2.1', '1']])] },
      { id: 's3', name: '', questions: [question('q3', '問3', [['q3.1', '']])] },
    ],
    choices: [{ id: 'c', name: '選択問題', choose: 1, of: ['s1', 's2'] }],
  }),
);

it('slots with the same label are told apart by 大問 and question', () => {
  expect(slotName(names, 'q1.1')).toEqual({ label: '1', place: '第1問 問1' });
  expect(slotName(names, 'q2.1')).toEqual({ label: '1', place: '第2問 問1' });
  expect(slotName(names, 'q3.1')).toEqual({ label: '', place: '問3' });
  expect(questionName(names, 'q2')).toBe('第2問 問1');
});

it('keeps the names of the sections that can be chosen', () => {
  expect(names.choices).toEqual([{ id: 'c', name: '選択問題', sections: { s1: '第1問', s2: '第2問' } }]);
});

it('of a slot without a name only the end of its id is known, of a question nothing', () => {
  expect(slotName(null, 'q1.ア')).toEqual({ label: 'ア', place: '' });
  expect(questionName(names, 'q9')).toBeNull();
  expect(questionName(null, 'q1')).toBeNull();
});
