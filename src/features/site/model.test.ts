import { describe, expect, it } from 'vitest';
import type { SuccessStory } from '#contracts/site.ts';
import { filterStories, readStoryFilter, standingOf, storyChoices, writeStoryFilter } from './model.ts';

describe('a campaign', () => {
  const ends_at = '2027-03-31T14:59:59.000Z';
  const at = (time: string) => standingOf({ ends_at }, Date.parse(time));

  it.each([
    ['2027-03-31T23:59:59+09:00', 0],
    ['2027-03-31T00:00:00+09:00', 0],
    ['2027-03-30T23:59:59+09:00', 1],
    ['2026-11-22T07:00:00+09:00', 129],
  ])('goes on at %s, days by the calendar of Japan: %i', (time, daysLeft) => {
    expect(at(time)).toEqual({ kind: 'open', day: '2027年3月31日', daysLeft });
  });

  it('is over after its last moment, and names its last day in Japan', () => {
    expect(at('2027-04-01T00:00:00+09:00')).toEqual({ kind: 'ended', day: '2027年3月31日' });
  });

  it('goes on when its end cannot be read', () => {
    expect(standingOf({ ends_at: '' }, 0).kind).toBe('open');
  });
});

describe('the stories of a year', () => {
  const story = (id: string, ...passed: string[]) =>
    ({
      id,
      passed: passed.map((one) => {
        const [name = '', faculty = '', region = ''] = one.split(' ');
        return { name, faculty, region };
      }),
    }) as SuccessStory;
  const stories = [
    story('a', 'みなみ高校 普通科 関東'),
    story('b', '見本大学 理学部 東北', '国際大学 文学部 関東'),
    story('c', '見本大学 情報学部 東北'),
  ];
  const found = (query: string) => {
    const filter = readStoryFilter(new URLSearchParams(query), stories);
    return filterStories(stories, filter).map(({ id }) => id);
  };

  it('offer what they have, each once', () => {
    expect(storyChoices(stories)).toEqual({
      school: ['みなみ高校', '見本大学', '国際大学'],
      faculty: ['普通科', '理学部', '文学部', '情報学部'],
      region: ['関東', '東北'],
    });
  });

  it.each([
    ['', ['a', 'b', 'c']],
    ['school=見本大学', ['b', 'c']],
    ['region=関東', ['a', 'b']],
    // Both conditions must hold for the same school.
    ['school=見本大学&region=関東', []],
    ['school=見本大学&faculty=理学部', ['b']],
    ['school=どこにもない高校', ['a', 'b', 'c']],
  ])('filtered by the address %j: %j', (query, ids) => {
    expect(found(query)).toEqual(ids);
  });

  it('are named in the address by what narrows them only', () => {
    expect(writeStoryFilter({ school: '', faculty: '', region: '' })).toBe('');
    expect(writeStoryFilter({ school: 'a', faculty: '', region: 'b' })).toBe('school=a&region=b');
  });
});
