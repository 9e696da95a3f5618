import { paths } from './paths.ts';

/** Legally required links (product.md 2.2.B): in the footer, and on pages with their own frame. */
export const legalLinks: readonly { to: string; label: string }[] = [
  { to: paths.eula(), label: '利用規約' },
  { to: paths.konoshikiEula(), label: 'コノシキ利用規約' },
  { to: paths.privacy(), label: 'プライバシーポリシー' },
  { to: paths.commerce(), label: '特定商取引法に基づく表記' },
];

/** Where a learner continues from the public site. */
export const mypageLink = { to: paths.mypage(), label: 'マイページ' } as const;

/** The main action of the landing pages for guests. */
export const startLink = { to: paths.signup(), label: '無料で会員登録' } as const;
