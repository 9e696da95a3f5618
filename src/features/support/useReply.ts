import { useState } from 'react';
import { type Inquiry, inquirySchema } from '#contracts/support.ts';
import { HttpError, isOutage } from '#shared/lib/errors.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { formDraft } from '#shared/lib/storage/formDraft.ts';
import { accessTo } from './access.ts';
import { letterPaths } from './api.ts';
import type { Attachment } from './attachments.ts';
import { type Letter, postLetter } from './letters.ts';
import { loadPost } from './loadPost.ts';
import { bodyLimits, describeFailure } from './model.ts';
import { texts } from './texts.ts';

/** What a reply leads to: the thread as it is now, a reply that waits, a thread that has to be looked at again. */
type Outcome = { onSent: (thread: Inquiry) => void; onKept: () => void; onRefused: () => void };

/** State and actions of the reply box; what is typed is kept as a draft, what cannot be sent waits in the queue. */
export function useReply(id: string, owner: string, { onSent, onKept, onRefused }: Outcome) {
  const [draft] = useState(() => formDraft(`reply.${id}`, owner));
  const [body, setBody] = useState(() => draft.read().body ?? '');
  const [files, setFiles] = useState<Attachment[]>([]);
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** Stays with the text it was made for: sending the same again is the same reply. */
  const [key, setKey] = useState(() => crypto.randomUUID());

  const change = (next: { body?: string; files?: Attachment[] }) => {
    if (next.body !== undefined) {
      setBody(next.body);
      draft.keep({ body: next.body });
    }
    if (next.files) setFiles(next.files);
    setKey(crypto.randomUUID());
  };

  const done = () => {
    draft.drop();
    change({ body: '', files: [] });
  };

  const keep = async (letter: Letter) => {
    try {
      const contents = new Map(files.map((file) => [file.key, file.content]));
      await (await loadPost()).keep(owner, letter, contents);
      done();
      blueAlert.show(texts.thread.kept);
      onKept();
    } catch (cause) {
      console.warn('reply: not kept', cause);
      setFailure(isOutage(cause) ? texts.errors.away : texts.errors.noRoom);
    }
  };

  const send = async () => {
    const text = body.trim();
    const isBad = text === '' || text.length > bodyLimits.most;
    setError(isBad ? texts.errors.reply : null);
    setFailure(null);
    if (isBad || isBusy) return !isBad;
    setBusy(true);
    const access = accessTo(id);
    const letter: Letter = {
      key,
      path: letterPaths.reply(id),
      body: { body: text },
      files: files.map(({ content: _, ...file }) => file),
      access,
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
      if (isOutage(cause)) await keep(letter);
      else setFailure(describeFailure(cause));
      if (cause instanceof HttpError && (cause.status === 403 || cause.status === 409)) onRefused();
    } finally {
      setBusy(false);
    }
    return true;
  };

  return { body, files, error, failure, isBusy, change, send };
}
