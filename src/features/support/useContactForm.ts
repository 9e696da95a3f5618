import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { contactedSchema } from '#contracts/support.ts';
import { HttpError, isOutage } from '#shared/lib/errors.ts';
import { afterPress } from '#shared/lib/loading/afterPress.ts';
import { formDraft } from '#shared/lib/storage/formDraft.ts';
import { useIsTakenOver } from '#shared/ui/useIsTakenOver.ts';
import { letterPaths } from './api.ts';
import type { Attachment } from './attachments.ts';
import { type Letter, postLetter } from './letters.ts';
import { loadPost } from './loadPost.ts';
import {
  type ContactErrors,
  type ContactField,
  type ContactValues,
  checkContact,
  contactFields,
  describeFailure,
  emptyContact,
  standingOf,
  tidyContact,
} from './model.ts';
import { texts } from './texts.ts';

/** What /contact/complete shows. `email`: masked, empty for a member. */
export type Contacted = { id: string; number: string; email: string };
/** `edit`: the fields · `confirm`: what was typed, to be read again · `sending`. */
export type Stage = 'edit' | 'confirm' | 'sending';

type Outcome = { onSent: (sent: Contacted) => void; onKept: (isLasting: boolean) => void };

function bodyOf(values: ContactValues, isMember: boolean): Record<string, unknown> {
  const { category, name, email, standing, order_no, body } = tidyContact(values);
  const told = isMember ? {} : { name, email, ...(standingOf(standing) ? { standing } : {}) };
  return { category, body, ...told, ...(order_no && category === 'payment' ? { order_no } : {}) };
}

/** The values of a letter that comes back to its form. */
export function valuesOf({ body }: Letter): ContactValues {
  const text = (name: string) => (typeof body[name] === 'string' ? (body[name] as string) : '');
  const { agree: _, ...fields } = emptyContact;
  const values = Object.fromEntries(Object.keys(fields).map((name) => [name, text(name)]));
  return { ...emptyContact, ...values, agree: true };
}

/** What the server found wrong, on the fields it belongs to. */
function errorsOf(error: unknown): ContactErrors {
  if (!(error instanceof HttpError) || error.status !== 400) return {};
  const entries = contactFields.map((name) => {
    const key = Object.keys(error.fields).find((field) => field === name || field.startsWith(`${name}.`));
    return [name, key && error.fields[key]?.[0]] as const;
  });
  return Object.fromEntries(entries.filter(([, message]) => message));
}

/**
 * State and actions of the contact form. `owner`: id of the member, empty for a guest. What is typed is kept as a draft;
 * what was sent without a way to the server waits in the queue.
 */
export function useContactForm(owner: string, { onSent, onKept }: Outcome) {
  const isMember = owner !== '';
  const [draft] = useState(() => formDraft('contact', owner));
  const isTakenOver = useIsTakenOver();
  const [values, setValues] = useState<ContactValues>(() =>
    isTakenOver ? emptyContact : { ...emptyContact, ...draft.read() },
  );
  const [files, setFiles] = useState<Attachment[]>([]);
  const [errors, setErrors] = useState<ContactErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [stage, setStage] = useState<Stage>('edit');
  const [sentFiles, setSentFiles] = useState(0);
  const key = useRef('');
  /** What is typed now: a field that was left is looked at a moment later. */
  const typed = useRef(values);

  const put = (next: ContactValues) => {
    typed.current = next;
    setValues(next);
    const { agree: _, ...fields } = next;
    draft.keep(fields);
  };
  const set = <Name extends keyof ContactValues>(name: Name, value: ContactValues[Name]) =>
    put({ ...typed.current, [name]: value });

  // A page that was made before knows nothing of this device.
  const readLate = useEffectEvent(() => {
    if (!isTakenOver) return;
    typed.current = { ...emptyContact, ...draft.read() };
    setValues(typed.current);
  });
  useLayoutEffect(() => readLate(), []);

  /** Checks a field that was left; one that is still empty is told only on submit. */
  const check = (field: ContactField) => {
    const tidy = tidyContact(typed.current);
    const isTyped = field in tidy;
    const value = tidy[field as keyof ContactValues];
    if (isTyped && value !== typed.current[field as keyof ContactValues])
      put({ ...typed.current, [field]: value });
    const message = checkContact(typed.current, isMember)[field];
    setErrors((former) => {
      const isNews = former[field] !== message && (value !== '' || former[field] !== undefined);
      return isNews ? { ...former, [field]: message } : former;
    });
  };
  const leave = (field: ContactField) => afterPress(() => check(field));

  /** Goes on to the confirmation; answers the first wrong field. */
  const confirm = (): ContactField | null => {
    const found = checkContact(values, isMember);
    setErrors(found);
    setFailure(null);
    const first = contactFields.find((field) => found[field]) ?? null;
    if (first !== null) return first;
    // Another letter than the last one, as far as the server is concerned.
    key.current = crypto.randomUUID();
    setStage('confirm');
    return null;
  };

  const empty = () => {
    draft.drop();
    typed.current = emptyContact;
    setValues(emptyContact);
    setFiles([]);
    setErrors({});
    setFailure(null);
    setStage('edit');
  };

  const keep = async (letter: Letter) => {
    const contents = new Map(files.map((file) => [file.key, file.content]));
    try {
      const { isLasting } = await (await loadPost()).keep(owner, letter, contents);
      empty();
      onKept(isLasting);
    } catch (error) {
      console.warn('letter: not kept', error);
      setFailure(isOutage(error) ? texts.errors.away : texts.errors.noRoom);
      setStage('confirm');
    }
  };

  const send = async () => {
    if (stage !== 'confirm') return;
    setStage('sending');
    setFailure(null);
    const letter: Letter = {
      key: key.current,
      path: isMember ? letterPaths.member : letterPaths.guest,
      body: bodyOf(values, isMember),
      files: files.map(({ content: _, ...file }) => file),
      access: null,
      isGuest: !isMember,
    };
    const contents = new Map(files.map((file) => [file.key, file.content]));
    try {
      const contentOf = async (file: { key: string }) => contents.get(file.key) ?? new Blob();
      const answer = contactedSchema.parse(await postLetter(letter, contentOf, setSentFiles));
      draft.drop();
      onSent({ id: answer.id, number: answer.number, email: answer.email_masked });
    } catch (error) {
      if (isOutage(error)) return keep(letter);
      const found = errorsOf(error);
      setErrors(found);
      setFailure(describeFailure(error));
      setStage(Object.keys(found).length > 0 ? 'edit' : 'confirm');
    }
  };

  /** Puts a letter that came back out of the queue into the form. */
  const edit = (letter: Letter, contents: ReadonlyMap<string, Blob>) => {
    put(valuesOf(letter));
    setFiles(
      letter.files.flatMap((file) => {
        const content = contents.get(file.key);
        // Under new keys: what the server said about the old ones stays said.
        return content ? [{ ...file, key: crypto.randomUUID(), content }] : [];
      }),
    );
    setErrors({});
    setFailure(null);
    setStage('edit');
  };

  return {
    values,
    files,
    errors,
    failure,
    stage,
    sentFiles,
    isEmpty: files.length === 0 && Object.values(values).every((value) => value === '' || value === false),
    set,
    setFiles,
    leave,
    confirm,
    back: () => setStage('edit'),
    send,
    empty,
    edit,
  };
}
