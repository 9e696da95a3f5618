import { describe, expect, it } from 'vitest';
import { isAppRoute } from './appRoutes.ts';

describe('isAppRoute', () => {
  it.each([
    '/',
    '/login',
    '/login/',
    '/login/password',
    '/login/password/reset/complete',
    '/login/password/reset/5f2c/x-9_A',
    '/signup/verify',
    '/maintenance',
    '/konoshiki-eula',
    '/test',
    '/success/2025',
    '/campaign/exam-student-ver1',
    '/contact/complete',
    '/inquiry/0193b3a0-7d1e-4c5a-9d2e-3f4a5b6c7d8e',
    '/mypage',
    '/mypage/',
    '/mypage/course',
    '/mypage/lecture/12',
    '/mypage/learnning/12',
    '/mypage/no-such-page',
  ])('answers %s with the shell', (path) => {
    expect(isAppRoute(path)).toBe(true);
  });

  it.each([
    '/api/lms/inventory/',
    '/pay-frame/',
    '/api/payment/gmo/return/abc/',
    '/accounts/login/',
    '/accounts/oauth/callback/',
    '/media/a/b.pdf',
    '/assets/index-abc.js',
    '/assets/',
    '/sw.js',
    '/version.json',
    '/manifest.webmanifest',
    '/mypage/report.pdf',
    '/mypages',
    '/payment/complete/credit/more',
    '/loginx',
    '/no-such-page',
  ])('leaves %s to the network', (path) => {
    expect(isAppRoute(path)).toBe(false);
  });
});
