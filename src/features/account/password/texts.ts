/** Wording of the change of a password (product.md 2.2.C, 2.3.J). */
export const texts = {
  title: 'パスワードの変更',
  lead: '変更すると、ほかの端末ではもう一度ログインが必要になります。',
  forcedLead:
    '安全のため、新しいパスワードを設定してください。設定すると、続きから使えます。この端末に保存した内容は残っています。',
  current: '現在のパスワード',
  change: 'パスワードを変更する',
  changing: '変更しています…',
  failed: 'パスワードを変更できませんでした。',
  changed: 'パスワードを変更しました。',
  forgot: '現在のパスワードを忘れた方',
  needsLogin: 'パスワードは、ログインすると変更できます。忘れたときは、ログイン画面から再設定してください。',
  toStored: 'オフラインで保存済みの教材を開く',
  logout: 'ログアウト',
  toSettings: '設定にもどる',
} as const;
