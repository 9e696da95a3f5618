import type { EntrySubject } from '#contracts/entryExam.ts';

const days = { link: 7, result: 90 };

/** Wording of the test behind the mailed link (product.md 2.2.A `/entry-exam`). */
export const texts = {
  title: '実力診断テスト',
  again: 'もう一度お申し込みの画面へ',
  needsLink: 'メールのボタンから開いてください',
  needsLinkBody:
    'テストと結果は、お送りしたメールのボタンから開けます。この端末に、途中のテストは残っていません。',
  over: 'このリンクは使えません',
  overBody: `リンクは${days.link}日間有効です。もう一度お申し込みいただくと、続きや結果を開けるメールが届きます。`,
  subjects: { japanese: '国語', math: '数学', english: '英語' } satisfies Record<EntrySubject, string>,
} as const;

/** Between the subjects. */
export const lobbyTexts = {
  lead: '1教科ずつ受けます。「始める」を押すと、その教科の時間が進みます。',
  rules: '受けるときのきまり',
  rule: [
    '時間は1教科15分です。画面を閉じても、時間は進みます。',
    '解答は、選ぶたびにこの端末に保存され、数秒のうちにサーバーへ送られます。',
    '始めるときは、インターネット接続が必要です。途中で切れても続けられます。',
    '採点するのは、終了時刻までの解答です。送れなかった分も、24時間以内に届けば採点に入ります。',
    'ノートや教科書は見ないで解きましょう。計算の紙は使ってかまいません。',
  ],
  list: '教科',
  facts: (count: number, minutes: number) => `${count}問・${minutes}分`,
  states: { ready: 'まだ受けていません', running: '受験中', done: '受け終わりました' },
  timedOut: '時間で終わりました',
  answered: (done: number, all: number) => `${all}問中${done}問に解答`,
  lost: (count: number) =>
    `${count}問の解答は、終了時刻のあとに入力されたか、届くのが遅すぎたため、採点に入っていません。`,
  start: (name: string) => `${name}を始める`,
  finish: '残りの教科は受けずに結果を見る',
  finishTitle: '残りの教科を受けずに、結果を見ますか?',
  finishBody: '結果を見たあとは、残りの教科を受けられません。',
  finishConfirm: '結果を見る',
  failed: '始められませんでした',
  offline: '開始には接続が必要です。開始後は途切れても続けられます。',
  until: (day: string) =>
    `メールのボタンは${day}まで使えます。別の端末でも、同じボタンから続きを受けられます。`,
} as const;

/** While the time of a subject runs. */
export const runTexts = {
  sync: {
    saved: 'サーバーに保存済み',
    sending: 'この端末に保存・送信中',
    away: 'この端末に保存(未送信)',
    nowhere: '保存できていません',
  },
  away: '接続が切れています。解答はこの端末に保存しています。そのまま続けてください。',
  nowhere:
    'この端末に保存できません。画面を閉じると、送っていない解答が消えます。電波の良い場所で続けてください。',
  passage: '文章',
  handIn: '提出する',
  unanswered: (count: number) => `未解答が${count}問あります。このまま提出しますか?`,
  allAnswered: '提出しますか?',
  handInBody: '提出したあとは、この教科の解答を変えられません。',
  handing: '提出しています',
  timeUp: '時間になりました',
  handingBody: '解答を送っています。このままお待ちください。',
  awayBody:
    '解答はこの端末に保存しました。接続が戻ると自動で送ります。この画面を閉じても、もう一度開くと送ります。',
  graceBody: '終了時刻までの解答は、24時間以内に届けば採点に入ります。',
} as const;

/** The result. */
export const resultTexts = {
  title: '実力診断テストの結果',
  lead: 'おつかれさまでした。正解の数と、次に学ぶとよい分野をまとめました。',
  sample: '見本',
  scores: '教科ごとの結果',
  score: (right: number, total: number) => `${total}問中 ${right}問正解`,
  notTaken: '受けていません',
  timedOut: '時間で終わりました',
  areas: (name: string) => `${name}の分野別の正解`,
  area: (right: number, total: number) => `${right} / ${total}問`,
  next: '次に学ぶとよいこと',
  nextLead: '正解が3分の2より少ない分野です。ここから始めると、点が伸びやすくなります。',
  nothing: 'どの分野も3分の2以上できています。次は、1つ上のレベルの講座を見てみましょう。',
  nextOf: (subject: string, area: string) => `${subject} ${area}`,
  noCourse: 'この分野の講座は、まだありません。下の解説と学校の教科書で見直しましょう。',
  toCatalogue: '講座を探す',
  solutions: '正解と解説',
  solutionsOf: (name: string) => `${name}の正解と解説`,
  kept: (day: string) => `結果は${day}まで保存し、そのあと消します。同じ結果をメールでもお送りしました。`,
  print: '印刷する',
  signup: '無料で会員登録',
  forget: 'この端末から結果を消す',
  forgotten: 'この端末から結果を消しました。',
  forgetTitle: 'この端末から結果を消しますか?',
  forgetBody: 'メールのボタンからは、また開けます。',
  forgetConfirm: '消す',
} as const;
