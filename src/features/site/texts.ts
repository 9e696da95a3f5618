/** Wording of stories. */
export const texts = {
  sample: '見本',
  sampleStory: '見本(実在の人の体験談ではありません)',
  passed: '合格した学校',
  from: 'もとの学校',
  deviation: '偏差値',
  change: (before: number, after: number) => `${before.toFixed(1)} → ${after.toFixed(1)}`,
  changeWords: (before: number, after: number) => `${before.toFixed(1)}から${after.toFixed(1)}へ`,
  usedCourses: '使った講座',
  advice: 'これから学ぶ人へ',
} as const;
