import type { Locator, Page } from '@playwright/test';
import type { DemoSite } from './fixtures.ts';
import type { Learner } from './questions.ts';

/** Numbers that addresses need. */
export type Ids = {
  inventory: string;
  notice: string;
  course: string;
  teacher: string;
  publicNotice: string;
  /** Of the demo's exams: the one that is open, the past one, the one of a high school, the English test. */
  openExam: string;
  pastExam: string;
  schoolExam: string;
  english: string;
  /** The student's attempt of a subject of the past exam. */
  attempt: string;
};

/** Who looks: the accounts of the demo, or nobody logged in. */
export type Who = 'student' | 'newcomer' | 'guest';

/** A screen of the learning area (product.md 2.3) as it looks when everything works. */
export type Screen = {
  name: string;
  who: Who;
  path: (ids: Ids) => string;
  /** The heading of the page. */
  heading: string | RegExp;
  /** Title of the document, in front of the product's name; empty: only that name. */
  title: string | RegExp;
  /** Without the way to the page above it: nothing but the logo leads away. */
  isBare?: boolean;
  /** Says what the server thinks of a link or of who asks: no copy of that is kept. */
  isAsked?: boolean;
  /** What is there when the screen has all its content. */
  ready: (page: Page) => Locator;
  /** What is there of its kept copy, where that is less. */
  copy?: (page: Page) => Locator;
  /**
   * Where the screen's own news is read out, as selectors: what was found or saved, what is left to do, what went wrong.
   * Each must be there before there is any; those of the frame: `frameNews`.
   */
  news?: readonly string[];
};

/** Where every page reads out what its frame has to say. */
export const frameNews = [
  // What a tap has done.
  '[data-testid="shell"] > [role="status"]:has(~ main)',
  // Which page was opened.
  '[data-testid="shell"] > [aria-live="polite"]:has(~ main)',
  // The connection, the offer to take something back, a new version.
  'main ~ [role="status"] ~ [role="status"] ~ [role="status"]',
] as const;

/** Where every page of the learning area reads out what the server refuses and what the device cannot keep. */
export const memberNews = ['[data-testid="refused-news"]', '[data-testid="storage-news"]'] as const;

const main = (page: Page) => page.getByRole('main');
const first = (testId: string) => (page: Page) => page.getByTestId(testId).first();
const empty = first('list-empty');

/** Course and notice of the demo that the tests open. */
export const demo = {
  course: '高校数学I 二次関数・三角比・データ',
  otherCourse: '英語 基礎からの英文法',
  expiredCourse: '中学数学 関数・方程式・図形',
  resumed: '三角比の定義',
  notice: 'コノマナビへようこそ 最初の3ステップ',
  teacher: '森田 彩',
  publicNotice: 'お使いの端末とブラウザについて',
  openExam: '第2回 共通テスト型模試(見本)',
  pastExam: '第1回 共通テスト型模試(見本)',
  schoolExam: '高校入試型模試(見本)',
  english: '英語力テスト(見本)',
} as const;

