/** Wording of the lines on other screens: a first screen loads only these. */
export const lineTexts = {
  refusedLine: (count: number) => `送信できなかった変更が${count}件あります。内容は残っています。`,
  look: '確かめる',
  blockedTitle: 'ほかのタブで古い版が開いています',
  blockedBody: 'コノマナビのほかのタブをすべて閉じると、続きが表示されます。保存した内容は消えません。',
  outdatedTitle: '新しい版が開かれています',
  outdatedBody: 'ほかのタブで新しい版のコノマナビが開かれました。この画面を再読み込みしてください。',
  reload: '再読み込み',
  memory:
    'このブラウザは内容を端末に保存できません(プライベートモードや、空き容量が足りないときなど)。オンラインでは、いつもどおり使えます。',
  plainHttp:
    'このアドレスは https ではないため、内容を端末に保存できません。オンラインで使えますが、模試などの試験は受けられません。',
  evicted: 'ブラウザが保存済みの内容を消したため、もう一度取得しています。送信済みの記録は残っています。',
} as const;
