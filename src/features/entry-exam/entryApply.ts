import { tidyEmail } from '#contracts/email.ts';
import { type EntryInput, type EntrySubject, entryGrades, entrySubjects } from '#contracts/entryExam.ts';
import { checkEmail } from '#shared/form/emailCheck.ts';
import { formDraft } from '#shared/form/formDraft.ts';
import { formTexts } from '#shared/form/texts.ts';
import type { FormErrors } from '#shared/form/useForm.ts';
import { applyTexts as texts } from './landingTexts.ts';

/** The application for the entry exam. */
export type EntryValues = {
  grade: string;
  subjects: readonly EntrySubject[];
  email: string;
  agree_terms: boolean;
};

/** What must be right before anything is sent (product.md V1, V2, V10). */
export function checkEntry(values: EntryValues): FormErrors<EntryValues> {
  return {
    grade: values.grade === '' ? formTexts.choose(texts.grade) : undefined,
    subjects: values.subjects.length === 0 ? formTexts.choose(texts.subjects) : undefined,
    email: checkEmail(values.email),
    agree_terms: values.agree_terms ? undefined : formTexts.agree(formTexts.terms),
  };
}

/** The request body of a form without mistakes. */
export function entryInputOf({ grade, subjects, email }: EntryValues): EntryInput {
  const known = entryGrades.find((one) => one === grade) ?? 'j3';
  return { grade: known, subjects: [...subjects], email: tidyEmail(email), agree_terms: true };
}

/** All subjects are chosen. */
export const emptyEntry: EntryValues = { grade: '', subjects: entrySubjects, email: '', agree_terms: false };

const draft = formDraft('entry-exam', '');

/** What was typed, kept on this device for a day (product.md 2.0.3). A choice of subjects alone is not kept. */
export const entryDraft = {
  read(): EntryValues {
    const { grade = '', subjects, email = '' } = draft.read();
    const chosen: readonly string[] = subjects?.split(' ') ?? entrySubjects;
    return { grade, subjects: entrySubjects.filter((id) => chosen.includes(id)), email, agree_terms: false };
  },
  write({ grade, subjects, email }: EntryValues): void {
    if (grade === '' && email === '') draft.drop();
    else draft.keep({ grade, subjects: subjects.join(' '), email });
  },
  forget: draft.drop,
};