/** Screens that guests see. */
export const guestScreens: Screen[] = [
  {
    name: '/',
    who: 'guest',
    path: () => '/',
    heading: /圏外でも/,
    title: '',
    ready: (page) => page.getByRole('heading', { name: 'おすすめの講座' }),
  },
  {
    name: '/about',
    who: 'guest',
    path: () => '/about',
    heading: /学びが途切れない/,
    title: 'コノマナビについて',
    ready: (page) => page.getByRole('heading', { name: '私たちの約束' }),
  },
  {
    name: '/student',
    who: 'guest',
    path: () => '/student',
    heading: /今日の授業がわかる/,
    title: '生徒の方へ',
    ready: (page) => page.getByText('見本 1週間の学習時間'),
  },
  {
    name: '/parent',
    who: 'guest',
    path: () => '/parent',
    heading: /その日のうちに/,
    title: '保護者の方へ',
    ready: (page) => page.getByRole('heading', { name: '費用のめやす' }),
  },
  {
    name: '/parent?confirm={token}, a link that is over',
    who: 'guest',
    path: () => '/parent?confirm=over',
    heading: /その日のうちに/,
    title: '保護者の方へ',
    isAsked: true,
    ready: (page) => page.getByRole('heading', { name: 'このリンクは使えません' }),
  },
  {
    name: '/parent?order={token}, a link that is over',
    who: 'guest',
    path: () => '/parent?order=over',
    heading: 'お申し込みの確認',
    title: 'お申し込みの確認',
    isAsked: true,
    ready: (page) => page.getByTestId('guardian-gone'),
  },
  {
    name: '/konomoshi',
    who: 'guest',
    path: () => '/konomoshi',
    heading: /本番と同じ/,
    title: 'コノ模試',
    ready: first('try-exam'),
    news: ['[data-testid="try-exam"] > [role="status"]'],
  },
  {
    name: '/konoshiki',
    who: 'guest',
    path: () => '/konoshiki',
    heading: /診断が決める/,
    title: 'コノシキ',
    ready: first('try-exam'),
    news: ['[data-testid="try-exam"] > [role="status"]'],
  },
  {
    name: '/success/{year}',
    who: 'guest',
    path: () => '/success/2025',
    heading: /2025年度/,
    title: '2025年度 合格体験記',
    ready: first('course-card'),
    news: ['main span[role="status"]'],
  },
  {
    name: '/success/2024',
    who: 'guest',
    path: () => '/success/2024',
    heading: /2024年度/,
    title: '2024年度 合格体験記',
    ready: first('course-card'),
  },
  {
    name: '/success/2022, an archive',
    who: 'guest',
    path: () => '/success/2022',
    heading: /2022年度/,
    title: '2022年度 合格体験記',
    ready: (page) => main(page).getByText('掲載当時の内容です。'),
  },
  {
    name: '/campaign/{slug}',
    who: 'guest',
    path: () => '/campaign/exam-student',
    heading: /1つだけ決めて/,
    title: '受験シーズンの学び直し(生徒の方)',
    isBare: true,
    ready: first('story'),
  },
  {
    name: '/campaign/{slug}, a variant',
    who: 'guest',
    path: () => '/campaign/exam-student-ver1',
    heading: /あと何回/,
    title: '受験シーズンの学び直し(生徒の方)',
    isBare: true,
    ready: first('story'),
  },
  {
    name: '/campaign/exam-parent',
    who: 'guest',
    path: () => '/campaign/exam-parent',
    heading: /受験前の家庭で/,
    title: '受験シーズンの学び直し(保護者の方)',
    isBare: true,
    ready: (page) => main(page).getByText('見本 この7日間の学習'),
  },
  {
    name: '/campaign/{slug}, ended',
    who: 'guest',
    path: () => '/campaign/summer-2024',
    heading: /土台をつくる/,
    title: '夏期の学び 2024',
    isBare: true,
    ready: first('campaign-ended'),
  },
  {
    name: '/entry-exam',
    who: 'guest',
    path: () => '/entry-exam',
    heading: /3教科×15分/,
    title: '実力診断テスト',
    isBare: true,
    ready: (page) => page.getByRole('rowheader', { name: '国語' }),
    news: ['[data-testid="try-exam"] > [role="status"]', 'main form p[role="status"]'],
  },
  {
    name: '/entry-exam?token={token}, a link that is over',
    who: 'guest',
    path: () => '/entry-exam?token=over',
    heading: 'このリンクは使えません',
    title: '実力診断テスト',
    isBare: true,
    isAsked: true,
    ready: first('no-link'),
  },
  {
    name: '/payment/complete?order={id}, not logged in',
    who: 'guest',
    path: () => '/payment/complete?order=1',
    heading: 'ご注文の内容',
    title: 'ご注文の完了',
    ready: (page) => main(page).getByText('ご注文の内容は、ログインすると見られます。'),
  },
  {
    name: '/payment/error?order={id}, not logged in',
    who: 'guest',
    path: () => '/payment/error?order=1',
    heading: 'お支払いのご確認',
    title: 'お支払いのご確認',
    ready: (page) => main(page).getByText('ご注文の内容は、ログインすると見られます。'),
  },
  {
    name: '/cart, nothing in it',
    who: 'guest',
    path: () => '/cart',
    heading: 'カート',
    title: 'カート',
    ready: empty,
    news: ['[data-testid="cart-notices"]'],
  },
  {
    name: '/cart/coupon',
    who: 'guest',
    path: () => '/cart/coupon',
    heading: 'クーポンを選ぶ',
    title: 'クーポンを選ぶ',
    ready: (page) => main(page).getByText('ログインすると、お持ちのクーポンから選べます。'),
  },
  {
    name: '/cart/coupon/{id} (guest)',
    who: 'guest',
    path: () => '/cart/coupon/1',
    heading: 'クーポン',
    title: 'クーポン',
    ready: (page) => main(page).getByRole('link', { name: 'ログインへ' }),
  },
  {
    name: '/login',
    who: 'guest',
    path: () => '/login',
    heading: 'ログイン',
    title: 'ログイン',
    ready: first('login-submit'),
  },
  {
    name: '/login/password',
    who: 'guest',
    path: () => '/login/password',
    heading: 'パスワードの再設定',
    title: 'パスワードの再設定',
    ready: (page) => page.getByRole('button', { name: '再設定メールを送る' }),
  },
  {
    name: '/login/password/reset/{uid}/{token}, a used link',
    who: 'guest',
    path: () => '/login/password/reset/00000000-0000-4000-8000-000000000000/used',
    heading: 'パスワードの再設定',
    title: 'パスワードの再設定',
    isAsked: true,
    ready: (page) => page.getByRole('heading', { name: 'このリンクは使えません' }),
  },
  {
    name: '/login/password/reset/complete',
    who: 'guest',
    path: () => '/login/password/reset/complete',
    heading: 'パスワードの再設定',
    title: 'パスワードの再設定',
    ready: (page) => page.getByRole('heading', { name: '新しいパスワードを設定しました' }),
  },
  {
    name: '/login/password/change (guest)',
    who: 'guest',
    path: () => '/login/password/change',
    heading: 'パスワードの変更',
    title: 'パスワードの変更',
    ready: (page) => page.getByRole('link', { name: 'ログインへ' }),
  },
  {
    name: '/payment/method (guest)',
    who: 'guest',
    path: () => '/payment/method',
    heading: '支払い方法',
    title: '支払い方法',
    ready: (page) => main(page).getByRole('link', { name: 'ログインへ' }),
  },
  {
    name: '/payment (guest)',
    who: 'guest',
    path: () => '/payment',
    heading: 'お支払いの情報',
    title: 'お支払いの情報',
    ready: (page) => main(page).getByRole('link', { name: 'ログインへ' }),
  },
  {
    name: '/cart/confirm (guest)',
    who: 'guest',
    path: () => '/cart/confirm',
    heading: '注文内容の確認',
    title: '注文内容の確認',
    ready: (page) => main(page).getByRole('link', { name: 'ログインへ' }),
  },
  {
    name: '/payment/gmo (guest)',
    who: 'guest',
    path: () => '/payment/gmo',
    heading: 'お支払いの手続き',
    title: 'お支払いの手続き',
    isBare: true,
    ready: (page) => main(page).getByRole('link', { name: 'ログインへ' }),
  },
  // Not beside its twin above: the same page under the same name is not announced twice.
  {
    name: '/payment/method?plan={id} (guest)',
    who: 'guest',
    path: () => '/payment/method?plan=plan-1',
    heading: '支払い方法',
    title: '支払い方法',
    ready: (page) => main(page).getByRole('link', { name: 'ログインへ' }),
  },
  {
    name: '/signup',
    who: 'guest',
    path: () => '/signup',
    heading: '会員登録(無料)',
    title: '会員登録',
    ready: (page) => page.getByRole('button', { name: '確認メールを送る' }),
  },
  {
    name: '/signup/verify, nothing begun',
    who: 'guest',
    path: () => '/signup/verify',
    heading: 'メールアドレスの確認',
    title: 'メールアドレスの確認',
    ready: (page) => page.getByRole('heading', { name: '登録の途中の内容が見つかりません' }),
  },
  {
    name: '/eula',
    who: 'guest',
    path: () => '/eula',
    heading: '利用規約',
    title: '利用規約',
    ready: (page) => main(page).getByRole('heading', { name: '第1条 適用' }),
  },
  {
    name: '/commerce',
    who: 'guest',
    path: () => '/commerce',
    heading: '特定商取引法に基づく表記',
    title: '特定商取引法に基づく表記',
    ready: (page) => main(page).getByRole('heading', { name: '販売価格' }),
  },
  {
    name: '/privacy',
    who: 'guest',
    path: () => '/privacy',
    heading: 'プライバシーポリシー',
    title: 'プライバシーポリシー',
    ready: (page) => main(page).getByRole('heading', { name: '5. クッキーと端末への保存' }),
  },
  {
    name: '/konoshiki-eula',
    who: 'guest',
    path: () => '/konoshiki-eula',
    heading: 'コノシキ利用規約',
    title: 'コノシキ利用規約',
    ready: (page) => main(page).getByRole('heading', { name: '第1条 コノシキの内容' }),
  },
  {
    name: '/contact',
    who: 'guest',
    path: () => '/contact',
    heading: 'お問い合わせ',
    title: 'お問い合わせ',
    ready: (page) => page.getByRole('button', { name: '入力内容を確認する' }),
    news: ['main form > div[role="status"]', 'main fieldset > p[role="status"]'],
  },
  {
    name: '/inquiry',
    who: 'guest',
    path: () => '/inquiry',
    heading: 'お問い合わせの確認・よくある質問',
    title: 'お問い合わせの確認・よくある質問',
    ready: first('faq-entry'),
    news: ['#faq p[role="status"]'],
  },
  {
    name: '/inquiry/{id}, without its link',
    who: 'guest',
    path: () => '/inquiry/00000000-0000-4000-8000-000000000000',
    heading: 'お問い合わせのやりとり',
    title: 'お問い合わせのやりとり',
    isAsked: true,
    ready: first('no-access'),
  },
  {
    name: '/course',
    who: 'guest',
    path: () => '/course',
    heading: '講座を探す',
    title: '講座を探す',
    ready: first('course-card'),
    news: ['main span[role="status"]'],
  },
  {
    name: '/course/{id}',
    who: 'guest',
    path: ({ course }) => `/course/${course}`,
    heading: demo.course,
    title: demo.course,
    // The last part of the page, which a call of its own brings.
    ready: (page) => page.getByRole('heading', { level: 2, name: 'あわせて見たい講座' }),
    // Courses beside this one are not of it, and not kept with it.
    copy: (page) => main(page).getByRole('heading', { level: 2, name: '目次' }),
  },
  {
    name: '/teacher',
    who: 'guest',
    path: () => '/teacher',
    heading: '講師紹介',
    title: '講師紹介',
    ready: first('teacher-card'),
    news: ['main span[role="status"]'],
  },
  {
    name: '/teacher/{id}',
    who: 'guest',
    path: ({ teacher }) => `/teacher/${teacher}`,
    heading: demo.teacher,
    title: demo.teacher,
    ready: first('course-card'),
  },
  {
    name: '/notice',
    who: 'guest',
    path: () => '/notice',
    heading: 'お知らせ',
    title: 'お知らせ',
    ready: (page) => main(page).getByRole('link', { name: demo.publicNotice }),
  },
  {
    name: '/notice/{id}',
    who: 'guest',
    path: ({ publicNotice }) => `/notice/${publicNotice}`,
    heading: demo.publicNotice,
    title: demo.publicNotice,
    ready: (page) => main(page).getByText('アプリストアからの導入は必要ありません。'),
  },
  {
    name: '/test',
    who: 'guest',
    path: () => '/test',
    heading: '受験環境チェック',
    title: '受験環境チェック',
    ready: (page) => page.getByRole('button', { name: 'チェックを始める' }),
    news: ['main p[role="status"]', '[data-testid="check-input"] span[role="status"]'],
  },
];

