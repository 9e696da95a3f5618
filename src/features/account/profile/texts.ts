import type { goals, relations } from '#contracts/profile.ts';
import { gradeTexts } from '#shared/form/gradeTexts.ts';

/** Wording of the end of a sign-up (product.md 2.2.C `/signup/complete`). */
export const texts = {
  title: 'プロフィールの入力',
  lead: 'あと少しです。学習する人について教えてください。名前などは、あとからでも入力できます。',
  leadAgain: '学習する人の情報です。',
  settingsTitle: '基本情報',
  needsLoginBody: 'プロフィールは、ログインすると入力できます。',
  person: '学習する人',
  family_name: '姓',
  given_name: '名',
  family_name_kana: 'セイ',
  given_name_kana: 'メイ',
  birth_date: '生年月日',
  year: '年',
  month: '月',
  day: '日',
  yearOf: (year: number) => `${year}年`,
  monthOf: (month: number) => `${month}月`,
  dayOf: (day: number) => `${day}日`,
  born: (year: string, month: string, day: string) => `${Number(year)}年${Number(month)}月${Number(day)}日`,
  birthLocked: '保護者の方が確認した生年月日です。変えるときは、お問い合わせください。',
  grade: '学年',
  grades: gradeTexts,
  school: '学校',
  schoolName: '学校名',
  prefecture: '都道府県',
  goal: 'はじめの目標',
  goals: {
    regular_test: '定期テスト',
    high_school: '高校受験',
    university: '大学受験',
  } satisfies Record<(typeof goals)[number], string>,

  guardian: '保護者の方',
  guardianLead:
    '18歳未満の方が有料の講座や模試を申し込むには、保護者の方の確認が必要です。入力すると、保護者の方に確認のメールを送ります。あとで入力することもできます。',
  /** A parent has made the account. */
  guardianLeadOwn:
    '18歳未満のお子さまが有料の講座や模試を申し込むには、保護者の方の確認が必要です。会員登録に使ったご自分のメールアドレスでかまいません。入力すると、確認のメールをお送りします。あとで入力することもできます。',
  guardianName: '保護者の方のお名前',
  guardianKana: '保護者の方のフリガナ',
  guardianEmail: '保護者の方のメールアドレス',
  guardianPhone: '保護者の方の電話番号',
  relation: '続柄',
  relations: {
    father: '父',
    mother: '母',
    grandparent: '祖父母',
    other: 'その他',
  } satisfies Record<(typeof relations)[number], string>,
  sameEmail: '保護者の方ご自身のメールアドレスを入力してください。',
  guardianStates: {
    requested: (email: string) =>
      `${email} に確認のメールを送り、返事を待っています。送り直すときや、別の方にお願いするときは、下に入力してください。`,
    expired: '確認のメールの期限(7日間)が切れました。もう一度送るときは、下に入力してください。',
    declined:
      '保護者の方から、同意しないとの回答がありました。別の方にお願いするときは、下に入力してください。',
    confirmed: (name: string) => `${name} さんが確認してくださいました。`,
  },

  letters: (letters: string) => `使用できない文字が含まれています:${letters}`,
  birthForm: '生年月日を正しく選択してください。',
  schoolLong: '学校名は60文字以内で入力してください。',

  submit: '学習を始める',
  save: '保存する',
  saving: '保存しています…',
  skip: '生年月日と学年だけで始める',
  failed: '保存できませんでした。',
  saved: 'プロフィールを保存しました。',
  savedAndAsked: '保存しました。保護者の方に確認のメールを送りました。',
} as const;
