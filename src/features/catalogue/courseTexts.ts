import { formatCount, formatLongDay } from '#shared/lib/text/format.ts';
import type { Level } from './model.ts';

const levelMeanings: Record<Level, string> = {
  basic: 'はじめて学ぶ人、基本からやり直したい人',
  standard: '教科書の内容を身につけたい人',
  high: '入試の標準的な問題を解きたい人',
  top: '難しい入試問題に挑戦したい人',
};

/** Wording of a course's own page. */
export const courseTexts = {
  sampleHeading: 'サンプル授業',
  sampleLead: 'ログインしなくても見られます。',
  sampleVideo: (name: string) => `サンプル授業「${name}」の動画`,
  playSample: (name: string) => `サンプル授業「${name}」を再生する`,
  sampleFailed: '動画を再生できませんでした。電波の良い場所で、もう一度お試しください。',
  watchSample: 'サンプル授業を見る',
  boards: 'この授業の板書',
  sampleBoards: 'サンプル授業の板書',
  textbookSamples: 'テキストの見本',
  textbookSamplesLead: '押すと、大きく見られます。',
  textbookSample: (page: number) => `テキスト${page}ページの見本`,
  levelFor: (level: string, meaning: string) => `${level}(${meaning})`,
  levelMeaning: (level: string | null): string => levelMeanings[(level ?? '') as Level] ?? '',
  about: 'どんな講座ですか',
  forWhom: '対象',
  before: '始める前に知っておくこと',
  howTo: '学び方',
  contents: '目次',
  lessons: (count: number) => `${count}レッスン`,
  lessonFree: '無料で見られます',
  video: '動画',
  reading: '読む授業',
  materials: '教材',
  textbook: 'テキスト(PDF)がついています。授業を見ると、その授業のページが開きます。',
  whiteboard: '板書の画像がついています。押すと、動画のその場面に移ります。',
  teachers: 'この講座の講師',
  faq: 'よくある質問',
  related: 'あわせて見たい講座',
  offer: '料金',
  accessDays: (days: number) => `視聴できる期間: 購入から${formatCount(days)}日間`,
  soldUntil: (day: string) => `販売期間: ${formatLongDay(day)}まで`,
  owned: 'この講座は購入済みです。',
  start: '学習を始める',
  ended: '販売を終了しました。',
  toCatalogue: 'ほかの講座を探す',
  expiredNote: '視聴期限が終了しています。メモやしるしは、これからも見られます。',
  openExpired: '記録を見る',
  buyNote: 'カートで合計を確かめてから、購入手続きに進めます。',
  againNote: 'もう一度購入すると、記録の続きから学べます。',
  unpriced: 'この講座だけの販売はありません。',
  inCart: 'カートに入っています。',
  signup: '無料で会員登録',
  login: 'ログイン',
} as const;

/** Visitors' questions before they begin, with the answers that are true today. */
export const questions: readonly { question: string; answer: string }[] = [
  {
    question: '無料で試せますか。',
    answer:
      'はい。目次に「無料で見られます」とある授業は、このページのサンプル授業として、ログインしなくても見られます。',
  },
  {
    question: 'どのように購入しますか。',
    answer:
      '「カートに入れる」を押し、カートから購入手続きに進みます。お支払いは、クレジットカード、コンビニ払い、銀行振込から選べます。18歳未満の方は、ご注文の後に保護者の方へ確認のメールをお送りし、保護者の方の確認が済んでからお支払いとなります。',
  },
  {
    question: 'スマートフォンだけで学べますか。',
    answer:
      'はい。動画、板書、テキストを1つの画面で見られます。タブレットやパソコンでも、同じ続きから学べます。アプリストアからの導入はいりません。',
  },
  {
    question: '電波のない場所でも見られますか。',
    answer:
      '購入した講座の授業は、Wi-Fiのある場所で端末に保存しておくと、電波のない場所でも見られます。書いたメモは、接続が戻ると自動で送られます。',
  },
  {
    question: '視聴できる期間が過ぎると、どうなりますか。',
    answer: '動画や教材は見られなくなります。メモや、わかった・あいまい・わからないのしるしは残ります。',
  },
];