/** Pages of the account below the settings. */
const accountScreens: Screen[] = (
  [
    ['base', '基本情報', (page) => page.getByRole('textbox', { name: '姓' })],
    ['email', 'メールアドレスの変更', (page) => page.getByLabel('新しいメールアドレス')],
    ['password', 'パスワードの変更', (page) => page.getByRole('button', { name: 'パスワードを変更する' })],
    ['address', '住所', (page) => page.getByLabel('郵便番号')],
    ['card', 'お支払いのカード', first('card-none')],
    ['devices', 'ログイン中の端末', first('device')],
    ['family', '見守りリンク', (page) => page.getByRole('button', { name: '見守りリンクを作る' })],
    ['withdraw', '退会', (page) => page.getByLabel('現在のパスワード')],
  ] satisfies [part: string, title: string, ready: Screen['ready']][]
).map(([part, title, ready]) => ({
  name: `/mypage/settings/${part}`,
  who: 'student',
  path: () => `/mypage/settings/${part}`,
  heading: title,
  title,
  ready,
  // What the postal code has found.
  ...(part === 'address' && { news: ['main form p[role="status"]'] }),
}));

/** Exams, English test, results and review, outside of the exam room (product.md 2.3.G, 2.3.L, exams.md 6). */
const examScreens: Screen[] = [
  {
    name: '/mypage/mockexam',
    who: 'student',
    path: () => '/mypage/mockexam',
    heading: '模試',
    title: '模試',
    ready: (page) => main(page).getByRole('link', { name: demo.pastExam, exact: true }),
  },
  {
    name: '/mypage/mockexam/{id}',
    who: 'student',
    path: ({ openExam }) => `/mypage/mockexam/${openExam}`,
    heading: demo.openExam,
    title: demo.openExam,
    ready: first('exam-subject'),
  },
  {
    name: '/mypage/mockexam/{id}, an exam that is over',
    who: 'student',
    path: ({ pastExam }) => `/mypage/mockexam/${pastExam}`,
    heading: demo.pastExam,
    title: demo.pastExam,
    ready: first('exam-subject'),
  },
  {
    name: '/mypage/mockexam/{id}/basicinfo',
    who: 'student',
    path: ({ schoolExam }) => `/mypage/mockexam/${schoolExam}/basicinfo`,
    heading: '基本情報',
    title: '基本情報',
    ready: (page) => page.getByLabel('学校名'),
  },
  {
    name: '/mypage/mockexam/{id}/schoolinfo',
    who: 'student',
    path: ({ openExam }) => `/mypage/mockexam/${openExam}/schoolinfo`,
    heading: '志望校',
    title: '志望校',
    ready: (page) => main(page).locator('a[href$="/schoolinfo/1"]'),
  },
  {
    name: '/mypage/mockexam/{id}/schoolinfo/{desired_rank}',
    who: 'student',
    path: ({ openExam }) => `/mypage/mockexam/${openExam}/schoolinfo/1`,
    heading: '第1志望',
    title: '第1志望',
    ready: (page) => main(page).getByRole('radio').first(),
    news: ['main p[role="status"]'],
  },
  {
    name: '/mypage/mockexam/{id}/environmentinfo',
    who: 'student',
    path: ({ openExam }) => `/mypage/mockexam/${openExam}/environmentinfo`,
    heading: '受験環境',
    title: '受験環境',
    ready: (page) => page.getByRole('button', { name: '申込を完了する' }),
  },
  {
    name: '/mypage/mockexam/{id}/success',
    who: 'student',
    path: ({ openExam }) => `/mypage/mockexam/${openExam}/success`,
    heading: '申込完了',
    title: '申込完了',
    ready: (page) => page.getByRole('link', { name: 'カレンダーに追加' }),
  },
  {
    name: '/mypage/mockexam/{id}/result',
    who: 'student',
    path: ({ pastExam }) => `/mypage/mockexam/${pastExam}/result`,
    heading: '成績表',
    title: '成績表',
    ready: first('result-verdict'),
  },
  {
    name: '/mypage/mockexam/{id}/result/{id}',
    who: 'student',
    path: ({ pastExam, attempt }) => `/mypage/mockexam/${pastExam}/result/${attempt}`,
    heading: '科目の成績',
    title: '科目の成績',
    ready: first('result-question'),
  },
  {
    name: '/mypage/english',
    who: 'student',
    path: () => '/mypage/english',
    heading: '英語テスト',
    title: '英語テスト',
    ready: first('exam-score'),
  },
  {
    name: '/mypage/english/history',
    who: 'student',
    path: () => '/mypage/english/history',
    heading: '英語テストの記録',
    title: '英語テストの記録',
    ready: (page) => main(page).getByRole('link', { name: '解答と解説' }),
  },
  {
    name: '/mypage/english/{id}/answer',
    who: 'student',
    path: ({ english }) => `/mypage/english/${english}/answer`,
    heading: '解答と解説',
    title: '解答と解説',
    ready: first('result-question'),
  },
  {
    name: '/mypage/result',
    who: 'student',
    path: () => '/mypage/result',
    heading: '学習成績',
    title: '学習成績',
    ready: (page) => main(page).getByRole('link', { name: demo.pastExam }),
  },
  {
    name: '/mypage/konoshiki/review',
    who: 'student',
    path: () => '/mypage/konoshiki/review',
    heading: '復習',
    title: '復習',
    ready: first('review-start'),
  },
  {
    name: '/mypage/konoshiki/review/{id}',
    who: 'student',
    path: () => '/mypage/konoshiki/review/today',
    heading: '今日の復習',
    title: '復習',
    ready: first('review-show'),
    news: ['[data-testid="review-left"][role="status"]'],
  },
];

