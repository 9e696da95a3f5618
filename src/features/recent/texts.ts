import { formatClock } from '#shared/lib/text/format.ts';

/** Wording of the watch history. */
export const texts = {
  title: '最近見た授業',
  unknownDay: 'そのほか',
  place: (position: number, duration: number) =>
    duration > 0 ? `${formatClock(position)} / ${formatClock(duration)}` : formatClock(position),
  progressLabel: '見たところ',
  completed: '見終わりました',
  remove: (lesson: string) => `「${lesson}」を履歴から消す`,
  removed: (lesson: string) => `「${lesson}」の履歴と続きの場所を消しました`,
  removeAll: '履歴をすべて消す',
  removeAllTitle: '履歴をすべて消しますか?',
  removeAllBody: '続きの場所と、見終わったしるしも消えます。メモ・理解度・お気に入りは残ります。',
  removeAllConfirm: 'すべて消す',
  removeAllDone: '履歴をすべて消しました。',
  emptyTitle: '視聴した授業がここに表示されます',
  emptyBody: '授業を見ると、続きの場所といっしょに並びます。',
  emptyCourseTitle: 'この講座の履歴はありません',
  showAll: 'すべての履歴を見る',
  toLibrary: '講座を見る',
} as const;
