/** Texts of the messages (product.md 3.9.15: nothing about the learner except the title of a notice). */
export const texts = {
  notice: 'お知らせが届きました。',
  reminderTitle: '今日の学習をはじめませんか',
  reminder: '前回の続きから、5分だけでも進められます。',
} as const;
