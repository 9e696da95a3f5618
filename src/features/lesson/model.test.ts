import { describe, expect, it } from 'vitest';
import { courseSchema } from '#contracts/course.ts';
import { lessonToOpen, marksOf, neighbours, placesOf, todaysPlan } from './model.ts';

const lesson = (id: number, order: number, more: object = {}) => ({ id, name: `授業${id}`, order, ...more });
const course = courseSchema.parse({
  id: 1,
  course_chapter: [
    { id: 2, order: 2, chapter_unit: [{ id: 2, order: 1, unit_lesson: [lesson(13, 1), lesson(14, 2)] }] },
    {
      id: 1,
      order: 1,
      name: '章',
      chapter_unit: [
        {
          id: 1,
          order: 1,
          name: '節',
          unit_lesson: [lesson(12, 2, { duration: 900 }), lesson(11, 1, { duration: 600 })],
        },
      ],
    },
  ],
});
const places = placesOf(course);
const ids = places.map((place) => place.lesson);

describe('the way through a course', () => {
  it('follows the order the server gives, whatever order it came in', () => {
    expect(ids.map(({ id }) => id)).toEqual(['11', '12', '13', '14']);
    expect(places[1]).toMatchObject({ chapter: '章', unit: '節', number: 2 });
  });

  it('knows the lessons before and after', () => {
    const id = (place: { lesson: { id: string } } | null) => place?.lesson.id;
    expect(id(neighbours(places, '12').previous)).toBe('11');
    expect(id(neighbours(places, '12').next)).toBe('13');
    expect(neighbours(places, '14').next).toBeNull();
    expect(neighbours(places, 'gone')).toEqual({ previous: null, next: null });
  });
});

describe('which lesson opens', () => {
  const open = (wanted: string | null, lastSeen: string | null, completed: string[] = []) =>
    lessonToOpen(ids, { wanted, lastSeen, completed: new Set(completed) });

  it('is the one the address asks for, if the course has it', () => {
    expect(open('13', '11')).toBe('13');
    expect(open('99', '12')).toBe('12');
  });

  it('is the one watched last while it is unfinished, else the next unfinished', () => {
    expect(open(null, '12')).toBe('12');
    expect(open(null, '12', ['12'])).toBe('13');
    expect(open(null, '14', ['14', '13'])).toBe('11');
  });

  it('is the first unfinished without a history, and never nothing', () => {
    expect(open(null, null)).toBe('11');
    expect(open(null, null, ['11'])).toBe('12');
    expect(open(null, '12', ['11', '12', '13', '14'])).toBe('12');
    expect(open(null, null, ['11', '12', '13', '14'])).toBe('11');
    expect(lessonToOpen([], { wanted: null, lastSeen: null, completed: new Set() })).toBeNull();
  });
});

describe("today's plan", () => {
  it('fills half an hour with what is unfinished', () => {
    const plan = (from: string, completed: string[]) =>
      todaysPlan(places, from, new Set(completed)).map((place) => place.lesson.id);
    expect(plan('11', [])).toEqual(['11', '12', '13', '14']);
    expect(plan('11', ['12'])).toEqual(['11', '13', '14']);
    expect(plan('14', [])).toEqual(['14']);
  });

  it('holds the next lesson even when it is long', () => {
    const long = placesOf(
      courseSchema.parse({
        id: 1,
        course_chapter: [
          {
            id: 1,
            chapter_unit: [
              {
                id: 1,
                unit_lesson: [
                  lesson(1, 1, { duration: 1700 }),
                  lesson(2, 2, { duration: 3000 }),
                  lesson(3, 3, { duration: 60 }),
                ],
              },
            ],
          },
        ],
      }),
    );
    expect(todaysPlan(long, '1', new Set()).map((place) => place.lesson.id)).toEqual(['1', '2']);
  });
});

describe('marks', () => {
  it('say what the course says until the device knows better', () => {
    const marks = marksOf(places, { levels: undefined, favorites: undefined, watched: undefined });
    expect(marks.get('11')).toEqual({ level: 0, isFavorite: false, isCompleted: false, rate: 0 });
  });

  it('take what was seen on this device', () => {
    const marks = marksOf(places, {
      levels: new Map([['11', 3]]),
      favorites: new Set(['12']),
      watched: new Map([['13', { watched_rate: 0.95, is_completed: true }]]),
    });
    expect(marks.get('11')?.level).toBe(3);
    expect(marks.get('12')?.isFavorite).toBe(true);
    expect(marks.get('13')).toMatchObject({ isCompleted: true, rate: 0.95 });
  });
});
