/** Wording of the list of logins (product.md 2.3.J, 3.3). */
export const texts = {
  title: 'ログイン中の端末',
  lead: '心あたりのない端末があるときは、ログアウトさせてから、パスワードを変えてください。',
  list: 'ログイン中の端末の一覧',
  unknown: '名前のわからない端末',
  present: 'この端末',
  lastSeen: (moment: string) => `最後に使った日時 ${moment}`,
  since: (day: string) => `${day}にログイン`,
  downloads: (count: number) => `保存した授業 ${count}件`,
  alone: 'ほかにログイン中の端末はありません。',
  end: 'ログアウトさせる',
  endOf: (name: string) => `${name}をログアウトさせる`,
  endAll: 'ほかの端末をすべてログアウトさせる',
  ending: 'ログアウトさせています…',
  askTitle: (name: string) => `「${name}」をログアウトさせますか?`,
  askBody:
    'その端末では、もう一度ログインするまで使えなくなります。送信していないメモなどは、その端末に残ります。',
  askAllTitle: (count: number) => `ほかの${count}台をログアウトさせますか?`,
  askAllBody:
    'この端末のほかでは、もう一度ログインするまで使えなくなります。送信していないメモなどは、それぞれの端末に残ります。',
  failed: 'ログアウトさせられませんでした。',
  done: (name: string) => `「${name}」をログアウトさせました。`,
  allDone: 'ほかの端末をすべてログアウトさせました。',
  password: 'パスワードを変更する',
} as const;
