import { partTexts } from './partTexts.ts';

/** Wording that every screen shares (product.md 2.0.2). */
export const texts = {
  loading: '読み込んでいます',
  slow: '読み込みに時間がかかっています。',
  reload: '再読み込み',
  retry: partTexts.retry,
  receipt: (id: string) => `受付番号 ${id}`,
  previous: '前へ',
  next: '次へ',
  courseFilter: '講座で絞り込む',
  allCourses: 'すべての講座',
  paging: 'ページの移動',
  page: (page: number) => `${page}ページ目`,
  savedCopy: 'この端末に保存した内容を表示しています。',
  offlineTitle: 'この画面はまだ保存されていません',
  offlineBody: '一度オンラインで開くと、次からは接続がなくても見られます。',
  toLibrary: '保存済みの講座を見る',
  undo: '元に戻す',
  close: '閉じる',
  cancel: 'やめる',
  sync: {
    waiting: '送信待ち',
    sending: '送信中',
    saved: '保存しました',
    refused: '送信できませんでした。理由を見る',
  },
} as const;
