import type { EnglishSkill } from '#contracts/exam.ts';

const skills: Record<EnglishSkill, string> = {
  grammar: '語彙・文法',
  reading: 'リーディング',
  listening: 'リスニング',
};

/** Wording of the English test (product.md 2.3.G, 3.9.12). */
export const texts = {
  title: '英語テスト',
  lead: '語彙・文法、リーディング、リスニングの3つの技能で、いまの英語の力をみます。',
  recommended: 'おすすめのテスト',
  empty: '現在受験できるテストはありません。',
  take: '受験する',
  resume: '続きから受験する',
  next: (time: string) => `次に受験できるのは${time}からです。`,
  level: (from: string, to: string) => (to === '' ? from : `${from}〜${to}`),
  facts: (minutes: number, questions: number) => `${minutes}分・${questions}問`,
  skill: (skill: string): string => skills[skill as EnglishSkill] ?? skill,
  mine: 'いまのレベル',
  none: 'まだ受験していません。',
  guide: 'CEFRの目安(公式の認定ではありません)',
  score: (score: number) => `${score} / 1000`,
  marking: '採点中',
  markingUntil: (time: string) => `${time}までに届いた解答も入れて採点します。`,
  history: '英語テストの記録',
  toHistory: '記録を見る',
  answers: '解答と解説',
  practise: 'もう一度練習する',
  toReview: '間違えた問題を復習する',
  rules: '受けるときのきまり',
  rule: [
    '音声が流れる回数は問題ごとに決まっています。始める前に音を確かめます。',
    '始めると時間が進みます。画面を閉じても止まりません。',
    '受けたあと、次に受けられる日がこのページに出ます。',
  ],
  chart: 'スコアの移りかわり',
  columns: { date: '受験日', score: 'スコア', cefr: 'CEFR' },
  print: '印刷・PDFに保存',
  compare: '2つの記録をくらべる',
  first: '1つめ',
  second: '2つめ',
  difference: (name: string, difference: number) =>
    `${name} ${difference >= 0 ? '+' : '−'}${Math.abs(difference)}`,
  total: '総合',
  answerTitle: '解答と解説',
  answerClosed: '提出後に確認できます。',
  selfOpen: '記述の自己採点がまだ終わっていません。点をつけると、スコアに入ります。',
  selfOpenShort: '自己採点待ち',
  toSelfMarking: '記述の自己採点をする',
  back: '英語テストのページへ',
  away: 'いまはテストを開けません',
  awayBody:
    'サーバーにつながらず、この端末にこのテストの記録もありません。サーバーに届いている解答は消えていません。つながると開けます。',
  retry: 'もう一度試す',
} as const;
