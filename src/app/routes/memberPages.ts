import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import type { LoadRoute } from '../lazyPage.ts';
import type { SettingsPages } from './settingsPages.ts';

const loadSettingsPages = loadAgain(() => import('./settingsPages.ts'));

function settingsPage(name: keyof SettingsPages): LoadRoute {
  return async () => (await loadSettingsPages()).settingsPages[name]();
}

/**
 * Modules of the member pages. Apart from the route table, which every first page carries: what they consist of is a
 * list of a hundred files that no guest needs.
 */
export const memberPages = {
  mypage: () => import('./mypage/home.tsx'),
  course: () => import('./mypage/course.tsx'),
  bookmark: () => import('./mypage/bookmark.tsx'),
  favorite: () => import('./mypage/favorite.tsx'),
  recent: () => import('./mypage/recent.tsx'),
  resume: () => import('./mypage/resume.tsx'),
  share: () => import('./mypage/share.tsx'),
  notice: () => import('./mypage/notice.tsx'),
  noticeDetail: () => import('./mypage/noticeDetail.tsx'),
  settings: settingsPage('settings'),
  account: settingsPage('account'),
  search: () => import('./mypage/search.tsx'),
  download: () => import('./mypage/download.tsx'),
  storage: settingsPage('storage'),
  sync: settingsPage('sync'),
  lecture: () => import('./study/lecture.tsx'),
  learnning: () => import('./study/learnning.tsx'),
} satisfies Record<string, LoadRoute>;

export type MemberPages = typeof memberPages;
