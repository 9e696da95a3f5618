import type { ReactNode } from 'react';
import type {
  CourseCard,
  CourseDetail,
  courseGrades,
  courseLevels,
  courseSorts,
  TeacherCard,
} from '#contracts/catalogue.ts';
import { beginningOf } from '#contracts/letters.ts';
import { storable } from '#contracts/plainText.ts';
import type { PageView } from '#shared/lib/mirror/pages.ts';
import { japanDay, parseTime } from '#shared/lib/text/format.ts';

/** Paths of the catalogue (product.md 3.4). */
export const coursePath = '/api/lms/course/';
export const teacherPath = '/api/lms/teacher/';

export type Grade = (typeof courseGrades)[number];
export type Level = (typeof courseLevels)[number];
export type Sort = (typeof courseSorts)[number];
export type Named = { id: string; name: string };

/** A page of the catalogue with the values it can be filtered by. */
export type CourseList = PageView<CourseCard> & {
  subjects: Named[];
  teachers: Named[];
  has_limited: boolean;
};
/** A page of the teachers. */
export type TeacherList = PageView<TeacherCard> & { subjects: Named[] };

// Copies of the contracts' lists: the originals include the schema library, which no first screen needs.
export const grades = [
  'j1',
  'j2',
  'j3',
  'h1',
  'h2',
  'h3',
  'graduate',
  'adult',
] as const satisfies readonly Grade[];
export const levels = ['basic', 'standard', 'high', 'top'] as const satisfies readonly Level[];
export const sorts = ['recommended', 'new', 'price', 'price_desc'] as const satisfies readonly Sort[];
/** Upper price limits offered, yen; by product.md 3.9.1 courses cost from 4,980 to 59,800. */
export const prices = ['5000', '10000', '20000', '30000'] as const;
/** Longest search text the server accepts, characters. */
const searchMaxLength = 100;

/** A course in the form that its bookmark needs: from a card, or from its own page. */
export type MarkedCourse = CourseCard | CourseDetail;
/** Draws the learner's controls beside a course; the route connects the features. */
export type RenderMark = (course: MarkedCourse) => ReactNode;

/** A visitor's filter; it is stored in the address. An empty word: no restriction. */
export type Filter = {
  q: string;
  subject: string;
  grade: Grade | '';
  level: Level | '';
  teacher: string;
  price: (typeof prices)[number] | '';
  /** `1`: only courses sold for a limited time. */
  limited: '1' | '';
  sort: Sort;
};

export const noFilter: Filter = {
  q: '',
  subject: '',
  grade: '',
  level: '',
  teacher: '',
  price: '',
  limited: '',
  sort: 'recommended',
};

function known<Word extends string>(words: readonly Word[], word: string | null): Word | '' {
  return words.find((one) => one === word) ?? '';
}

/** A word of the address if the server accepts it as a name or number; otherwise empty. */
function plain(word: string | null, form: RegExp): string {
  return word !== null && form.test(word) ? word : '';
}

/** Reads a filter from the address; unknown values are dropped. */
export function readFilter(address: URLSearchParams): Filter {
  return {
    q: beginningOf(storable(address.get('q') ?? ''), searchMaxLength),
    subject: plain(address.get('subject'), /^[a-z0-9-]{1,40}$/),
    grade: known(grades, address.get('grade')),
    level: known(levels, address.get('level')),
    teacher: plain(address.get('teacher'), /^[1-9]\d{0,8}$/),
    price: known(prices, address.get('price')),
    limited: known(['1'], address.get('limited')),
    sort: known(sorts, address.get('sort')) || 'recommended',
  };
}

/** Writes a filter to an address, without default values and without the page of the list. */
export function writeFilter(filter: Filter): URLSearchParams {
  const set = Object.entries(filter).filter(([name, word]) => word !== noFilter[name as keyof Filter]);
  return new URLSearchParams(set);
}

/** Whether the filter excludes anything; the sort order excludes nothing. */
export function isNarrowed(filter: Filter): boolean {
  return writeFilter({ ...filter, sort: 'recommended' }).size > 0;
}

/** How many of the filters folded away on a phone are set: all except search and subject, which stay visible. */
export function foldedChoices({ grade, level, teacher, price, limited }: Filter): number {
  return [grade, level, teacher, price, limited].filter(Boolean).length;
}

/** The query of the first page for a filter. */
export function courseQuery({ q, grade, price, sort, ...words }: Filter): string {
  const query = new URLSearchParams();
  if (q.trim()) query.set('q', q.trim());
  for (const [name, word] of Object.entries(words)) if (word) query.set(name, word);
  if (grade) query.set('grade[]', grade);
  if (price) query.set('price_max', price);
  if (sort !== 'recommended') query.set('sort', sort);
  return query.toString();
}

/** The query for courses related to a course: those for the same grades. */
export function relatedQuery({ grades: years }: CourseDetail): string {
  return new URLSearchParams(years.map((year) => ['grade[]', year])).toString();
}

/** Most courses shown beside another one. */
const mostRelated = 3;

/**
 * Related courses: those of the same subject first, the rest in the order of the catalogue; without the course itself.
 */
export function relatedTo(course: CourseDetail, others: readonly CourseCard[]): CourseCard[] {
  const isNear = (other: CourseCard) => other.subject?.id === course.subject?.id;
  return others
    .filter(({ id }) => id !== course.id)
    .sort((one, other) => Number(isNear(other)) - Number(isNear(one)))
    .slice(0, mostRelated);
}

/** The last day in Japan on which a course is sold, `2027-03-31`; `null`: its sale has no end, or is over. */
export function lastDayOnSale({ sale_status, sale_ends_at }: CourseCard | CourseDetail): string | null {
  const end = parseTime(sale_ends_at);
  return sale_status === 'ended' || end === null ? null : japanDay(end);
}

/**
 * What a visitor can do with a course now. `again`: their access has ended and the course is still sold; `unpriced`: it
 * is sold only as a part of something else.
 */
export type Offer = 'owned' | 'expired' | 'again' | 'ended' | 'unpriced' | 'buy';

/** Finds what a visitor can do with a course. */
export function offerOf({ is_purchased, is_expired, inventory, sale_status, price }: MarkedCourse): Offer {
  const isSold = sale_status !== 'ended' && price !== null;
  if (is_purchased && inventory !== null) {
    if (!is_expired) return 'owned';
    return isSold ? 'again' : 'expired';
  }
  if (sale_status === 'ended') return 'ended';
  return isSold ? 'buy' : 'unpriced';
}
