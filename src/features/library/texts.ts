import { formatCount } from '#shared/lib/text/format.ts';

/** Wording of the library. */
export const texts = {
  title: '学ぶ',
  tabsLabel: '講座の状態',
  tabs: { all: 'すべて', active: '受講中', done: '完了', expired: '期限切れ' },
  sortLabel: '並び順',
  sorts: { recent: '最近見た順', deadline: '期限が近い順', name: '名前順' },
  searchLabel: '講座を探す',
  searchPlaceholder: '講座名・教科・先生の名前',
  clearSearch: '検索をやめる',
  count: (count: number, done: number) =>
    done > 0 ? `${formatCount(count)}講座・${formatCount(done)}講座を完了` : `${formatCount(count)}講座`,
  found: (found: number, stored: number) =>
    `この端末にある${formatCount(stored)}件から${formatCount(found)}件`,
  loadRest: (rest: number) => `残りの${formatCount(rest)}件も読み込む`,
  loadingRest: (loaded: number, count: number) =>
    `読み込んでいます(${formatCount(loaded)} / ${formatCount(count)}件)`,
  loadRestFailed: '読み込めませんでした。接続を確かめて、もう一度お試しください。',
  listLabel: '講座の一覧',
  stripHeading: 'あなたの講座',
  stripAll: 'すべて見る',
  progress: (done: number, all: number) => `${done} / ${all} レッスン`,
  progressLabel: '学習の進み',
  last: (name: string) => `前回: ${name}`,
  notStarted: 'まだ始めていません',
  isNew: 'NEW',
  expired: '期限切れ',
  buyAgain: 'もう一度購入する',
  buyCourseAgain: (course: string) => `「${course}」をもう一度購入する`,
  expiresToday: '今日まで',
  daysLeft: (days: number) => `残り${days}日`,
  autoRenewal: '自動更新',
  completed: '完了',
  emptyTitle: '購入した講座はまだありません',
  emptyBody: '講座を購入すると、ここに並びます。',
  emptyTab: {
    all: '講座が見つかりません',
    active: '受講中の講座はありません',
    done: '完了した講座はまだありません',
    expired: '期限切れの講座はありません',
  },
  emptyTabBody: {
    all: '',
    active: '「すべて」で、ほかの講座も見られます。',
    done: 'すべてのレッスンを終えた講座が、ここに並びます。',
    expired: '視聴期限が過ぎた講座は、ここに移ります。しおりとメモは残ります。',
  },
  notFound: (query: string) => `「${query}」に合う講座は見つかりませんでした`,
  notFoundBody: 'ひらがな・カタカナや全角・半角は、どちらでも探せます。',
  showAll: 'すべての講座を見る',
} as const;
