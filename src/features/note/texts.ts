import { firstLetters } from '#contracts/letters.ts';
import { noteMaxLength } from '#contracts/study.ts';
import { formatClock, formatClockWords } from '#shared/lib/text/format.ts';

/** Wording of notes. */
export const texts = {
  title: 'メモ',
  label: 'メモを書く',
  placeholder: '気づいたこと、あとで見返したいこと',
  at: (sec: number) => `${formatClock(sec)} のメモ`,
  atNow: (sec: number) => `${formatClock(sec)} に変える`,
  atNowLabel: (sec: number) => `メモの場面を、いまの${formatClockWords(sec)}に変える`,
  pause: '書くあいだ動画を止める',
  save: '保存する',
  counter: (left: number) => (left >= 0 ? `あと${left}文字` : `${-left}文字オーバー`),
  sharedCut: (left: number) =>
    `共有された文章は1つのメモに入りきらないため、終わりの${left}文字を入れていません。もとのアプリには残っています。`,
  tooLong: `メモは${noteMaxLength}文字以内です。`,
  shareNeedsLesson: 'メモを付ける授業を開いてから、もう一度共有してください。',
  added: 'メモを保存しました。',
  jump: (sec: number) => `${formatClockWords(sec)}の場面へ`,
  edit: '編集',
  editLabel: (start: string) => `メモ「${start}」を編集`,
  delete: '削除',
  deleteLabel: (start: string) => `メモ「${start}」を削除`,
  deleted: 'メモを削除しました。',
  cancel: 'やめる',
  change: '変更を保存',
  editField: 'メモの内容',
  empty: 'この授業のメモは、まだありません。',
  emptyVideo: '動画を見ながら書くと、その場面にすぐ戻れます。',
  emptyText: '書いたメモは、この端末とほかの端末の両方で見られます。',
  refused: 'このメモは送信できませんでした。文章はこの端末に残っています。',
  copy: '文章をコピー',
  copied: 'コピーしました。',
  forget: '元に戻す',
  conflict: '別の端末でも書きかえられています',
  conflictLead: 'どちらの文章も残っています。使うほうを選んでください。',
  mine: 'この端末の文章',
  theirs: '別の端末の文章',
  keepMine: 'この端末の文章を使う',
  keepTheirs: '別の端末の文章を使う',
  keepBoth: '両方をつなげて残す',
  settled: {
    mine: 'この端末の文章にしました。',
    theirs: '別の端末の文章にしました。',
    both: '両方の文章を残しました。',
  },
} as const;

/** The beginning of a note, used in the names of its buttons. */
export function startOf(body: string): string {
  const line = body.split('\n', 1)[0] ?? '';
  const start = firstLetters(line, 20);
  return start.length < line.length ? `${start}…` : line;
}
