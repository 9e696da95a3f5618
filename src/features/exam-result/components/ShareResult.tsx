import { IconShare } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Report } from '#contracts/examResult.ts';
import { isAbort } from '#shared/lib/errors.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { Dialog } from '#shared/ui/Dialog.tsx';
import { shareText } from '../model.ts';
import { shareTexts as texts } from '../texts.ts';
import styles from './Result.module.css';

/**
 * Shares a result as text, which the learner reads first (product.md 2.3.L): numbers of the subjects, and 判定 only on
 * request. Name, number, school and 内申 are never in it, and there is no link that others could open.
 */
export function ShareResult({ report }: { report: Report }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton
        icon={<IconShare size={20} aria-hidden="true" />}
        onClick={() => setOpen(true)}
        data-testid="result-share"
      >
        {texts.open}
      </ActionButton>
      {isOpen && <ShareDialog report={report} onClose={() => setOpen(false)} />}
    </>
  );
}

function ShareDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const [hasVerdicts, setVerdicts] = useState(false);
  const [news, setNews] = useState('');
  const id = useId();
  const text = shareText(report, hasVerdicts);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setNews(texts.copied);
    } catch {
      setNews(texts.notCopied);
    }
  };
  const share = async () => {
    try {
      await navigator.share({ text });
      onClose();
    } catch (error) {
      // Somebody who closes the sheet has changed their mind.
      if (!isAbort(error)) await copy();
    }
  };
  return (
    <Dialog title={texts.title} body={texts.lead} onCancel={onClose} testId="result-share-dialog">
      <div className={styles.share}>
        {report.verdicts.length > 0 && (
          <label className={styles.tick}>
            <input
              type="checkbox"
              checked={hasVerdicts}
              onChange={({ currentTarget }) => setVerdicts(currentTarget.checked)}
            />
            <span>{texts.verdicts}</span>
          </label>
        )}
        <label htmlFor={id}>{texts.preview}</label>
        <textarea id={id} className={styles.shared} readOnly={true} rows={7} value={text} />
        <p role="status" className={styles.small}>
          {news}
        </p>
        <div className={styles.buttons}>
          {typeof navigator.share === 'function' && (
            <ActionButton look="primary" onClick={() => void share()}>
              {texts.send}
            </ActionButton>
          )}
          <ActionButton onClick={() => void copy()}>{texts.copy}</ActionButton>
          <ActionButton look="quiet" onClick={onClose}>
            {texts.close}
          </ActionButton>
        </div>
      </div>
    </Dialog>
  );
}