/** Pages of the exam room that can be opened without an attempt. */
const roomScreens: Screen[] = [
  {
    name: '/mypage/mockexam/{id}/exam/checkresult',
    who: 'student',
    path: ({ openExam }) => `/mypage/mockexam/${openExam}/exam/checkresult?subject=info`,
    heading: 'この科目は、この端末ではまだ提出していません。',
    title: '提出',
    isBare: true,
    ready: (page) => main(page).getByRole('link', { name: '模試のページへ' }),
  },
  {
    name: '/mypage/english/{id}',
    who: 'newcomer',
    path: ({ english }) => `/mypage/english/${english}`,
    heading: `${demo.english}を始める`,
    title: '英語テスト',
    isBare: true,
    ready: first('exam-prepare'),
  },
];

/** Screens of the learning area, as the demo student sees them. */
export const memberScreens: Screen[] = [
  {
    name: '/mypage',
    who: 'student',
    path: () => '/mypage',
    heading: /美咲さん$/,
    title: 'マイページ',
    ready: (page) => main(page).getByRole('link', { name: demo.course }),
  },
  {
    name: '/mypage/course',
    who: 'student',
    path: () => '/mypage/course',
    heading: '学ぶ',
    title: '学ぶ',
    ready: first('inventory-item'),
  },
  {
    name: '/mypage/bookmark',
    who: 'student',
    path: () => '/mypage/bookmark',
    heading: 'しおり',
    title: 'しおり',
    ready: first('bookmark-item'),
  },
  {
    name: '/mypage/favorite',
    who: 'student',
    path: () => '/mypage/favorite',
    heading: 'お気に入り',
    title: 'お気に入り',
    ready: first('favorite-item'),
  },
  {
    name: '/mypage/recent',
    who: 'student',
    path: () => '/mypage/recent',
    heading: '最近見た授業',
    title: '最近見た授業',
    ready: (page) => main(page).getByRole('link', { name: demo.resumed }),
  },
  {
    name: '/mypage/notice',
    who: 'student',
    path: () => '/mypage/notice',
    heading: 'お知らせ',
    title: 'お知らせ',
    ready: (page) => main(page).getByRole('link', { name: demo.notice }),
  },
  {
    name: '/mypage/notice/{id}',
    who: 'student',
    path: ({ notice }) => `/mypage/notice/${notice}`,
    heading: demo.notice,
    title: demo.notice,
    ready: (page) => main(page).getByText('ご登録ありがとうございます。'),
  },
  {
    name: '/login/password/change',
    who: 'student',
    path: () => '/login/password/change',
    heading: 'パスワードの変更',
    title: 'パスワードの変更',
    ready: (page) => page.getByRole('button', { name: 'パスワードを変更する' }),
  },
  {
    name: '/signup/complete',
    who: 'student',
    path: () => '/signup/complete',
    heading: 'プロフィールの入力',
    title: 'プロフィールの入力',
    ready: (page) => page.getByLabel('学年'),
  },
  {
    name: '/mypage/coupon',
    who: 'student',
    path: () => '/mypage/coupon',
    heading: 'クーポン',
    title: 'クーポン',
    ready: first('coupon-card'),
  },
  {
    name: '/mypage/settings',
    who: 'student',
    path: () => '/mypage/settings',
    heading: '設定',
    title: '設定',
    ready: (page) => main(page).getByText('student@example.com'),
    news: ['main section > div > p[role="status"]', 'main span[role="status"]'],
  },
  ...accountScreens,
  {
    name: '/mypage/download',
    who: 'student',
    path: () => '/mypage/download',
    heading: 'ダウンロード',
    title: 'ダウンロード',
    ready: empty,
    news: ['main p[role="status"]'],
  },
  {
    name: '/mypage/settings/storage',
    who: 'student',
    path: () => '/mypage/settings/storage',
    heading: '端末と保存容量',
    title: '端末と保存容量',
    ready: (page) => main(page).getByText('講座ごとの大きさ'),
    news: ['[data-testid="protection"] > [role="status"]'],
  },
  {
    name: '/mypage/search',
    who: 'student',
    path: () => `/mypage/search?q=${encodeURIComponent('の')}`,
    heading: 'さがす',
    title: 'さがす',
    ready: first('search-hit'),
    news: ['main p[role="status"] + * > p[role="status"]'],
  },
  {
    name: '/mypage/sync',
    who: 'student',
    path: () => '/mypage/sync',
    heading: '同期',
    title: '同期',
    ready: (page) => main(page).getByText('すべて送信済みです'),
    news: ['[data-testid="sync-summary"] [role="status"]'],
  },
  {
    name: '/mypage/lecture/{id}',
    who: 'student',
    path: ({ inventory }) => `/mypage/lecture/${inventory}`,
    heading: demo.course,
    title: demo.course,
    ready: (page) => page.getByText('この授業の目標'),
    news: ['main section p[role="status"]', '[data-testid="download-news"]', 'main p[aria-live="polite"]'],
  },
  {
    name: '/mypage/learnning/{id}',
    who: 'student',
    path: ({ inventory }) => `/mypage/learnning/${inventory}`,
    heading: demo.resumed,
    title: demo.course,
    ready: (page) => page.getByTestId('textbook-page'),
    news: ['main section p[role="status"]', 'main p[aria-live="polite"]', 'main span[aria-live="polite"]'],
  },
  ...examScreens,
];

