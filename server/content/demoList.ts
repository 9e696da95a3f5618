/** A demo account as it is shown to the developer who started the server. */
export type DemoAccount = { email: string; password: string; note: string };

/** Made by server/demo/learners.yaml (architecture.md 1). */
export const demoAccounts: DemoAccount[] = [
  { email: 'student@example.com', password: 'manabi-2026', note: '6講座、うち1つは期限切れ' },
  { email: 'newcomer@example.com', password: 'manabi-2026', note: '講座なし' },
  { email: 'parent@example.com', password: 'manabi-2026', note: '保護者。講座を買える' },
  { email: 'adult@example.com', password: 'manabi-2026', note: '18歳以上の受講者。講座を買える' },
  { email: 'orders@example.com', password: 'manabi-2026', note: '購入履歴に、どの状態の注文もある' },
  { email: 'teen@example.com', password: 'manabi-2026', note: '18歳未満。注文が保護者の確認を待っている' },
  { email: 'plan@example.com', password: 'manabi-2026', note: '見放題プランを契約中' },
  { email: 'plan-trial@example.com', password: 'manabi-2026', note: '見放題プランの無料期間中' },
  {
    email: 'plan-unpaid@example.com',
    password: 'manabi-2026',
    note: '見放題プランのお支払いが確認できていない',
  },
  {
    email: 'plan-ending@example.com',
    password: 'manabi-2026',
    note: '見放題プランを解約した。期間の終わりまで使える',
  },
  { email: 'plan-paused@example.com', password: 'manabi-2026', note: '見放題プランをお休み中' },
];
