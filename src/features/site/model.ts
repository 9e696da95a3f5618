import type { ReactNode } from 'react';
import type { AnnouncedExam, Campaign, SuccessStory, SuccessYear } from '#contracts/site.ts';
import { formatLongDay, japanDay, parseTime } from '#shared/lib/text/format.ts';

const dayMs = 86_400_000;

/** Draws courses like the catalogue does. `label`: the name of the list. */
export type RenderCourses = (courses: SuccessYear['courses'], label: string) => ReactNode;

/** Whether a campaign is still open. `day`: its last day in Japan, 「2027年3月31日」; `daysLeft`: 0 on that day. */
export type Standing = { kind: 'open'; day: string; daysLeft: number } | { kind: 'ended'; day: string };

/** The state of a campaign at `now`, epoch ms by the server's clock. One without a readable end is open. */
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

/** A visitor's filter for the stories of a year; it is stored in the address. Empty: no restriction. */
export type StoryFilter = { school: string; faculty: string; region: string };
const filterNames = ['school', 'faculty', 'region'] as const;

type Passed = SuccessStory['passed'][number];
const wordOf: Record<keyof StoryFilter, (passed: Passed) => string> = {
  school: ({ name }) => name,
  faculty: ({ faculty }) => faculty,
  region: ({ region }) => region,
};

/**
 * Reads a filter from the address. A value that no story has is dropped, so that an old link never leads to an empty
 * page.
 */
export function readStoryFilter(address: URLSearchParams, stories: readonly SuccessStory[]): StoryFilter {
  const known = storyChoices(stories);
  const read = (name: keyof StoryFilter) => {
    const word = address.get(name) ?? '';
    return known[name].includes(word) ? word : '';
  };
  return { school: read('school'), faculty: read('faculty'), region: read('region') };
}

/** Writes a filter to an address, without empty values. */
export function writeStoryFilter(filter: StoryFilter): string {
  const query = new URLSearchParams();
  for (const name of filterNames) if (filter[name]) query.set(name, filter[name]);
  return query.toString();
}

/** The values by which the stories can be filtered, in their order. */
export function storyChoices(stories: readonly SuccessStory[]): Record<keyof StoryFilter, string[]> {
  const passed = stories.flatMap((story) => story.passed);
  const words = (name: keyof StoryFilter) => [...new Set(passed.map(wordOf[name]))].filter(Boolean);
  return { school: words('school'), faculty: words('faculty'), region: words('region') };
}

/** The stories in which one and the same passed school matches the whole filter. */
export function filterStories(stories: readonly SuccessStory[], filter: StoryFilter): SuccessStory[] {
  const fits = (passed: Passed) =>
    filterNames.every((name) => filter[name] === '' || wordOf[name](passed) === filter[name]);
  return stories.filter((story) => story.passed.some(fits));
}

/**
 * Whether an exam can be entered at `now`, epoch ms. `over`: the exam itself has ended; an answer stored on a device
 * may still list it.
 */
export function entryStanding(exam: AnnouncedExam, now: number): 'before' | 'open' | 'closed' | 'over' {
  const [from, until, end] = [exam.entry_from, exam.entry_until, exam.exam_until].map(parseTime);
  if (typeof end === 'number' && now >= end) return 'over';
  if (typeof from === 'number' && now < from) return 'before';
  return typeof until === 'number' && now >= until ? 'closed' : 'open';
}
