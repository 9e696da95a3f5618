import type { grades } from '#contracts/profile.ts';

/** Names of the grades in every form that asks for one. */
export const gradeTexts = {
  j1: '中学1年生',
  j2: '中学2年生',
  j3: '中学3年生',
  h1: '高校1年生',
  h2: '高校2年生',
  h3: '高校3年生',
  graduate: '高校を卒業した受験生',
  adult: '大学生・社会人',
  guardian: '保護者',
} as const satisfies Record<(typeof grades)[number], string>;
