import { formatClock, formatClockWords } from '#shared/lib/text/format.ts';

/** Wording of the boards. */
export const texts = {
  title: '板書',
  board: (number: number, all: number) => `板書 ${number} / ${all}`,
  boardImage: (number: number, alt: string) => alt || `板書 ${number}`,
  jump: (number: number, sec: number) => `板書${number}、${formatClockWords(sec)}の場面へ`,
  show: (number: number) => `板書${number}を表示`,
  at: (sec: number) => formatClock(sec),
  strip: '板書の一覧',
  follow: '動画に合わせる',
  previous: '前の板書',
  next: '次の板書',
  zoomIn: '拡大',
  zoomOut: '縮小',
  zoom: (zoom: number) => `${Math.round(zoom * 100)}%`,
  keys: '＋と−で拡大と縮小、0で元の大きさ、矢印で動かせます',
  none: 'この授業に板書はありません。',
  notSaved: 'この板書の画像は、まだ端末に保存されていません。',
  describedAs: '板書の内容',
} as const;
