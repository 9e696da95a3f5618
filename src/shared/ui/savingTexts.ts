import type { SavedThing, SavingTrouble } from '#shared/lib/storage/savingNews.ts';

const things: Record<SavedThing, string> = {
  note: 'メモ',
  draft: '書きかけの文章',
  favorite: 'お気に入り',
  bookmark: 'しおり',
  check: '理解度',
  setting: '設定',
  watched: '見たところまでの記録',
  read: 'お知らせを読んだ印',
  download: '授業の保存の変更',
  form: '入力した内容',
  change: '変更',
};

/** Things that are still on the screen although the device could not store them. */
const typed: readonly SavedThing[] = ['note', 'draft', 'form'];

const why: Record<SavingTrouble, string> = {
  full: 'この端末の空き容量が足りないため、',
  closed: 'この端末の保存場所がいま使えないため、',
  unknown: '端末の空き容量が足りないか、ブラウザーが保存を止めたため、',
};

const what: Record<SavingTrouble, string> = {
  full: '保存した授業や、使わない写真・アプリを消すと空きます。',
  closed: '少し待ってから、もう一度お試しください。直らないときは、アプリのほかのタブを閉じてください。',
  unknown: '空き容量を確かめて、もう一度お試しください。',
};

/** Texts for failed writes to this device: what happened, that no input is lost, what to do. */
export const savingTexts = {
  title: '保存できなかったお知らせ',
  failed: (thing: SavedThing, trouble: SavingTrouble) =>
    `${why[trouble]}${things[thing]}を保存できませんでした。`,
  failedBehind: (trouble: SavingTrouble) =>
    `${why[trouble]}新しい内容をこの端末に保存できません。送信済みの記録は残っています。`,
  kept: (thing: SavedThing | null) =>
    thing !== null && typed.includes(thing) ? '書いた内容はこの画面に残っています。' : '',
  advice: (trouble: SavingTrouble) => what[trouble],
  toDownloads: '保存した授業を見る',
} as const;
