import { useRef, useState } from 'react';
import { contactedSchema } from '#contracts/support.ts';
import { formDraft } from '#shared/form/formDraft.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { useForm } from '#shared/form/useForm.ts';
import { HttpError, isOutage } from '#shared/lib/errors.ts';
import { letterPaths } from './api.ts';
import type { Attachment } from './attachments.ts';
import { type Letter, postLetter } from './letters.ts';
import { loadPost } from './loadPost.ts';
import {
  type ContactErrors,
  type ContactValues,
  checkContact,
  contactFields,
  describeContactFailure,
  emptyContact,
  standingOf,
  tidyContact,
  tidyFields,
} from './model.ts';
import { texts } from './texts.ts';

/** What /contact/complete shows. `email`: masked; empty for a member. */
export type Contacted = { id: string; number: string; email: string };
/** `edit`: the fields · `confirm`: the typed text, to be checked · `sending`. */
export type Stage = 'edit' | 'confirm' | 'sending';

type Outcome = { onSent: (sent: Contacted) => void; onKept: (isLasting: boolean) => void };

function bodyOf(values: ContactValues, isMember: boolean): Record<string, unknown> {
  const { category, name, email, standing, order_no, body } = tidyContact(values);
  const told = isMember ? {} : { name, email, ...(standingOf(standing) ? { standing } : {}) };
  return { category, body, ...told, ...(order_no && category === 'payment' ? { order_no } : {}) };
}

/** The form values of a letter that returns to its form. */
export function valuesOf({ body }: Letter): ContactValues {
  const text = (name: string) => (typeof body[name] === 'string' ? (body[name] as string) : '');
  const { agree: _, ...fields } = emptyContact;
  const values = Object.fromEntries(Object.keys(fields).map((name) => [name, text(name)]));
  return { ...emptyContact, ...values, agree: true };
}

/** The mistakes found by the server, shown at their fields. */
function errorsOf(error: unknown): ContactErrors {
  if (!(error instanceof HttpError) || error.status !== 400) return {};
  const entries = contactFields.map((name) => {
    const key = Object.keys(error.fields).find((field) => field === name || field.startsWith(`${name}.`));
    return [name, key && error.fields[key]?.[0]] as const;
  });
  return Object.fromEntries(entries.filter(([, message]) => message));
}

const blank = { ...emptyContact, files: [] };

/**
 * State and actions of the contact form: those of every form, plus confirmation and sending. `owner`: id of the member,
 * empty for a guest. What is typed is stored as a draft; a letter that cannot reach the server waits in the queue.
 */
export function useContactForm(owner: string, { onSent, onKept }: Outcome) {
  const isMember = owner !== '';
  const [draft] = useState(() => formDraft('contact', owner));
  const [stage, setStage] = useState<Stage>('edit');
  const [sentFiles, setSentFiles] = useState(0);
  const keys = useRef(createSubmissionKey());
  const form = useForm<ContactValues & { files: readonly Attachment[] }>({
    initial: blank,
    draft: {
      read: () => ({ ...blank, ...draft.read() }),
      write: ({ agree: _, files: __, ...fields }) => draft.keep(fields),
    },
    order: contactFields,
    check: (values) => checkContact(values, isMember),
    tidy: tidyFields,
    describe: describeContactFailure,
    // First the writer checks the text again.
    send: async () => setStage('confirm'),
  });
  const { values, show } = form;
  const { files } = values;

  const empty = () => {
    draft.drop();
    keys.current.arrived();
    form.put(blank);
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
      show({}, isOutage(error) ? texts.errors.away : texts.errors.noRoom);
      setStage('confirm');
    }
  };

  const send = async () => {
    if (stage !== 'confirm') return;
    setStage('sending');
    show({}, null);
    const body = bodyOf(values, isMember);
    const letterFiles = files.map(({ content: _, ...file }) => file);
    const letter: Letter = {
      key: keys.current.keyFor([body, letterFiles]),
      path: isMember ? letterPaths.member : letterPaths.guest,
      body,
      files: letterFiles,
      access: null,
      isGuest: !isMember,
    };
    const contents = new Map(files.map((file) => [file.key, file.content]));
    try {
      const contentOf = async (file: { key: string }) => contents.get(file.key) ?? new Blob();
      const answer = contactedSchema.parse(await postLetter(letter, contentOf, setSentFiles));
      draft.drop();
      keys.current.arrived();
      onSent({ id: answer.id, number: answer.number, email: answer.email_masked });
    } catch (error) {
      if (isOutage(error)) return keep(letter);
      const found = errorsOf(error);
      show(found, describeContactFailure(error));
      setStage(Object.keys(found).length > 0 ? 'edit' : 'confirm');
    }
  };

  /** Takes a letter out of the queue and puts it back into the form. */
  const edit = (letter: Letter, contents: ReadonlyMap<string, Blob>) => {
    const back = letter.files.flatMap((file) => {
      const content = contents.get(file.key);
      // The files get new keys, because the server would repeat its answer for the old ones.
      return content ? [{ ...file, key: crypto.randomUUID(), content }] : [];
    });
    form.put({ ...valuesOf(letter), files: back });
    setStage('edit');
  };

  return {
    ...form,
    failure: form.summary.failure,
    stage,
    sentFiles,
    isEmpty: Object.values(values).every((value) =>
      typeof value === 'boolean' ? !value : value.length === 0,
    ),
    back: () => setStage('edit'),
    send,
    empty,
    edit,
  };
}
