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

  test('leads from a part of an exam back to that exam', () => {
    const titles = (path: string, title: string) => trailOf(path, title).map((crumb) => crumb.title);
    expect(trailOf('/mypage/mockexam/7/basicinfo', '基本情報').at(-2)).toEqual({
      title: '模試の詳細',
      to: '/mypage/mockexam/7',
    });
    expect(trailOf('/mypage/mockexam/7/schoolinfo/2', '第2志望').at(-2)).toEqual({
      title: '志望校',
      to: '/mypage/mockexam/7/schoolinfo',
    });
    expect(titles('/mypage/mockexam/7/result/a', '科目の成績')).toEqual([
      'マイページ',
      '模試',
      '模試の詳細',
      '成績表',
      '科目の成績',
    ]);
    expect(titles('/mypage/mockexam/7', '第1回')).toEqual(['マイページ', '模試', '第1回']);
  });

  test('is empty where there is nowhere to go up', () => {
    expect(trailOf('/mypage', 'マイページ')).toEqual([]);
    expect(trailOf('/', 'コノマナビ')).toEqual([]);
  });
});
