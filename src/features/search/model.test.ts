import { describe, expect, test } from 'vitest';
import { type Course, courseSchema } from '#contracts/course.ts';
import { searchWords } from '#shared/lib/text/fold.ts';
import { excerpt, findAll, type Group, type Shelf } from './model.ts';
import { captionRow, courseRow } from './rows.ts';

const math: Course = courseSchema.parse({
  id: 1,
  name: '高校数学I',
  course_chapter: [
    {
      id: 2,
      name: '三角比',
      order: 2,
      chapter_unit: [{ id: 1, order: 1, unit_lesson: [{ id: 12, name: '正弦定理', order: 1 }] }],
    },
    {
      id: 1,
      name: '二次関数',
      order: 1,
      chapter_unit: [
        { id: 1, order: 1, unit_lesson: [{ id: 11, name: 'グラフと最大・最小', order: 2 }] },
        { id: 2, order: 2, unit_lesson: [{ id: 10, name: '二次関数の式', order: 1 }] },
      ],
    },
  ],
});
const english = courseSchema.parse({ id: 2, name: '英文法', course_chapter: [] });
const captions = captionRow({ id: '11', name: 'グラフと最大・最小', course: '1' }, 'etag', [
  { sec: 4.6, text: 'こんにちは。今日は、\nグラフの' },
  { sec: 10, text: '頂点を探します。' },
  { sec: 20, text: '頂点はコンピューターでも探せます。' },
]);
const shelf: Shelf = {
  rows: [courseRow(math, 1), courseRow(english, 1), captions],
  notes: [{ id: 'n1', course: '1', lesson: '12', sec: 65, body: '正弦定理は\n外接円の半径から' }],
  marked: [
    { course: '9', courseName: '世界史', lesson: '', lessonName: '' },
    { course: '9', courseName: '世界史', lesson: '90', lessonName: 'ローマ帝国' },
    { course: '2', courseName: '英文法', lesson: '', lessonName: '' },
  ],
};

function find(query: string, most = 20) {
  const found = findAll(shelf, searchWords(query), most);
  const texts = (group: Group) => found[group].hits.map((hit) => hit.text);
  return { found, texts };
}

describe('titles', () => {
  test('are found in courses, chapters and lessons, in the order of the course', () => {
    const { found, texts } = find('二次関数');
    expect(texts('course')).toEqual(['二次関数']);
    expect(found.course.hits[0]).toMatchObject({ kind: 'chapter', lesson: '11', within: ['高校数学I'] });
    expect(texts('lesson')).toEqual(['二次関数の式']);
    expect(found.lesson.hits[0]).toMatchObject({ lesson: '10', within: ['二次関数', '高校数学I'] });
  });

  test('may be narrowed by the names above them, in any order, width and kana', () => {
    expect(find('数学I ぐらふ').texts('lesson')).toEqual(['グラフと最大・最小']);
    expect(find('ｸﾞﾗﾌ 数学i').texts('lesson')).toEqual(['グラフと最大・最小']);
    expect(find('グラフ 英文法').texts('lesson')).toEqual([]);
  });

  test('of a course alone do not list all its lessons', () => {
    const { texts } = find('高校数学');
    expect(texts('course')).toEqual(['高校数学I']);
    expect(texts('lesson')).toEqual([]);
  });

  test('that the learner marked are found without the library, and never twice', () => {
    expect(find('世界史').texts('course')).toEqual(['世界史']);
    expect(find('ろーま').found.lesson.hits[0]).toMatchObject({ lesson: '90', within: ['世界史'] });
    expect(find('英文法').texts('course')).toEqual(['英文法']);
  });
});

describe('captions', () => {
  test('lead to the second, with the lesson they belong to', () => {
    const { found } = find('こんぴゅーた');
    expect(found.caption.hits).toMatchObject([
      { lesson: '11', sec: 20, within: ['グラフと最大・最小', '高校数学I'] },
    ]);
  });

  test('are found across two sentences, once', () => {
    const { found, texts } = find('グラフの 頂点');
    expect(texts('caption')).toEqual(['こんにちは。今日は、 グラフの 頂点を探します。']);
    expect(found.caption.hits[0]?.sec).toBe(4);
    expect(find('グラフの頂点').found.caption.total).toBe(1);
    expect(find('頂点').found.caption.hits.map((hit) => hit.sec)).toEqual([10, 20]);
  });
});

test('notes are found with their lesson and second', () => {
  expect(find('外接円').found.note.hits).toMatchObject([
    { lesson: '12', sec: 65, within: ['正弦定理', '高校数学I'] },
  ]);
});

test('what begins with the word stands first, and what is cut off is counted', () => {
  expect(find('頂点', 1).found.caption).toMatchObject({ total: 2, hits: [{ sec: 10 }] });
  const late = courseRow(courseSchema.parse({ id: 3, name: '関数' }), 1);
  const early = courseRow(courseSchema.parse({ id: 4, name: '一次関数' }), 1);
  const { course } = findAll({ rows: [early, late], notes: [], marked: [] }, ['関数'], 9);
  expect(course.hits.map((hit) => hit.text)).toEqual(['関数', '一次関数']);
});

test('nothing asked finds nothing', () => {
  expect(find('  ').found.lesson.total).toBe(0);
});

test('a long text is shown around what was found', () => {
  const text = `${'あ'.repeat(300)}正弦定理${'い'.repeat(300)}`;
  const shown = excerpt(text, searchWords('正弦'));
  expect(shown).toHaveLength(102);
  expect(shown).toMatch(/^…あ+正弦定理い+…$/);
  expect(excerpt('短い\n文', ['文'])).toBe('短い 文');
});

test('the part of a long text that is shown begins and ends between letters', () => {
  const said = `👩‍🎓${'い'.repeat(37)}かぎ${'う'.repeat(48)}`;
  const text = `${'あ'.repeat(9)}${said}👩‍🎓${'え'.repeat(9)}`;
  // Cut by character index, the text around the hit would begin inside the first emoji and end inside the second.
  expect(text[text.indexOf('かぎ') - 40]).toBe('\u200d');
  expect(excerpt(text, searchWords('かぎ'), 94)).toBe(`…${said}…`);
});
