import { useRef, useState } from 'react';
import { type Inquiry, inquirySchema } from '#contracts/support.ts';
import { formDraft } from '#shared/form/formDraft.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { useForm } from '#shared/form/useForm.ts';
import { HttpError, isOutage } from '#shared/lib/errors.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { accessTo } from './access.ts';
import { letterPaths } from './api.ts';
import type { Attachment } from './attachments.ts';
import { type Letter, postLetter } from './letters.ts';
import { loadPost } from './loadPost.ts';
import { bodyLimits, describeContactFailure } from './model.ts';
import { texts } from './texts.ts';

/** The result of a reply: the current thread, a reply that waits, or a thread that has to be loaded again. */
type Outcome = { onSent: (thread: Inquiry) => void; onKept: () => void; onRefused: () => void };

type ReplyValues = { body: string; files: readonly Attachment[] };

const blank: ReplyValues = { body: '', files: [] };

/** State and actions of the reply box; what is typed is stored as a draft, what cannot be sent waits in the queue. */
export function useReply(id: string, owner: string, { onSent, onKept, onRefused }: Outcome) {
  const [draft] = useState(() => formDraft(`reply.${id}`, owner));
  const keys = useRef(createSubmissionKey());

  const done = () => {
    draft.drop();
    keys.current.arrived();
    form.put(blank);
  };

  const keep = async (letter: Letter, contents: Map<string, Blob>) => {
    try {
      await (await loadPost()).keep(owner, letter, contents);
      done();
      blueAlert.show(texts.thread.kept);
      onKept();
    } catch (cause) {
      console.warn('reply: not kept', cause);
      form.show({}, isOutage(cause) ? texts.errors.away : texts.errors.noRoom);
    }
  };

  const send = async ({ body, files }: ReplyValues) => {
    const text = body.trim();
    const letterFiles = files.map(({ content: _, ...file }) => file);
    const letter: Letter = {
      key: keys.current.keyFor([text, letterFiles]),
      path: letterPaths.reply(id),
      body: { body: text },
      files: letterFiles,
      access: accessTo(id),
      isGuest: owner === '',
    };
    const contents = new Map(files.map((file) => [file.key, file.content]));
    try {
      const contentOf = async (file: { key: string }) => contents.get(file.key) ?? new Blob();
      const thread = inquirySchema.parse(await postLetter(letter, contentOf));
      done();
      blueAlert.show(texts.thread.sent);
      onSent(thread);
    } catch (cause) {
      if (isOutage(cause)) await keep(letter, contents);
      else form.show({}, describeContactFailure(cause));
      if (cause instanceof HttpError && (cause.status === 403 || cause.status === 409)) onRefused();
    }
  };

  const form = useForm<ReplyValues>({
    initial: blank,
    draft: {
      read: () => ({ ...blank, body: draft.read().body ?? '' }),
      write: ({ body }) => draft.keep({ body }),
    },
    order: ['body'],
    check: ({ body }) => {
      const { length } = body.trim();
      return { body: length === 0 || length > bodyLimits.most ? texts.errors.reply : undefined };
    },
    describe: describeContactFailure,
    send,
  });
  return form;
}
