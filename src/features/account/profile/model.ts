import { holdsCardNumber, noCardHere } from '#contracts/cardNumber.ts';
import { isEmail, tidyEmail } from '#contracts/email.ts';
import {
  badInName,
  fullAge,
  type GuardianInput,
  type goals,
  type grades,
  type Profile,
  type ProfileInput,
  relations,
  schoolField,
  tidyName,
} from '#contracts/profile.ts';
import { checkKana, checkName, checkPhone } from '#shared/form/personRules.ts';
import { formTexts } from '#shared/form/texts.ts';
import type { FormErrors } from '#shared/form/useForm.ts';
import { japanDay } from '#shared/lib/text/format.ts';
import { texts } from './texts.ts';

/** The form. Names are those of the API; nested fields are named as in the server's messages. */
export type ProfileValues = {
  family_name: string;
  given_name: string;
  family_name_kana: string;
  given_name_kana: string;
  /** Year, month and day with hyphens between them; parts not chosen yet are empty. */
  birth_date: string;
  grade: string;
  'school.name': string;
  'school.prefecture': string;
  goal: string;
  'guardian.name': string;
  'guardian.name_kana': string;
  'guardian.email': string;
  'guardian.phone': string;
  'guardian.relation': string;
};

/** The fields in the order of the page. */
export const profileOrder = [
  'birth_date',
  'grade',
  'family_name',
  'given_name',
  'family_name_kana',
  'given_name_kana',
  'school.name',
  'school.prefecture',
  'goal',
  'guardian.name',
  'guardian.name_kana',
  'guardian.relation',
  'guardian.email',
  'guardian.phone',
] as const satisfies readonly (keyof ProfileValues)[];

const guardianFields = profileOrder.filter((name) => name.startsWith('guardian.'));

/** The initial values of the form: what the server knows. A guardian always has to be typed again. */
export function valuesOf(profile: Profile): ProfileValues {
  return {
    family_name: profile.family_name,
    given_name: profile.given_name,
    family_name_kana: profile.family_name_kana,
    given_name_kana: profile.given_name_kana,
    birth_date: profile.birth_date ?? '--',
    grade: profile.grade ?? '',
    'school.name': profile.school?.name ?? '',
    'school.prefecture': profile.school?.prefecture ?? '',
    goal: profile.goal ?? '',
    'guardian.name': '',
    'guardian.name_kana': '',
    'guardian.email': '',
    'guardian.phone': '',
    'guardian.relation': '',
  };
}

/** Whether the birth date is fixed: a guardian has confirmed it (product.md 2.3.J). */
export function isBirthLocked({ guardian, birth_date }: Profile): boolean {
  return guardian?.status === 'confirmed' && birth_date !== null;
}

/** A birth date typed before a guardian confirmed it must not prevent saving the rest. */
export function withLocked(values: ProfileValues, profile: Profile): ProfileValues {
  return isBirthLocked(profile) ? { ...values, birth_date: valuesOf(profile).birth_date } : values;
}

