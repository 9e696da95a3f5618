import { useId, useRef, useState } from 'react';
import { type FamilyLink, type FamilyView, longestComment } from '#contracts/familyView.ts';
import { ErrorSummary, SummaryBox } from '#shared/form/ErrorSummary.tsx';
import formStyles from '#shared/form/Form.module.css';
import { describeFailure } from '#shared/form/failure.ts';
import { formDraft } from '#shared/form/formDraft.ts';
import { MarkedLabel } from '#shared/form/MarkedLabel.tsx';
import { ServerFirst } from '#shared/form/ServerFirst.tsx';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { TextBox } from '#shared/form/TextBox.tsx';
import { useForm } from '#shared/form/useForm.ts';
import { isAbort } from '#shared/lib/errors.ts';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { formatDay, formatMoment, parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx';
import { dropLink, getFamilyView, makeLink, saveComment } from '../api.ts';
import { texts } from '../texts.ts';
import { FamilyReportView } from './FamilyReport.tsx';
import styles from './FamilySettings.module.css';

/** The learner's link for their family: made, sent, replaced or revoked, and what it shows (product.md 4.6). */
export function FamilySettings({ owner }: { owner: string }) {
  return (
    <ServerFirst load={getFamilyView}>
      {(view, put) => <Settings owner={owner} view={view} onChange={put} />}
    </ServerFirst>
  );
}

type Change = 'make' | 'renew' | 'stop';

const changes = {
  make: { send: makeLink, done: texts.made },
  renew: { send: makeLink, done: texts.renewed },
  stop: { send: dropLink, done: texts.stopped },
} as const;

function useChange(onChange: (view: FamilyView) => void) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const keys = useRef(createSubmissionKey());
  const change = async (wish: Change): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await changes[wish].send(keys.current.keyFor(wish));
      // No answer to a write contains the link, because these answers are stored.
      onChange(await getFamilyView());
      keys.current.arrived();
      blueAlert.show(changes[wish].done);
    } catch (error) {
      setFailure(describeFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, change };
}

type Shown = { owner: string; view: FamilyView; onChange: (view: FamilyView) => void };

function Settings({ owner, view, onChange }: Shown) {
  const { isBusy, failure, change } = useChange(onChange);
  const { link, report } = view;
  return (
    <div className={styles.parts}>
      <ul className={formStyles.points}>
        {texts.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <SummaryBox title={texts.failed} failure={failure} />
      {link ? (
        <>
          <LinkPart link={link} isBusy={isBusy} onChange={change} />
          <CommentForm owner={owner} view={view} onChange={onChange} />
        </>
      ) : (
        <ActionButton look="primary" disabled={isBusy} onClick={() => void change('make')}>
          {isBusy ? texts.making : texts.make}
        </ActionButton>
      )}
      <section className={styles.preview} aria-label={texts.preview}>
        <h2 className={styles.title}>{texts.preview}</h2>
        <div className={styles.frame}>
          <FamilyReportView report={report} level={3} />
        </div>
      </section>
    </div>
  );
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    blueAlert.show(texts.copied);
  } catch {
    blueAlert.show(texts.notCopied);
  }
}

async function share(url: string): Promise<void> {
  try {
    await navigator.share({ title: texts.report.title, text: texts.shareText, url });
  } catch (error) {
    // Somebody who closes the sheet has changed their mind.
    if (!isAbort(error)) await copy(url);
  }
}

function LinkPart({
  link,
  isBusy,
  onChange,
}: {
  link: FamilyLink;
  isBusy: boolean;
  onChange: (wish: Change) => Promise<void>;
}) {
  const [asked, setAsked] = useState<'renew' | 'stop' | null>(null);
  const id = useId();
  const canShare = typeof navigator.share === 'function';
  const [until, opened] = [parseTime(link.expires_at), parseTime(link.opened_at)];
  const isOver = until !== null && until <= serverNow();
  const confirm = () => {
    if (asked) void onChange(asked);
    setAsked(null);
  };
  return (
    <section className={styles.link} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {texts.linkTitle}
      </h2>
      {until !== null && (
        <p className={formStyles.hint} role={isOver ? 'status' : undefined}>
          {(isOver ? texts.over : texts.until)(formatDay(until, serverNow()))}
        </p>
      )}
      {!isOver && (
        <>
          <input
            className={styles.url}
            readOnly={true}
            value={link.url}
            aria-label={texts.link}
            data-testid="family-link"
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className={styles.actions}>
            {canShare && (
              <ActionButton look="primary" onClick={() => void share(link.url)}>
                {texts.send}
              </ActionButton>
            )}
            <ActionButton look={canShare ? 'plain' : 'primary'} onClick={() => void copy(link.url)}>
              {texts.copy}
            </ActionButton>
          </div>
        </>
      )}
      <p className={formStyles.hint}>
        {opened === null ? texts.unopened : texts.opened(formatMoment(opened, serverNow()))}
      </p>
      <div className={styles.actions}>
        <ActionButton disabled={isBusy} onClick={() => setAsked('renew')}>
          {texts.renew}
        </ActionButton>
        <ActionButton look="quiet" disabled={isBusy} onClick={() => setAsked('stop')}>
          {texts.stop}
        </ActionButton>
      </div>
      {asked && (
        <ConfirmDialog
          title={asked === 'renew' ? texts.renewTitle : texts.stopTitle}
          body={asked === 'renew' ? texts.renewBody : texts.stopBody}
          confirm={asked === 'renew' ? texts.renew : texts.stop}
          onConfirm={confirm}
          onCancel={() => setAsked(null)}
        />
      )}
    </section>
  );
}

function CommentForm({ owner, view, onChange }: Shown) {
  const keys = useRef(createSubmissionKey());
  const { comment } = view.report;
  const draft = formDraft('family-comment', owner);
  const form = useForm<{ comment: string }>({
    initial: { comment },
    draft: {
      read: () => ({ comment: draft.read().comment ?? comment }),
      write: (values) => (values.comment === comment ? draft.drop() : draft.keep(values)),
    },
    order: ['comment'],
    check: ({ comment }) => ({
      comment: comment.trim().length > longestComment ? texts.commentLong : undefined,
    }),
    describe: describeFailure,
    send: async (values) => {
      await saveComment(values.comment, keys.current.keyFor(values));
      draft.drop();
      onChange(await getFamilyView());
      keys.current.arrived();
      blueAlert.show(texts.saved);
    },
  });
  useBusy(form.values.comment.trim() !== comment, 'form');
  return (
    <form
      className={formStyles.form}
      onSubmit={(event) => void form.submit(event)}
      noValidate
      aria-busy={form.isBusy}
    >
      <ErrorSummary {...form.summary} title={texts.saveFailed} />
      <TextBox
        {...form.bind('comment')}
        label={<MarkedLabel>{texts.comment}</MarkedLabel>}
        hint={texts.commentHint}
        rows={3}
      />
      <div>
        <ActionButton type="submit" disabled={form.isBusy}>
          {form.isBusy ? texts.saving : texts.save}
        </ActionButton>
      </div>
    </form>
  );
}
