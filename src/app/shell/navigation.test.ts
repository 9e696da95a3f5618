import { describe, expect, test } from 'vitest';
import { trailOf } from './navigation.ts';

describe('trailOf', () => {
  test('leads from the root through the parent to the page', () => {
    expect(trailOf('/mypage/notice/3', '夏期の受付について')).toEqual([
      { title: 'マイページ', to: '/mypage' },
      { title: 'お知らせ', to: '/mypage/notice' },
      { title: '夏期の受付について', to: null },
    ]);
    expect(trailOf('/mypage/notice', 'お知らせ')).toHaveLength(2);
    expect(trailOf('/inquiry/0193b3a0', '受付番号 Q23456789A')[1]).toEqual({
      title: 'お問い合わせの確認',
      to: '/inquiry',
    });
    expect(trailOf('/login', 'ログイン')[0]).toEqual({ title: 'ホーム', to: '/' });
  });

  test('is empty where there is nowhere to go up', () => {
    expect(trailOf('/mypage', 'マイページ')).toEqual([]);
    expect(trailOf('/', 'コノマナビ')).toEqual([]);
  });
});
