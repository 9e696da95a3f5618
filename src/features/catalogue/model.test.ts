import { describe, expect, it } from 'vitest';
import {
  type CourseCard,
  type CourseDetail,
  courseCardSchema,
  courseDetailSchema,
  courseGrades,
  courseLevels,
  courseSorts,
} from '#contracts/catalogue.ts';
import {
  courseQuery,
  foldedChoices,
  grades,
  isNarrowed,
  lastDayOnSale,
  levels,
  noFilter,
  offerOf,
  readFilter,
  relatedTo,
  sorts,
  writeFilter,
} from './model.ts';

const read = (address: string) => readFilter(new URLSearchParams(address));
const card = (id: string, subject: string): CourseCard =>
  courseCardSchema.parse({ id, subject: { id: subject, name: subject } });
const course = (fields: object): CourseDetail => courseDetailSchema.parse({ id: '1', ...fields });

describe('a filter', () => {
  const full =
    'q=%E9%96%A2%E6%95%B0&subject=math&grade=h1&level=basic&teacher=3&price=10000&limited=1&sort=new';

  it('comes from the address and goes back to it', () => {
    expect(writeFilter(read(full)).toString()).toBe(full);
    expect(writeFilter(noFilter).toString()).toBe('');
    expect(read('')).toEqual(noFilter);
  });

  it('leaves out what cannot be asked for', () => {
    expect(read('subject=<b>&grade=j9&level=hard&teacher=abc&price=7&limited=yes&sort=name')).toEqual(
      noFilter,
    );
    expect(read(`q=${'あ'.repeat(101)}`).q).toHaveLength(100);
  });

  it('shortens what is looked for between letters, and takes out what nobody can store', () => {
    const word = 'あ'.repeat(99);
    expect(readFilter(new URLSearchParams({ q: `${word}😀` })).q).toBe(word);
    expect(readFilter(new URLSearchParams({ q: 'a\u0000b' })).q).toBe('ab');
  });

  it('is asked in the words of the server', () => {
    const query = new URLSearchParams(courseQuery(read(full)));
    expect(Object.fromEntries(query)).toEqual({
      q: '関数',
      subject: 'math',
      'grade[]': 'h1',
      level: 'basic',
      teacher: '3',
      price_max: '10000',
      limited: '1',
      sort: 'new',
    });
    expect(courseQuery(read('q=%E3%80%80+'))).toBe('');
  });

  it('knows whether it leaves anything out', () => {
    expect([isNarrowed(noFilter), isNarrowed(read('sort=price')), isNarrowed(read('grade=h1'))]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('counts the choices a phone folds away: neither the search, nor the subject, nor the order', () => {
    expect(foldedChoices(read('q=a&subject=math&sort=price'))).toBe(0);
    expect(foldedChoices(read('subject=math&grade=h1&level=top&teacher=3&price=10000&limited=1'))).toBe(5);
  });

  it('knows every word of the contract', () => {
    expect([grades, levels, sorts]).toEqual([courseGrades, courseLevels, courseSorts]);
  });
});

describe('what can be done with a course', () => {
  const mine = { is_purchased: true, inventory: '7' };
  const sold = { price: 4980, sale_status: 'on_sale' };

  it.each([
    ['buy', sold],
    ['owned', { ...sold, ...mine }],
    ['again', { ...sold, ...mine, is_expired: true }],
    ['expired', { ...mine, ...sold, is_expired: true, sale_status: 'ended' }],
    ['ended', { ...sold, sale_status: 'ended' }],
    ['owned', { ...mine, sale_status: 'ended' }],
    ['unpriced', { sale_status: 'on_sale', price: null }],
    ['buy', { ...sold, is_purchased: true, inventory: null }],
  ])('is %s for %o', (offer, fields) => {
    expect(offerOf(course(fields))).toBe(offer);
  });
});

it('shows courses of the same subject first, never the course itself, three at most', () => {
  const others = [
    card('2', 'physics'),
    card('1', 'math'),
    card('3', 'math'),
    card('4', 'art'),
    card('5', 'art'),
  ];
  const shown = relatedTo(course({ subject: { id: 'math', name: '数学' } }), others);
  expect(shown.map(({ id }) => id)).toEqual(['3', '2', '4']);
});

describe('the last day on sale', () => {
  it.each([
    ['a day in Japan', '2027-03-31T14:59:59.000Z', 'on_sale', '2027-03-31'],
    ['after midnight in Japan', '2027-03-31T15:00:00.000Z', 'on_sale', '2027-04-01'],
    ['no end', null, 'on_sale', null],
    ['nonsense', 'soon', 'on_sale', null],
    ['over', '2026-03-31T14:59:59.000Z', 'ended', null],
  ])('%s', (_what, sale_ends_at, sale_status, day) => {
    expect(lastDayOnSale(course({ sale_ends_at, sale_status }))).toBe(day);
  });
});
