import { describe, expect, test } from 'vitest';
import { placeOf } from './places.ts';

describe('placeOf', () => {
  test.each([
    ['/mypage', 'home'],
    ['/mypage/notice/3', 'home'],
    ['/mypage/course', 'course'],
    ['/mypage/lecture/12', 'course'],
    ['/mypage/learnning/12', 'course'],
    ['/mypage/bookmark', 'course'],
    ['/mypage/mockexam/3/exam', 'exam'],
    ['/mypage/konoshiki/review', 'review'],
    ['/mypage/settings', 'mine'],
    ['/mypage/courses-of-others', 'home'],
    ['/', null],
    ['/mypages', null],
  ])('%s belongs to %s', (path, place) => {
    expect(placeOf(path)).toBe(place);
  });
});
