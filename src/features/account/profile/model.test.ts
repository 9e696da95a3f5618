import { describe, expect, it } from 'vitest';
import { profileInputSchema, profileSchema } from '#contracts/profile.ts';
import { personTexts, tidyKana } from '#shared/form/personRules.ts';
import {
  birthYears,
  checkProfile,
  dayOf,
  inputOf,
  isMinor,
  neededOf,
  valuesOf,
  withLocked,
} from './model.ts';
import { texts } from './texts.ts';

const present = Date.parse('2026-04-10T12:00:00+09:00');
const profile = profileSchema.parse({ id: 1, email: 'hanako@example.jp', phone: '0312345678' });
const filled = {
  ...valuesOf(profile),
  family_name: '山田',
  given_name: '花子',
  birth_date: '2010-4-1',
  grade: 'h1',
};
const guardian = {
  'guardian.name': '山田 太郎',
  'guardian.email': 'taro@example.jp',
  'guardian.relation': 'father',
};
const wrong = (changes: object, account = profile) =>
  Object.fromEntries(
    Object.entries(checkProfile({ ...filled, ...changes }, account, present)).filter(
      ([, message]) => message,
    ),
  );

it.each([
  ['2010-4-1', '2010-04-01'],
  ['2010-02-30', null],
  ['2009-2-29', null],
  ['2008-2-29', '2008-02-29'],
  ['2010--1', null],
  ['--', null],
])('the chosen day %j is %j', (chosen, day) => {
  expect(dayOf(chosen)).toBe(day);
});

it.each([
  ['2008-04-10', false],
  ['2008-04-11', true],
  ['2008-2-29', false],
  ['--', false],
])('who was born on %s is a minor on 10 April 2026: %s', (birthDate, expected) => {
  expect(isMinor(birthDate, present)).toBe(expected);
});

it('counts the day in Japan', () => {
  expect(isMinor('2008-04-11', Date.parse('2026-04-10T15:00:00Z'))).toBe(false);
  expect(birthYears(present).slice(0, 2)).toEqual([2021, 2020]);
});

describe('the profile', () => {
  it('needs birth date and grade only', () => {
    expect(wrong({ family_name: '', given_name: '' })).toEqual({});
    expect(wrong({ birth_date: '2010-2-', grade: '' })).toEqual({
      birth_date: texts.birthForm,
      grade: '学年を選択してください。',
    });
  });

  it.each([
    [{ family_name: 'あ'.repeat(21) }, { family_name: '姓は20文字以内で入力してください。' }],
    [{ given_name: 'a@b<' }, { given_name: '使用できない文字が含まれています:@<' }],
    [{ family_name_kana: '山田' }, { family_name_kana: personTexts.kanaForm }],
    [{ family_name_kana: 'ﾔﾏﾀﾞ', given_name_kana: 'はなこ' }, {}],
    [{ 'school.name': 'あ'.repeat(61) }, { 'school.name': texts.schoolLong }],
  ])('with %j is told %j', (changes, expected) => {
    expect(wrong(changes)).toEqual(expected);
  });

  it('asks for the whole guardian once something is said about one, of minors only', () => {
    expect(wrong({ 'guardian.phone': '090-1234-5678' })).toEqual({
      'guardian.name': '保護者の方のお名前を入力してください。',
      'guardian.relation': '続柄を選択してください。',
      'guardian.email': '保護者の方のメールアドレスを入力してください。',
    });
    expect(wrong({ ...guardian, 'guardian.phone': '12' })).toEqual({
      'guardian.phone': personTexts.phoneForm,
    });
    expect(wrong({ ...guardian, 'guardian.email': ' Hanako@example.jp' })).toEqual({
      'guardian.email': texts.sameEmail,
    });
    expect(wrong({ birth_date: '2000-1-1', 'guardian.phone': '12' })).toEqual({});
  });

  it('takes the address of the account as the guardian’s when a parent has made the account', () => {
    const own = { ...guardian, 'guardian.email': 'hanako@example.jp' };
    expect(wrong(own, { ...profile, registrant: 'self' })).toEqual({ 'guardian.email': texts.sameEmail });
    expect(wrong(own, { ...profile, registrant: 'guardian' })).toEqual({});
  });

  it('keeps a birth date that a guardian has confirmed, whatever was typed before', () => {
    const born = { ...profile, birth_date: '2010-04-11' };
    const asked = { name: '', name_kana: '', email: '', phone: '', relation: 'other', confirmed_at: null };
    const by = (status: 'requested' | 'confirmed') =>
      withLocked(filled, profileSchema.parse({ ...born, guardian: { ...asked, status } })).birth_date;
    expect([by('requested'), by('confirmed')]).toEqual(['2010-4-1', '2010-04-11']);
  });

  it('is sent as the server reads it', () => {
    const values = { ...filled, ...guardian, 'school.prefecture': '東京都', goal: 'university' };
    const sent = profileInputSchema.parse(inputOf(values, profile, present));
    expect(sent).toMatchObject({
      birth_date: '2010-04-01',
      school: { name: '', prefecture: '東京都' },
      goal: 'university',
      phone: '0312345678',
      guardian: { name: '山田 太郎', relation: 'father', phone: '' },
    });
    const bare = profileInputSchema.parse(neededOf(values, profile, present));
    expect(bare).toMatchObject({ family_name: '', school: null, goal: null, birth_date: '2010-04-01' });
    expect(bare.guardian).toBeUndefined();
  });
});

it('kana come in their proper form, and stay as they are when they are none', () => {
  expect([tidyKana('ﾔﾏﾀﾞ'), tidyKana('やまだ たろう'), tidyKana('山田')]).toEqual([
    'ヤマダ',
    'ヤマダ タロウ',
    '山田',
  ]);
});
