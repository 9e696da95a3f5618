/** Wording of 理解度, how well a lesson was understood (product.md 2.1 Check). */
export const texts = {
  label: '理解度',
  levels: { 3: 'わかった', 2: 'あいまい', 1: 'わからない' },
  signs: { 3: '◎', 2: '△', 1: '×' },
  none: '未記入',
  saved: (level: string) => `理解度を「${level}」にしました。`,
  cleared: '理解度を消しました。',
} as const;
