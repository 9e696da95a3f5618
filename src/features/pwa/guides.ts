import type { Platform } from './platform.ts';

/** The icons of browser buttons. */
export type SignName =
  | 'share'
  | 'dots'
  | 'sideDots'
  | 'lines'
  | 'addToHome'
  | 'addPage'
  | 'installPhone'
  | 'installScreen'
  | 'confirm'
  | 'dock'
  | 'file'
  | 'open';

/** How to put the app on the home screen on one platform. */
export type Guide = {
  heading: string;
  steps: readonly { sign: SignName; text: string }[];
  notes: readonly string[];
};

/** An installed app on an iPhone has its own storage (offline.md 3.48). */
const ownStorage =
  '追加したアプリは、Safariとは別に動きます。はじめて開いたら、もう一度ログインしてください。学習の記録はそのまま続きます。';
const openIcon = { sign: 'open', text: 'ホーム画面にできたアイコンから開く' } as const;

const androidMenu: Guide = {
  heading: 'ブラウザーのメニューから追加できます。',
  steps: [
    { sign: 'dots', text: '右上の「︙」メニューを開く' },
    { sign: 'installPhone', text: '「ホーム画面に追加」または「アプリをインストール」を選ぶ' },
    { sign: 'confirm', text: '「インストール」を押す' },
  ],
  notes: ['一覧にないときは、ページを再読み込みしてから、もう一度メニューを開いてください。'],
};

/** The guides. */
export const guides: Record<Platform, Guide> = {
  installed: { heading: 'このアプリはホーム画面に追加済みです。', steps: [], notes: [] },
  'ios-safari': {
    heading: 'Safariの共有ボタンから追加できます。',
    steps: [
      { sign: 'share', text: '共有ボタンを押す(見えないときは「•••」の中の「共有」)' },
      { sign: 'addToHome', text: '下へ動かして「ホーム画面に追加」を選ぶ' },
      { sign: 'confirm', text: '右上の「追加」を押す' },
      openIcon,
    ],
    notes: [ownStorage],
  },
  'ios-other': {
    heading: 'アドレスバーの共有ボタンから追加できます。',
    steps: [
      { sign: 'share', text: 'アドレスバーの共有ボタンを押す' },
      { sign: 'addToHome', text: '「ホーム画面に追加」を選ぶ' },
      { sign: 'confirm', text: '右上の「追加」を押す' },
      openIcon,
    ],
    notes: ['「ホーム画面に追加」がないときは、このページをSafariで開いてください。', ownStorage],
  },
  'android-chrome': androidMenu,
  'android-edge': {
    ...androidMenu,
    steps: [
      { sign: 'lines', text: '下の「≡」メニューを開く' },
      { sign: 'installPhone', text: '「スマートフォンに追加」を選ぶ' },
      { sign: 'confirm', text: '「インストール」を押す' },
    ],
  },
  'android-samsung': {
    heading: 'ブラウザーのメニューから追加できます。',
    steps: [
      { sign: 'lines', text: '右下の「≡」メニューを開く' },
      { sign: 'addPage', text: '「現在のページを追加」を選ぶ' },
      { sign: 'addToHome', text: '「ホーム画面」を選び、「追加」を押す' },
    ],
    notes: [],
  },
  'android-firefox': {
    heading: 'ブラウザーのメニューから追加できます。',
    steps: [
      { sign: 'dots', text: '「︙」メニューを開く' },
      { sign: 'installPhone', text: '「ホーム画面に追加」を選ぶ' },
      { sign: 'confirm', text: '「追加」を押す' },
    ],
    notes: [],
  },
  'desktop-chromium': {
    heading: 'パソコンにアプリとして追加できます。',
    steps: [
      { sign: 'installScreen', text: 'アドレスバーの右にあるインストールのアイコンを押す' },
      { sign: 'confirm', text: '「インストール」を押す' },
    ],
    notes: [
      'アイコンがないときは、右上のメニューの「キャスト、保存、共有」または「アプリ」から追加できます。',
    ],
  },
  'desktop-safari': {
    heading: 'MacのDockに追加できます。',
    steps: [
      { sign: 'file', text: 'メニューバーの「ファイル」を開く' },
      { sign: 'dock', text: '「Dockに追加」を選び、「追加」を押す' },
    ],
    notes: [],
  },
  none: {
    heading: 'このブラウザーからは追加できません。',
    steps: [],
    notes: ['iPhone・iPadではSafari、AndroidやパソコンではChromeかEdgeで、このページを開いてください。'],
  },
};
