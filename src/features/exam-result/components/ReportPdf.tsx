import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import type { Report } from '#contracts/examResult.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { describeFailure } from '#shared/form/failure.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { isAbort } from '#shared/lib/errors.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { pdfTexts as texts } from '../texts.ts';
import { useReportPdf } from '../useReportPdf.ts';
import styles from './Result.module.css';

/**
 * Opens the browser's share sheet for a file: in an installed app this is how to save one. `false`: the browser cannot
 * share files.
 */
function canShareFile(file: File): boolean {
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] });
}

/** 成績表 as PDF (exams.md 5): requested, made, opened. `version` 0: the newest one. */
export function ReportPdf({ report, version }: { report: Report; version: number }) {
  const { user } = useSession();
  const { state, isKept, blob, open } = useReportPdf(user?.id ?? '', report.exam);
  const [naishin, setNaishin] = useState(false);
  const isOffline = useConnectivity().state !== 'online';
  const isBusy = state.kind === 'working';
  const failure = state.kind === 'failed' ? describeFailure(state.error) : null;
  const fileName = `${texts.fileName(report.name)}.pdf`;
  return (
    <section className={styles.part} aria-labelledby="pdf" data-print="hide">
      <h2 id="pdf" className={styles.heading}>
        {texts.title}
      </h2>
      <p className={styles.small}>{texts.lead}</p>
      {isOffline && <p className={styles.banner}>{texts.offline}</p>}
      {report.verdicts.some((card) => card.naishin !== null) && (
        <label className={styles.tick}>
          <input
            type="checkbox"
            checked={naishin}
            onChange={({ currentTarget }) => setNaishin(currentTarget.checked)}
          />
          <span>{texts.naishin}</span>
        </label>
      )}
      <div className={styles.buttons}>
        <ActionButton
          icon={<IconFileTypePdf size={20} aria-hidden="true" />}
          disabled={isBusy}
          onClick={() => void open({ version, naishin })}
          data-testid="result-pdf-make"
        >
          {isBusy ? texts.making : texts.make}
        </ActionButton>
      </div>
      <SummaryBox
        title={texts.failed}
        failure={state.kind === 'late' ? texts.late : failure}
        testId="result-pdf-error"
      />
      <div role="status">
        {isBusy && <p>{texts.waiting}</p>}
        {state.kind === 'ready' && <p>{isKept ? texts.kept : texts.ready}</p>}
      </div>
      {state.kind === 'ready' && blob && <Ways url={state.url} blob={blob} fileName={fileName} />}
    </section>
  );
}

function Ways({ url, blob, fileName }: { url: string; blob: Blob; fileName: string }) {
  const file = new File([blob], fileName, { type: 'application/pdf' });
  const share = async () => {
    try {
      await navigator.share({ files: [file] });
    } catch (error) {
      // Somebody who closes the sheet has changed their mind; the links beside it are still there.
      if (!isAbort(error)) console.warn('result: the file could not be shared', error);
    }
  };
  return (
    <p className={styles.buttons}>
      <a className={styles.way} href={url} target="_blank" rel="noreferrer" data-testid="result-pdf">
        {texts.open}
      </a>
      <a className={styles.way} href={url} download={fileName}>
        {texts.save}
      </a>
      {canShareFile(file) && (
        <ActionButton look="quiet" onClick={() => void share()}>
          {texts.share}
        </ActionButton>
      )}
    </p>
  );
}
