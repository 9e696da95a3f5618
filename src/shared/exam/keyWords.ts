import type { KeyNote } from '#contracts/examShownKey.ts';

const words: Record<KeyNote, string> = {
  any_order: '順不同',
  whole: '完答',
  by_count: '正解の数で配点',
  all_points: '全員に配点',
  earlier: '訂正前の正解も可',
};

/**
 * A key as it is read: 「1・3(順不同)」. Without a key there are no words. `notes` is missing in results that a device stored
 * before there were any.
 */
export function keyWords(key: string, notes: readonly KeyNote[] | undefined): string {
  if (key === '' || !notes || notes.length === 0) return key;
  return `${key}(${notes.map((note) => words[note]).join('・')})`;
}
