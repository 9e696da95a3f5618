/** Wording of the address (product.md 2.3.J). */
export const texts = {
  title: '住所',
  lead: '登録は任意です。講座の申し込みなどで住所が必要なときに使います。',
  lookUp: '住所を入れる',
  lookingUp: '探しています…',
  found: '住所を入れました。続きを入力してください。',
  several: (count: number) => `${count}か所見つかりました。下から選んでください。`,
  place: '見つかった場所',
  noPlace: '該当する住所が見つかりません。住所を直接入力してください。',
  save: '保存する',
  saving: '保存しています…',
  failed: '住所を保存できませんでした。',
  saved: '住所を保存しました。',
} as const;
