import { expect, it } from 'vitest';
import type { MockExamDetail } from '#contracts/exam.ts';
import { basicValues } from './entryForms.ts';

/** The fields of an exam that 基本情報 depends on. */
function examWith(fields: Partial<MockExamDetail>): MockExamDetail {
  return { entry: null, subjects: [], basic_start: {}, ...fields } as unknown as MockExamDetail;
}
const entryWith = (info: object) =>
  ({ basic_info: info, selected_subjects: [] }) as unknown as MockExamDetail['entry'];

it('a new entry begins with what profile and the entry before know', () => {
  const basic_start = { family_name: '山田', family_name_kana: 'ヤマダ', grade: 'h3', school: '見本高校' };
  expect(basicValues(examWith({ basic_start, entry: entryWith({}) }), null)).toMatchObject({
    ...basic_start,
    given_name: '',
    track: '',
  });
});

it('what was entered for this exam stays as it is, also where it was left empty', () => {
  const exam = examWith({
    entry: entryWith({ family_name: '山田', grade: 'h2', school: '見本高校' }),
    basic_start: { family_name: '田中', track: 'sciences' },
  });
  expect(basicValues(exam, null)).toMatchObject({ family_name: '山田', grade: 'h2', track: '' });
});

it('a guardian chooses the grade of who sits the exam', () => {
  expect(basicValues(examWith({}), { grade: 'guardian' } as never).grade).toBe('');
});
