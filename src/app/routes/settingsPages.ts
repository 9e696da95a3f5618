import type { LoadRoute } from '../lazyPage.ts';

/**
 * Modules of the settings and of what stands below them. Apart from the other member pages: a visit that goes to a
 * course does not carry the list of their files (memberPages.ts).
 */
export const settingsPages = {
  settings: () => import('./mypage/settings.tsx'),
  account: () => import('./settings/account.tsx'),
  storage: () => import('./mypage/storage.tsx'),
  sync: () => import('./mypage/sync.tsx'),
} satisfies Record<string, LoadRoute>;

export type SettingsPages = typeof settingsPages;
