import { aacOf, type TestPack, writeTestPack } from './pack.ts';

/** A drawing of this size. */
export const svgOf = (inside = '<circle cx="50" cy="50" r="40"/>', size = 'viewBox="0 0 100 80"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>\n`;

const examFile = `name: 第1回 小さな模試
kind: university
grades: [h3]
entry_from: 2027-05-01T00:00:00+09:00
entry_until: 2027-05-31T23:59:59+09:00
exam_from: 2027-06-01T09:00:00+09:00
exam_until: 2027-06-08T20:00:00+09:00
report_at: 2027-06-11T12:00:00+09:00
marks_open: at_once
subjects: [math, english-l]
totals: [{ id: two, name: 2科目, subjects: [math, english-l] }]
border_year: 2027
`;
const mathFile = `name: 数学
minutes: 70
points: 22
sections:
  - id: s1
    name: 第1問
    questions:
      - id: m-1
        unit: quadratic
        lesson: { id: a-1, sec: 60 }
        slots: { mark: アイウエ }
        body: '$3x^2-7x-6=0$ の解は $x=\\mark{ア}$ と $x=\\dfrac{\\mark{イウ}}{\\mark{エ}}$ である。'
        reading: 3 x の2乗 引く 7 x 引く 6 イコール 0
        score: [{ all: ア, key: '3', points: 2 }, { all: イウエ, key: '-23', points: 3 }]
        why: '$(3x+2)(x-3)=0$ より。'
      - id: m-2
        unit: quadratic
        slots: { choice: A }
        body: 正しいものを選びなさい。
        figures:
          graph: { file: figures/graph.svg, alt: 上に開いた放物線, long: 頂点は原点。 }
        options: ['$x>0$', '$x<0$', '$x=0$']
        score: { key: 2, points: 5 }
        why: |
          グラフより。
          $x<0$ である。
  - id: s2
    name: 第2問
    passage: passages/p-1.md
    questions:
      - id: m-3
        unit: quadratic
        anchor: a1
        slots: { choice: AB }
        options: [春, 夏, 秋, 冬]
        body: 二つ選びなさい。順序は問わない。
        score: { set: AB, key: [1, 3], points: 3 }
        why: 春と秋。
      - id: m-4
        unit: quadratic
        anchor: blank:ア
        slots: { self: A }
        length: 40
        body: 40字以内で説明しなさい。
        score: { rubric: [{ points: 4, text: 理由がある }, { points: 2, text: 字数を守っている }] }
        why: 解答例のとおり。
        model: 暖かいから。
`;
const passageFile = `---
kind: vertical
title: 季節
source: 書き下ろし
anchors: { a1: A, a2: { letter: B, no_ruby: true } }
---
[[a1|{春|はる}の風]]は[[blank:ア]]で、[[a2|秋の風]]は涼しい。
`;
const listeningFile = `name: 英語リスニング
minutes: 30
points: 4
tracks:
  - id: t1
    name: 第1問
    file: audio/t1.m4a
    duration_sec: 20
    plays: 2
    gap_sec: 6
    preview_sec: 10
    script: |
      W: Where is the *station*?
    translation: 駅はどこですか。
sections:
  - id: s1
    name: 第1問
    track: t1
    questions:
      - id: l-1
        unit: listening
        lang: en
        slots: { choice: A }
        options: [Left, Right]
        body: Which way?
        score: { key: 1, points: 4 }
        why: She says left.
`;

const files: Record<string, string | Buffer> = {
  'units.yaml': `- { id: quadratic, name: 2次関数, lessons: [a-1, a-2] }\n- { id: listening, name: 聞き取り }\n`,
  'schools.yaml': `- code: '0012'
  name: 見本大学
  kana: みほんだいがく
  kind: university
  prefecture: 東京都
  is_sample: true
  faculties:
    - { code: '01', name: 文学部, methods: [{ id: general, name: 前期 }, { id: late, name: 後期 }] }
`,
  'borders/2027.csv':
    'school_code,faculty_code,method,border,subjects,weights\n0012,01,general,55.0,math+english-l,200+100\n0012,01,late,57.5,math,100\n',
  'naishin/mihon.yaml':
    'prefecture: 見本県\nweights: { japanese: 1, social: 1, math: 1, science: 1, english: 1, music: 2, art: 2, pe: 2, technology: 2 }\nfull: 300\n',
  'exams/mock/exam.yaml': examFile,
  'exams/mock/subjects/math.yaml': mathFile,
  'exams/mock/subjects/english-l.yaml': listeningFile,
  'exams/mock/passages/p-1.md': passageFile,
  'exams/mock/figures/graph.svg': svgOf(),
  'exams/mock/audio/t1.m4a': aacOf('t1', 20),
};

/**
 * Writes the pack of `writeTestPack` with an exam `mock` of two subjects: one with 22 points in 4 questions with a
 * passage and a figure, one with 4 points in a question with sound. Adds a unit of each subject, a school with two
 * borders, and a table of school marks.
 */
export async function writeExamPack(): Promise<TestPack> {
  const pack = await writeTestPack();
  for (const [file, content] of Object.entries(files)) await pack.write(file, content);
  return pack;
}
