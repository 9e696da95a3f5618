/** Wording of the login page. */
export const texts = {
  title: 'ログイン',
  reasonWanted: '続きを見るには、ログインしてください。',
  reasonBuying: '購入手続きに進むには、ログインか会員登録をしてください。選んだ内容は残っています。',
  keep: 'ログインしたままにする',
  keepHint: '学校や図書館など、ほかの人も使う端末ではチェックを外してください。',
  submit: 'ログイン',
  busy: 'ログインしています…',
  summary: 'ログインできませんでした。',
  wrong: 'メールアドレスまたはパスワードが正しくありません。',
  locked: (minutes: number) =>
    `ログインを一時停止しました。${minutes}分後にお試しいただくか、パスワードを再設定してください。`,
  crowded: (seconds: number) =>
    `ただいまアクセスが集中しています。入力した内容は残っています。${seconds}秒後にもう一度お試しください。`,
  offline: 'インターネットにつながっていないため、ログインできません。電波の良い場所でお試しください。',
  timeout: '通信に時間がかかっています。電波の良い場所でお試しください。',
  maintenance: 'ただいまメンテナンス中です。終わるまでお待ちください。',
  noUser: 'ログインはできましたが、登録情報を読み込めませんでした。もう一度お試しください。',
  server: (requestId: string) =>
    `処理を完了できませんでした。時間をおいてお試しください。${requestId ? `(受付番号 ${requestId})` : ''}`,
  alreadyIn: 'すでにログインしています。',
  toMypage: 'マイページへ',
  toStored: 'オフラインで保存済みの教材を開く',
  ways: 'ほかの手続き',
  forgot: 'パスワードを忘れた方',
  signup: 'はじめての方は会員登録(無料)',
} as const;
