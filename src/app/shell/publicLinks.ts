import { successYears } from '#contracts/successYears.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { legalLinks } from '#shared/lib/pages/publicLinks.ts';

/** A link in the header or the footer of the public site. Only existing pages; a new page adds its own link here. */
export type PublicLink = { to: string; label: string };

/** Places of the public site, in the order of the header: 講座, 講師, 生徒の方, 保護者の方, お知らせ. */
export const mainLinks: readonly PublicLink[] = [
  { to: paths.catalogue(), label: '講座を探す' },
  { to: paths.teachers(), label: '講師紹介' },
  { to: paths.student(), label: '生徒の方' },
  { to: paths.parent(), label: '保護者の方' },
  { to: paths.publicNotices(), label: 'お知らせ' },
];

/** The login and sign-up links for guests, in the order of the header; the last one is emphasised. */
export const entryLinks: readonly PublicLink[] = [
  { to: paths.login(), label: 'ログイン' },
  { to: paths.signup(), label: '会員登録' },
];

/** Groups of the footer. */
export const footerGroups: readonly { title: string; links: readonly PublicLink[] }[] = [
  {
    title: 'ご案内',
    links: [
      { to: paths.about(), label: 'コノマナビについて' },
      ...mainLinks,
      { to: paths.konomoshi(), label: 'コノ模試' },
      { to: paths.konoshiki(), label: 'コノシキ' },
      { to: paths.entryExam(), label: '実力診断テスト' },
      { to: paths.success(String(successYears.at(-1))), label: '合格体験記' },
    ],
  },
  {
    title: 'サポート',
    links: [
      { to: paths.contact(), label: 'お問い合わせ' },
      { to: paths.inquiry(), label: 'お問い合わせの確認・よくある質問' },
      { to: paths.test(), label: '受験環境チェック' },
    ],
  },
  {
    title: '規約など',
    links: legalLinks,
  },
];
