import type { User } from '#contracts/accounts.ts';
import {
  basicInfoSchema,
  type Entry,
  type EntryInput,
  environmentInfoSchema,
  type MockExamDetail,
  naishinSubjects,
} from '#contracts/exam.ts';
import { grades } from '#contracts/profile.ts';
import { readWholeNumber } from '#contracts/wholeNumber.ts';
import { checkKana, checkName } from '#shared/form/personRules.ts';
import type { FormErrors } from '#shared/form/useForm.ts';
import { groupProblem } from './model.ts';
import { entryTexts as texts } from './texts.ts';

/** 基本情報 as it is typed; `naishin.…` only for a high-school exam. */
export type BasicValues = {
  family_name: string;
  given_name: string;
  family_name_kana: string;
  given_name_kana: string;
  grade: string;
  school: string;
  track: string;
  prefecture: string;
  subjects: readonly string[];
} & Record<`naishin.${(typeof naishinSubjects)[number]}`, string>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Grades of those who can sit an exam; a guardian enters for a learner. */
export const takerGrades = grades.filter((grade) => grade !== 'guardian');

/**
 * The initial values of the form: what was entered for this exam, otherwise what the profile and the previous entry
 * contain. `user`: for a stored copy of the exam without these values.
 */
export function basicValues(exam: MockExamDetail, user: User | null): BasicValues {
  const entered = exam.entry?.basic_info ?? {};
  const info: Record<string, unknown> = Object.keys(entered).length > 0 ? entered : exam.basic_start;
  const marks = (info.naishin ?? {}) as Record<string, unknown>;
  const own = exam.entry?.selected_subjects ?? [];
  const chosen = own.length > 0 ? own : exam.subjects.filter((one) => one.is_required).map(({ id }) => id);
  const naishin = Object.fromEntries(
    naishinSubjects.map((name) => [
      `naishin.${name}`,
      typeof marks[name] === 'number' ? String(marks[name]) : '',
    ]),
  ) as Pick<BasicValues, `naishin.${(typeof naishinSubjects)[number]}`>;
  return {
    family_name: textOf(info.family_name) || (user?.family_name ?? ''),
    given_name: textOf(info.given_name) || (user?.given_name ?? ''),
    family_name_kana: textOf(info.family_name_kana),
    given_name_kana: textOf(info.given_name_kana),
    grade: takerGrades.find((grade) => grade === (textOf(info.grade) || user?.grade)) ?? '',
    school: textOf(info.school),
    track: textOf(info.track),
    prefecture: textOf(info.prefecture),
    subjects: chosen,
    ...naishin,
  };
}

/** The mistakes in 基本情報 (product.md 2.3.L, V1, V5, V6). */
export function checkBasic(exam: MockExamDetail, values: BasicValues): FormErrors<BasicValues> {
  const errors: FormErrors<BasicValues> = {};
  const names = ['family_name', 'given_name'] as const;
  const kanas = ['family_name_kana', 'given_name_kana'] as const;
  for (const name of names)
    errors[name] =
      values[name].trim() === '' ? texts.missing(texts[name]) : checkName(values[name], texts[name]);
  for (const name of kanas)
    errors[name] =
      values[name].trim() === '' ? texts.missing(texts[name]) : checkKana(values[name], texts[name]);
  if (values.grade === '') errors.grade = texts.choose(texts.grade);
  if (values.school.trim() === '') errors.school = texts.missing(texts.school);
  errors.subjects =
    values.subjects.length === 0 ? texts.noSubject : (groupProblem(exam, values.subjects) ?? undefined);
  if (exam.kind === 'highschool') {
    if (values.prefecture === '') errors.prefecture = texts.choose(texts.prefecture);
    for (const name of naishinSubjects) {
      const mark = Number(readWholeNumber(values[`naishin.${name}`]) || Number.NaN);
      if (!(mark >= 1 && mark <= 5))
        errors[`naishin.${name}`] = texts.naishinBad(texts.naishinSubjects[name]);
    }
  }
  return errors;
}

/** 基本情報 in the request body. */
export function basicInput(exam: MockExamDetail, values: BasicValues): EntryInput {
  const { family_name, given_name, family_name_kana, given_name_kana, grade, school, track, prefecture } =
    values;
  const isHighschool = exam.kind === 'highschool';
  const naishin = Object.fromEntries(
    naishinSubjects.map((name) => [name, Number(readWholeNumber(values[`naishin.${name}`]) ?? '')]),
  );
  const data = basicInfoSchema.parse({
    ...{ family_name, given_name, family_name_kana, given_name_kana, grade, school: school.trim() },
    ...(track !== '' && { track }),
    ...(prefecture !== '' && { prefecture }),
    ...(isHighschool && { naishin }),
  });
  return { section: 'basic_info', data, subjects: [...values.subjects] };
}

/** 受験環境 as it is typed. */
export type EnvironmentValues = {
  device: string;
  place: string;
  network: string;
  earphones: boolean;
  code: string;
  cram_school: string;
  weekly_hours: string;
  accommodation: string;
  agree_rules: boolean;
};

export function environmentValues(entry: Entry | null): EnvironmentValues {
  const info = entry?.environment_info ?? {};
  return {
    device: textOf(info.device),
    place: textOf(info.place),
    network: textOf(info.network),
    earphones: info.earphones === true,
    code: textOf(info.code),
    cram_school: textOf(info.cram_school),
    weekly_hours: typeof info.weekly_hours === 'number' ? String(info.weekly_hours) : '',
    accommodation: textOf(info.accommodation),
    agree_rules: info.agree_rules === true,
  };
}

/** The mistakes in 受験環境. `isCode`: whether a code is a valid code of the environment check. */
export function checkEnvironment(
  exam: MockExamDetail,
  values: EnvironmentValues,
  isCode: (code: string) => boolean,
): FormErrors<EnvironmentValues> {
  const errors: FormErrors<EnvironmentValues> = {};
  for (const name of ['device', 'place', 'network'] as const)
    if (values[name] === '') errors[name] = texts.choose(texts[name]);
  const hasListening = exam.subjects.some((one) => one.has_listening && one.is_selected);
  if (hasListening && !values.earphones) errors.earphones = texts.earphonesMissing;
  if (values.code.trim() !== '' && !isCode(values.code)) errors.code = texts.codeBad;
  const hours = readWholeNumber(values.weekly_hours);
  if (hours === null || (hours !== '' && !(Number(hours) >= 0 && Number(hours) <= 100)))
    errors.weekly_hours = texts.hoursBad;
  if (!values.agree_rules) errors.agree_rules = texts.agreeMissing;
  return errors;
}

/** 受験環境 in the request body. */
export function environmentInput(values: EnvironmentValues): EntryInput {
  const hours = readWholeNumber(values.weekly_hours);
  const data = environmentInfoSchema.parse({
    device: values.device,
    place: values.place,
    network: values.network,
    earphones: values.earphones,
    agree_rules: values.agree_rules,
    ...(values.code.trim() !== '' && { code: values.code.trim() }),
    ...(values.cram_school.trim() !== '' && { cram_school: values.cram_school.trim() }),
    ...(hours && { weekly_hours: Number(hours) }),
    ...(values.accommodation.trim() !== '' && { accommodation: values.accommodation.trim() }),
  });
  return { section: 'environment_info', data };
}
