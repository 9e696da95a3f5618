/** Wording of the parts of the header that only learners have. */
export const placesTexts = {
  search: 'この端末の中をさがす',
  notices: (unread: number) => (unread > 0 ? `お知らせ(未読${unread}件)` : 'お知らせ'),
} as const;
