import type { ReactNode } from 'react';
import type { AnnouncedExam, Campaign, SuccessStory, SuccessYear } from '#contracts/site.ts';
import { formatLongDay, japanDay, parseTime } from '#shared/lib/text/format.ts';

const dayMs = 86_400_000;

/** Draws courses as the catalogue does. `label`: what the list is called. */
export type RenderCourses = (courses: SuccessYear['courses'], label: string) => ReactNode;

/** Whether a campaign goes on. `day`: its last day in Japan, 「2027年3月31日」; `daysLeft`: 0 on that day. */
export type Standing = { kind: 'open'; day: string; daysLeft: number } | { kind: 'ended'; day: string };

/** Where a campaign stands at `now`, epoch ms by the server's clock. One without a readable end goes on. */
export function standingOf({ ends_at }: Pick<Campaign, 'ends_at'>, now: number): Standing {
  const end = parseTime(ends_at);
  if (end === null) return { kind: 'open', day: '', daysLeft: 0 };
  const lastDay = japanDay(end);
  const day = formatLongDay(lastDay);
  if (end < now) return { kind: 'ended', day };
  const midnight = (date: string) => Date.parse(`${date}T00:00:00Z`);
  const left = midnight(lastDay) - midnight(japanDay(now));
  return { kind: 'open', day, daysLeft: Math.round(left / dayMs) };
}

/** What visitors look for among the stories of a year; stands in the address. Empty: whatever. */
export type StoryFilter = { school: string; faculty: string; region: string };
const filterNames = ['school', 'faculty', 'region'] as const;

type Passed = SuccessStory['passed'][number];
const wordOf: Record<keyof StoryFilter, (passed: Passed) => string> = {
  school: ({ name }) => name,
  faculty: ({ faculty }) => faculty,
  region: ({ region }) => region,
};

/** Reads a filter from the address. What no story has is left out: nobody is led to an empty page by an old link. */
export function readStoryFilter(address: URLSearchParams, stories: readonly SuccessStory[]): StoryFilter {
  const known = storyChoices(stories);
  const read = (name: keyof StoryFilter) => {
    const word = address.get(name) ?? '';
    return known[name].includes(word) ? word : '';
  };
  return { school: read('school'), faculty: read('faculty'), region: read('region') };
}

/** Writes a filter to an address, without what narrows nothing. */
export function writeStoryFilter(filter: StoryFilter): string {
  const query = new URLSearchParams();
  for (const name of filterNames) if (filter[name]) query.set(name, filter[name]);
  return query.toString();
}

/** What the stories can be filtered by, in their order. */
export function storyChoices(stories: readonly SuccessStory[]): Record<keyof StoryFilter, string[]> {
  const passed = stories.flatMap((story) => story.passed);
  const words = (name: keyof StoryFilter) => [...new Set(passed.map(wordOf[name]))].filter(Boolean);
  return { school: words('school'), faculty: words('faculty'), region: words('region') };
}

/** The stories with one school passed that has everything asked for. */
export function filterStories(stories: readonly SuccessStory[], filter: StoryFilter): SuccessStory[] {
  const fits = (passed: Passed) =>
    filterNames.every((name) => filter[name] === '' || wordOf[name](passed) === filter[name]);
  return stories.filter((story) => story.passed.some(fits));
}

/** Whether an exam can be entered at `now`, epoch ms. `over`: of its sitting, which an answer a device keeps may outlive. */
export function entryStanding(exam: AnnouncedExam, now: number): 'before' | 'open' | 'closed' | 'over' {
  const [from, until, end] = [exam.entry_from, exam.entry_until, exam.exam_until].map(parseTime);
  if (typeof end === 'number' && now >= end) return 'over';
  if (typeof from === 'number' && now < from) return 'before';
  return typeof until === 'number' && now >= until ? 'closed' : 'open';
}
