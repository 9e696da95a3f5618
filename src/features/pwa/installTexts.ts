/** Wording of the hint and the guide to putting the app on the home screen. */
export const installTexts = {
  asideTitle: 'ホーム画面に追加',
  asideBody: 'アプリのように開けて、保存した授業が消えにくくなります。',
  asideGuide: '追加のしかた',
  hintTitle: 'ホーム画面に追加しませんか',
  hintBody: 'アプリのようにすぐ開けて、保存した授業が消えにくくなります。',
  install: '追加する',
  how: '追加のしかた',
  later: 'あとで',
  close: '閉じる',
  guideTitle: 'ホーム画面に追加',
} as const;