/** Screens that look different to somebody who has nothing yet. */
export const emptyScreens: Screen[] = [
  {
    name: '/mypage (empty)',
    who: 'newcomer',
    path: () => '/mypage',
    heading: /悠斗さん$/,
    title: 'マイページ',
    ready: (page) => page.getByRole('heading', { name: 'はじめての3ステップ' }),
  },
  ...(['course', 'bookmark', 'favorite', 'recent'] as const).map((place): Screen => {
    const name = { course: '学ぶ', bookmark: 'しおり', favorite: 'お気に入り', recent: '最近見た授業' }[
      place
    ];
    return {
      name: `/mypage/${place} (empty)`,
      who: 'newcomer',
      path: () => `/mypage/${place}`,
      heading: name,
      title: name,
      ready: empty,
    };
  }),
  {
    name: '/mypage/history (empty)',
    who: 'newcomer',
    path: () => '/mypage/history',
    heading: '購入履歴',
    title: '購入履歴',
    ready: empty,
  },
  {
    name: '/mypage/history?kind=subscription (empty)',
    who: 'newcomer',
    path: () => '/mypage/history?kind=subscription',
    heading: '購入履歴',
    title: '購入履歴',
    ready: empty,
  },
  {
    name: '/mypage/mockexam/{id}/result (empty)',
    who: 'newcomer',
    path: ({ pastExam }) => `/mypage/mockexam/${pastExam}/result`,
    heading: '成績表',
    title: '成績表',
    ready: (page) => main(page).getByRole('heading', { name: 'この模試の成績はありません。' }),
  },
  {
    name: '/mypage/english/history (empty)',
    who: 'newcomer',
    path: () => '/mypage/english/history',
    heading: '英語テストの記録',
    title: '英語テストの記録',
    ready: empty,
  },
  {
    name: '/mypage/result (empty)',
    who: 'newcomer',
    path: () => '/mypage/result',
    heading: '学習成績',
    title: '学習成績',
    ready: (page) => main(page).getByText('模試の成績は、まだありません。'),
  },
  {
    name: '/mypage/konoshiki/review (empty)',
    who: 'newcomer',
    path: () => '/mypage/konoshiki/review',
    heading: '復習',
    title: '復習',
    ready: empty,
  },
];

