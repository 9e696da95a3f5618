/** Wording of the frame around every page. */
export const texts = {
  skip: '本文へ移動',
  home: 'コノマナビ ホーム',
  mainNav: 'メニュー',
  morePlaces: 'そのほかのページ',
  place: '現在のページ',
  login: 'ログイン',
  cart: 'カート',
  claim: '圏外でも、つづきから学べる。中学生・高校生のための学習アプリです。',
  copyright: '© コノマナビ',
  back: (title: string) => `${title}へ戻る`,
  backOwn: '前の画面へ戻る',
  opened: (title: string) => `${title}を開きました`,
} as const;
