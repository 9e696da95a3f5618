/** Wording around what the welcome shows of the server. */
export const texts = {
  toCourse: (course: string) => `「${course}」の目次と料金を見る`,
  bannersHeading: 'いま行っていること',
  subjectsHeading: '科目から探す',
  coursesHeading: 'おすすめの講座',
  toCatalogue: 'すべての講座を見る',
  storiesHeading: '合格体験記',
  toStories: '体験記をもっと読む',
  noticesHeading: 'お知らせ',
  toNotices: 'お知らせをすべて見る',
} as const;
