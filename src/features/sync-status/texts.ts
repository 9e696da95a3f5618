import type { OutboxError } from '#shared/lib/db/outboxRow.ts';

/** Wording of unsent and refused changes, where they are shown one by one. */
export const texts = {
  title: '同期',
  lead: 'この端末での変更が、ほかの端末に届くようになったかを確かめられます。',
  allSaved: 'すべて送信済みです',
  allSavedBody: 'どの端末でログインしても、同じ内容が見られます。',
  underWay: (count: number) => `${count}件を送信しています`,
  underWayBody: 'このまま待つと終わります。画面を閉じても、次に開いたときに続きを送ります。',
  away: (count: number) => `${count}件が送信を待っています`,
  awayBody: 'この端末に保存してあるので、なくなりません。接続が戻ると自動で送ります。',
  failing: (count: number) => `${count}件がまだ届いていません`,
  failingBody:
    'サーバーの不具合で受け取れていないものがあります。この端末に保存してあるので、なくなりません。間をあけて自動で送り直します。',
  toDecide: (count: number) => `${count}件を送信できませんでした`,
  toDecideBody: '内容はこの端末に残っています。下の一覧で、1件ずつどうするか選んでください。',
  lastSent: (moment: string) => `最後に送信できたのは ${moment}`,
  sendNow: '今すぐ送る',
  sentAll: 'すべて送信しました。',
  notYet: 'まだ送信できません。電波の良い場所で、もう一度お試しください。',
  refusedTitle: '送信できなかったもの',
  waitingTitle: '送信を待っているもの',
  more: (count: number) => `ほかに${count}件`,
  retry: 'もう一度送る',
  discard: '取り消す',
  copy: '内容をコピー',
  copied: 'コピーしました。',
  cannotCopy: 'コピーできませんでした。文章を長押しして選んでください。',
  receipt: (id: string) => `受付番号 ${id}`,
  about: (what: string, label: string) => (label ? `${what}「${label}」` : what),
  what: {
    bookmarkOn: 'しおりを付ける',
    bookmarkOff: 'しおりを外す',
    favoriteOn: 'お気に入りに入れる',
    favoriteOff: 'お気に入りから外す',
    checkOff: '理解度の印を外す',
    check: ['', '理解度を「わからない」にする', '理解度を「あいまい」にする', '理解度を「わかった」にする'],
    noteNew: 'メモを書く',
    noteEdit: 'メモを書きかえる',
    noteDelete: 'メモを消す',
    watch: '見たところまでの記録',
    forget: '最近見た授業から外す',
    notice: 'お知らせを読んだ印を付ける',
    preference: '設定を変える',
    letter: 'お問い合わせを送る',
    other: '変更',
  },
  reason: ({ status, detail }: OutboxError): string => {
    if (status >= 500)
      return 'サーバーの不具合で、何度送っても受け取れませんでした。内容はこの端末に残っています。';
    if (detail) return detail;
    if (status === 403) return 'この講座を変更する権限がありません。視聴期限が終了している場合があります。';
    if (status === 404) return '対象が見つかりません。削除された可能性があります。';
    if (status === 409 || status === 412) return 'ほかの端末でも書きかえられています。';
    return 'サーバーが受け付けませんでした。';
  },
  logoutTitle: 'ログアウトの確認',
  logoutBody: (count: number) =>
    `未送信の変更が${count}件あります。送信してからログアウトしますか?送信しないでログアウトすると、この端末から消えます。`,
  logoutAnswers: (count: number) =>
    `試験の未送信の解答が${count}件あります。送信しないでログアウトしても、解答は消えません。この端末に残り、接続が戻ると自動で送られます。ほかの人には表示されません。`,
  logoutRunning: (subjects: string) =>
    `受験中の科目があります(${subjects})。ログアウトしても時間は止まりません。`,
  logoutUncounted: (count: number) =>
    `採点に入らない試験の解答が${count}件、この端末に残っています(ほかの端末に切り替わったあとに入力したものなど)。ログアウトすると、この端末から消えます。`,
  leaveAsItIs: 'このままログアウト',
  sendFirst: '送信してログアウト',
  sending: '送信しています',
  sendFailed: (count: number) =>
    `${count}件を送信できませんでした。電波の良い場所でもう一度お試しください。変更はこの端末に残っています。`,
  dropAndLogout: '送信しないでログアウト',
  cancel: 'キャンセル',
} as const;
