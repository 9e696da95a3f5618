/** A demo account as it is shown to the developer who started the server. */
export type DemoAccount = { email: string; password: string; note: string };

/** Made by server/demo/learners.yaml (architecture.md 1). */
export const demoAccounts: DemoAccount[] = [
  { email: 'student@example.com', password: 'manabi-2026', note: '6講座、うち1つは期限切れ' },
  { email: 'newcomer@example.com', password: 'manabi-2026', note: '講座なし' },
  { email: 'parent@example.com', password: 'manabi-2026', note: '保護者。講座を買える' },
  { email: 'adult@example.com', password: 'manabi-2026', note: '18歳以上の受講者。講座を買える' },
];