/** The chosen day as `YYYY-MM-DD`; `null` if it is not a valid day. */
export function dayOf(birthDate: string): string | null {
  const [year = '', month = '', day = ''] = birthDate.split('-');
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

/** Whether, by the chosen birth date, the learner needs a guardian's confirmation; without a date: no. */
export function isMinor(birthDate: string, present: number): boolean {
  const day = dayOf(birthDate);
  if (day === null) return false;
  const now = japanDay(present);
  const years = Number(now.slice(0, 4)) - Number(day.slice(0, 4));
  return years - (now.slice(5) < day.slice(5) ? 1 : 0) < fullAge;
}

/** The years offered, the latest first: nobody under five studies here. */
export function birthYears(present: number): number[] {
  const latest = Number(japanDay(present).slice(0, 4)) - 5;
  return Array.from({ length: 96 }, (_, back) => latest - back);
}

function checkSchool(value: string): string | undefined {
  if (schoolField.shape.name.safeParse(value).success) return undefined;
  if (holdsCardNumber(value)) return noCardHere;
  const strange = [...new Set(tidyName(value).match(badInName))];
  return strange.length > 0 ? texts.letters(strange.join('')) : texts.schoolLong;
}

type Errors = FormErrors<ProfileValues>;

/** Required fields (product.md 2.2.C). */
export function checkNeeded({ birth_date, grade }: ProfileValues): Errors {
  return {
    birth_date: dayOf(birth_date) === null ? texts.birthForm : undefined,
    grade: grade === '' ? formTexts.choose(texts.grade) : undefined,
  };
}

/** Whether saving this asks a guardian: the learner is under 18 and has typed something about a guardian. */
export function namesGuardian(values: ProfileValues, present: number): boolean {
  return isMinor(values.birth_date, present) && guardianFields.some((name) => values[name].trim() !== '');
}

/** The account of a learner: whose address it has. */
type Account = Pick<Profile, 'email' | 'registrant'>;

/** Whether the account was made by a parent: its address is theirs, and may be named as the guardian's too. */
export const isMadeByGuardian = ({ registrant }: Pick<Profile, 'registrant'>): boolean =>
  registrant === 'guardian';

function checkGuardian(values: ProfileValues, account: Account): Errors {
  const isLearners = (email: string) => email === account.email && !isMadeByGuardian(account);
  const email = tidyEmail(values['guardian.email']);
  const missing = (name: string, value: string) =>
    value.trim() === '' ? formTexts.missing(name) : undefined;
  return {
    'guardian.name':
      missing(texts.guardianName, values['guardian.name']) ??
      checkName(values['guardian.name'], texts.guardianName),
    'guardian.name_kana': checkKana(values['guardian.name_kana'], texts.guardianKana),
    'guardian.relation': values['guardian.relation'] === '' ? formTexts.choose(texts.relation) : undefined,
    'guardian.email':
      missing(texts.guardianEmail, values['guardian.email']) ??
      (isEmail(email) ? undefined : formTexts.emailForm) ??
      (isLearners(email) ? texts.sameEmail : undefined),
    'guardian.phone': checkPhone(values['guardian.phone']),
  };
}

/** The mistakes of the whole form (product.md V1, V2, V5, V6, V7, V9). */
export function checkProfile(values: ProfileValues, account: Account, present: number): Errors {
  return {
    ...checkNeeded(values),
    family_name: checkName(values.family_name, texts.family_name),
    given_name: checkName(values.given_name, texts.given_name),
    family_name_kana: checkKana(values.family_name_kana, texts.family_name_kana),
    given_name_kana: checkKana(values.given_name_kana, texts.given_name_kana),
    'school.name': checkSchool(values['school.name']),
    ...(namesGuardian(values, present) ? checkGuardian(values, account) : {}),
  };
}

function guardianOf(values: ProfileValues): GuardianInput {
  const relation = relations.find((known) => known === values['guardian.relation']);
  return {
    name: values['guardian.name'],
    name_kana: values['guardian.name_kana'],
    email: values['guardian.email'],
    phone: values['guardian.phone'],
    relation: relation ?? 'other',
  };
}

/**
 * The request body. The call replaces the whole profile, so fields that are not in the form are sent unchanged.
 *
 * @param values of a form without mistakes.
 */
export function inputOf(values: ProfileValues, profile: Profile, present: number): ProfileInput {
  const { 'school.name': name, 'school.prefecture': prefecture } = values;
  return {
    family_name: values.family_name,
    given_name: values.given_name,
    family_name_kana: values.family_name_kana,
    given_name_kana: values.given_name_kana,
    birth_date: dayOf(values.birth_date) ?? '',
    grade: values.grade as (typeof grades)[number],
    school: name.trim() === '' && prefecture === '' ? null : { name, prefecture },
    phone: profile.phone,
    goal: values.goal === '' ? null : (values.goal as (typeof goals)[number]),
    ...(namesGuardian(values, present) ? { guardian: guardianOf(values) } : {}),
  };
}

/** The request body when all optional fields are left out: these fields stay as the server has them. */
export function neededOf(values: ProfileValues, profile: Profile, present: number): ProfileInput {
  const { birth_date, grade } = values;
  return inputOf({ ...valuesOf(profile), birth_date, grade }, profile, present);
}
