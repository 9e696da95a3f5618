/** Wording around the legal texts. The texts themselves are content. */
export const texts = {
  print: '印刷する・PDFで保存する',
  contents: '目次',
  version: (version: number) => `第${version}版`,
  since: (day: string) => `${day}から適用`,
  versions: 'これまでの版',
  current: '表示中',
  inForce: 'いまの版',
  announced: '予定の版',
  former: (version: number) => `これは過去の版(第${version}版)です。`,
  coming: (version: number, day: string) => `第${version}版は、${day}から適用されます。`,
  willChange: (day: string) => `${day}から、新しい版に変わります。`,
  toCurrent: 'いまの版を読む',
  toComing: '新しい版を読む',
  others: 'そのほかの規約',
  contact: 'お問い合わせ',
} as const;