/** Screens that belong to no account. */
export const systemScreens: Screen[] = [
  {
    name: '/maintenance',
    who: 'guest',
    path: () => '/maintenance',
    heading: 'メンテナンスは行われていません',
    title: 'メンテナンスのお知らせ',
    ready: first('maintenance'),
  },
  {
    name: 'not found',
    who: 'guest',
    path: () => '/nowhere',
    heading: 'not found',
    title: 'ページが見つかりません',
    ready: (page) => page.getByTestId('not-found').locator('svg'),
  },
  {
    name: 'not found in the learning area',
    who: 'student',
    path: () => '/mypage/nowhere',
    heading: 'not found',
    title: 'ページが見つかりません',
    ready: (page) => page.getByTestId('not-found').locator('svg'),
  },
];

export const allScreens: Screen[] = [
  ...guestScreens,
  ...memberScreens,
  ...emptyScreens,
  ...roomScreens,
  ...systemScreens,
];

/** Looks up the numbers of a learner's addresses. */
export async function idsOf(site: DemoSite, { id }: Learner): Promise<Ids> {
  const exam = (key: string) => `(select e.id from exams e where e.key = 'demo/${key}')`;
  const [row] = await site.rows<Record<keyof Ids, number | string>>(
    `select i.id as inventory, n.id as notice, c.id as course, t.id as teacher, p.id as "publicNotice",
       ${exam('common-b')} as "openExam", ${exam('common-a')} as "pastExam", ${exam('english-d')} as english,
       ${exam('highschool-c')} as "schoolExam",
       (select a.id from exam_attempts a where a.exam_id = ${exam('common-a')} and a.subject = 'english-r'
        and a.user_id = (select u.id from users u where u.email = 'student@example.com')) as attempt
     from inventories i join courses c on c.id = i.course_id, notices n, notices p, teachers t
     where i.user_id = ${id} and c.key = 'hs-math-1' and n.title = '${demo.notice}'
       and p.title = '${demo.publicNotice}' and t.name = '${demo.teacher}'`,
  );
  if (!row) throw new Error('The demo lacks what addresses need.');
  const texts = Object.entries(row).map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(texts) as Ids;
}
