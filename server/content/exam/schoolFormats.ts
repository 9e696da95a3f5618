/** What schools.yaml, borders/<year>.csv and naishin/<prefecture>.yaml of a pack may say (exams.md 2.2 and 5). */
import * as z from 'zod/mini';
import { key, line } from '../formats.ts';

const code = z.string().check(z.regex(/^[0-9A-Z]{1,12}$/, '数字と英大文字、12文字までで書いてください'));

/** schools.yaml: schools that may be named as 志望校. Codes are quoted: `'0012'`. */
export const schoolsFormat = z.array(
  z.strictObject({
    code,
    name: line(40),
    kana: line(80),
    kind: z.enum(['university', 'highschool']),
    prefecture: line(10),
    /** A made-up school: nobody can go there. */
    is_sample: z._default(z.boolean(), false),
    faculties: z
      .array(
        z.strictObject({
          code,
          /** For a high school, the course: 普通科. */
          name: line(40),
          /** Ways to be admitted; borders name one of them. */
          methods: z.array(z.strictObject({ id: key, name: line(30) })).check(z.minLength(1), z.maxLength(8)),
        }),
      )
      .check(z.minLength(1), z.maxLength(40)),
  }),
);
export type SchoolFile = z.output<typeof schoolsFormat>[number];

/** First line of borders/<year>.csv. */
export const borderColumns = [
  'school_code',
  'faculty_code',
  'method',
  'border',
  'subjects',
  'weights',
] as const;

/**
 * A line of borders/<year>.csv. `border`: for a university the 判定用偏差値 of 50 % (one decimal), for a high school points
 * of its exam and 換算内申 together. `subjects` and `weights` are joined by `+` and belong together.
 */
export const borderFormat = z.strictObject({
  school_code: code,
  faculty_code: code,
  method: key,
  border: z.string().check(z.regex(/^\d{1,4}(?:\.\d)?$/, '55 か 52.5 のような数で書いてください')),
  subjects: z
    .string()
    .check(z.regex(/^[a-z0-9-]+(?:\+[a-z0-9-]+)*$/, 'japanese+english-r のように書いてください')),
  weights: z.string().check(z.regex(/^[1-9]\d{0,3}(?:\+[1-9]\d{0,3})*$/, '200+100 のように書いてください')),
});

const weight = z.int().check(z.minimum(0), z.maximum(10));

/** naishin/<prefecture>.yaml: how a prefecture counts school marks (exams.md 5, case 5). */
export const naishinFormat = z.strictObject({
  prefecture: line(10),
  /** Made up. */
  is_sample: z._default(z.boolean(), false),
  /** By what each mark is multiplied. */
  weights: z.strictObject({
    japanese: weight,
    social: weight,
    math: weight,
    science: weight,
    english: weight,
    music: weight,
    art: weight,
    pe: weight,
    technology: weight,
  }),
  /** Points of the best marks (換算内申の満点). */
  full: z.int().check(z.minimum(1), z.maximum(2000)),
});
export type NaishinFile = z.output<typeof naishinFormat>;
