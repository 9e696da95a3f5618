import { formatDuration } from '#shared/lib/text/format.ts';

/** Wording of lessons and the table of contents. */
export const texts = {
  contents: '目次',
  number: (number: number, all: number) => `${number} / ${all}`,
  chapterDone: (done: number, all: number) => `${done} / ${all}`,
  chapterDoneLabel: (done: number, all: number) => `${all}授業のうち${done}授業が完了`,
  video: '動画',
  text: '読む授業',
  completed: '完了',
  seen: (rate: number) => `${Math.round(rate * 100)}%まで学習`,
  length: (seconds: number) => formatDuration(seconds),
  now: 'いまの授業',
  favoriteOn: (lesson: string) => `「${lesson}」をお気に入りから外す`,
  favoriteOff: (lesson: string) => `「${lesson}」をお気に入りに登録`,
  favorite: (lesson: string) => `「${lesson}」のお気に入り`,
  understanding: '理解度',
  levels: { 3: 'わかった', 2: 'あいまい', 1: 'わからない' } as Record<number, string>,
  signs: { 3: '◎', 2: '△', 1: '×' } as Record<number, string>,
  goal: 'この授業の目標',
  print: '印刷',
  noText: 'この授業には文章の説明がありません。動画と板書で学びます。',
  noLessons: 'この講座の授業は、まだ準備中です。',
  plan: '今日の予定',
  planLead: (minutes: number) => `あと${minutes}分ぶん、続けてみましょう。`,
  planDone: 'この講座の残りの授業は、すべて終わっています。',
} as const;
