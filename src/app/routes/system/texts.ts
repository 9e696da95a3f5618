/** Wording of the not-found screen and the error page. */
export const texts = {
  /** The specification gives this heading in English (specification.md 2). */
  notFound: 'not found',
  notFoundBody:
    'お探しのページが見つかりません。一時的にアクセスできない状態にあるか、移動または削除された可能性があります。',
  toTop: 'TOPへ',
  error: 'ページを表示できませんでした',
  errorBody:
    '保存した内容やしるしは消えていません。もう一度読み込んでも表示されないときは、時間をおいてお試しください。',
  chunk: 'この画面を読み込めませんでした',
  chunkBody:
    'インターネットにつながっていないため、まだ保存されていない画面は開けません。保存した内容は消えていません。',
  reload: 'もう一度読み込む',
  toMypage: 'マイページへ',
  receipt: (requestId: string) => `受付番号 ${requestId}`,
} as const;
