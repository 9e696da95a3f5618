import { expect, it } from 'vitest';
import { entryInputSchema } from '#contracts/entryExam.ts';
import { checkEntry, type EntryValues, entryInputOf } from './entryApply.ts';

const values: EntryValues = {
  grade: 'j3',
  subjects: ['math'],
  email: ' Ｍio@Example.jp ',
  agree_terms: true,
};

it('says what is missing in the words of product.md, and nothing when all is there', () => {
  expect(checkEntry({ grade: '', subjects: [], email: '', agree_terms: false })).toEqual({
    grade: '学年を選択してください。',
    subjects: '受ける教科を選択してください。',
    email: 'メールアドレスを入力してください。',
    agree_terms: '利用規約・プライバシーポリシーへの同意が必要です。',
  });
  expect(checkEntry({ ...values, email: 'mio@' }).email).toBe('メールアドレスの形式が正しくありません。');
  expect(Object.values(checkEntry(values)).filter(Boolean)).toEqual([]);
});

it('sends what the contract takes, with the address in the form in which it is kept', () => {
  const input = entryInputOf(values);
  expect(entryInputSchema.parse(input)).toEqual(input);
  expect(input.email).toBe('mio@example.jp');
});
