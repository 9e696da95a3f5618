import { isEmail, tidyEmail } from '#contracts/email.ts';
import { oneLine, storable } from '#contracts/plainText.ts';
import { badInName, grades, tidyName } from '#contracts/profile.ts';
import { fileLimits, fileTypes, inquiryCategories } from '#contracts/support.ts';
import { checkEmail } from '#shared/form/emailCheck.ts';
import { describeWith, type FailureWords } from '#shared/form/failureRule.ts';
import { formTexts } from '#shared/form/texts.ts';
import { waitWords } from '#shared/lib/text/waitWords.ts';
import { texts } from './texts.ts';

/** The fields of the contact form; `agree` is the tick box. */
export type ContactValues = {
  category: string;
  name: string;
  email: string;
  standing: string;
  order_no: string;
  body: string;
  agree: boolean;
};
/** Fields that may have mistakes, in the order of the form. */
export const contactFields = ['category', 'name', 'email', 'order_no', 'body', 'files', 'agree'] as const;
export type ContactField = (typeof contactFields)[number];
export type ContactErrors = Partial<Record<ContactField, string>>;

export const emptyContact: ContactValues = {
  category: '',
  name: '',
  email: '',
  standing: '',
  order_no: '',
  body: '',
  agree: false,
};

/** Length limits of a question in characters (product.md 2.2.B `/contact`). */
export const bodyLimits = { least: 10, most: 2000 } as const;
const nameLimit = 20;
const orderLimit = 40;

/** Format of a 受付番号: `newNumber` of the server. */
const numberShape = /^Q[2-9A-HJ-NP-Z]{9}$/;

/** Full-width letters become narrow, surrounding blanks are removed (product.md 2.0.3). */
export function normalizeNumber(input: string): string {
  return oneLine(input.normalize('NFKC'))
    .toUpperCase()
    .replaceAll(/[\s‐-]/g, '');
}

/** The conversion of each of these fields before sending. */
export const tidyFields = {
  name: tidyName,
  email: tidyEmail,
  order_no: tidyName,
  body: (body: string) => storable(body).trim(),
} as const;

/** The values as they are sent. */
export function tidyContact(values: ContactValues): ContactValues {
  const { name, email, order_no, body } = tidyFields;
  return {
    ...values,
    name: name(values.name),
    email: email(values.email),
    order_no: order_no(values.order_no),
    body: body(values.body),
  };
}

function checkName(name: string): string | undefined {
  if (name === '') return formTexts.missing(texts.contact.name);
  if (name.length > nameLimit) return texts.errors.length(texts.contact.name, nameLimit);
  const bad = [...new Set(name.match(badInName) ?? [])].join(' ');
  return bad === '' ? undefined : texts.errors.characters(bad);
}

/** Whether number and address have a valid format; only the mail tells whether they belong together. */
export function isLookup(number: string, email: string): boolean {
  return numberShape.test(normalizeNumber(number)) && isEmail(tidyEmail(email));
}

/** The mistakes in the form (product.md V1, V2, V10, V12, V13). A member's name and address come from the account. */
export function checkContact(values: ContactValues, isMember: boolean): ContactErrors {
  const { category, name, email, order_no, body, agree } = tidyContact(values);
  const found: ContactErrors = {
    category: inquiryCategories.some((known) => known === category)
      ? undefined
      : formTexts.choose(texts.contact.category),
    name: isMember ? undefined : checkName(name),
    email: isMember ? undefined : checkEmail(email),
    order_no:
      order_no.length > orderLimit ? texts.errors.length(texts.contact.orderNo, orderLimit) : undefined,
    body: body.length < bodyLimits.least || body.length > bodyLimits.most ? texts.errors.body : undefined,
    agree: agree ? undefined : formTexts.agree(texts.contact.policy),
  };
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message !== undefined));
}

/** A value of the form's list, or `undefined` for "not told". */
export function standingOf(value: string): (typeof grades)[number] | undefined {
  return grades.find((grade) => grade === value);
}

/** The properties of a file that the form needs (product.md V14). */
export type FileFacts = { type: string; size: number };

/** Whether these files may be sent together; the server checks their content. */
export function areGoodFiles(files: readonly FileFacts[]): boolean {
  return (
    files.length <= fileLimits.count &&
    files.every(
      ({ type, size }) => fileTypes.some((known) => known === type) && size > 0 && size <= fileLimits.size,
    )
  );
}

const words: FailureWords = {
  timeout: texts.errors.away,
  offline: texts.errors.away,
  captive: texts.errors.away,
  maintenance: texts.errors.away,
  rate: (wait) => texts.errors.rate(wait ? waitWords(wait) : texts.errors.soon),
  refused: ({ fields, detail }) => Object.values(fields).flat()[0] || detail,
  server: texts.errors.server,
};

/** The message about a failed call: what happened, that nothing is lost, what to do (product.md V14–V18). */
export function describeContactFailure(error: unknown): string {
  return describeWith(words, error);
}
