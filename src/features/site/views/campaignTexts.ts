/** Wording around a campaign; its own text is content. */
export const texts = {
  daysLeft: (day: string, days: number) =>
    days === 0 ? `${day}まで(今日が最後の日です)` : `${day}まで あと${days}日`,
  ended: (day: string) => `このキャンペーンは${day}に終了しました。`,
  toCatalogue: '現在の講座を見る',
  toNotices: 'お知らせを見る',
  weekCaption: '見本 この7日間の学習',
  closingHeading: '今日の15分から',
  endedHeading: 'いまの講座で、続きを',
  legal: '規約など',
} as const;
