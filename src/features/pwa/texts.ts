/** Wording of updates. */
export const texts = {
  updateReady: '新しい版があります',
  updateUrgent: '安全のための大切な更新があります。入力した内容は残ります。',
  updateQueued: 'ほかのタブの再生や保存が終わったら、新しい版に切り替えます。',
  updateDone: '新しい版に切り替わりました。',
  update: '更新',
  reload: '再読み込み',
  later: 'あとで',
  updateWaits: '待っています',
  updating: '更新しています',
} as const;
