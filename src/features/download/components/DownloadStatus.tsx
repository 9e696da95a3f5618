import {
  IconAlertTriangle,
  IconCircleCheckFilled,
  IconClockPause,
  IconHourglassEmpty,
  IconPlayerPause,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { DownloadRow } from '#shared/lib/db/downloadRows.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { saveOrTell } from '#shared/lib/storage/saving.ts';
import { formatBytes } from '#shared/lib/text/format.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx';
import { ProgressLine } from '#shared/ui/ProgressLine.tsx';
import { pauseDownloads, removeDownloads, repairDownloads, resumeDownloads } from '../actions.ts';
import { appWhole } from '../appFiles.ts';
import { deviceLimit } from '../deviceLimit.ts';
import { type DownloadSummary, isActive, summarise } from '../model.ts';
import { pauseTexts, texts } from '../texts.ts';
import { useSecondsLeft } from '../useProgress.ts';
import { DeviceLimitPart } from './DeviceLimitPart.tsx';
import styles from './DownloadStatus.module.css';

/**
 * The state of one or more downloads that belong together: progress in bytes, why it waits, what the learner can do.
 */
export function DownloadStatus({
  rows,
  withDevices = true,
  children,
}: {
  rows: readonly DownloadRow[];
  /** Whether it names the devices that use all places; a list of downloads shows them once instead. */
  withDevices?: boolean;
  children?: ReactNode;
}) {
  const summary = summarise(rows);
  const isLimited = useObservable(deviceLimit) !== null && isOver(rows);
  const { state } = summary;
  const keys = rows.map(({ key }) => key);
  if (state === null) return null;
  return (
    <div
      className={styles.status}
      data-testid="download-status"
      data-state={state}
      data-reason={summary.reason}
    >
      <StateWords summary={summary} rows={rows} isLimited={isLimited} />
      {withDevices && (summary.reason === 'devices' || isLimited) && <DeviceLimitPart />}
      {(state === 'downloading' || state === 'queued' || state === 'paused') && (
        <Progress summary={summary} />
      )}
      <div className={styles.actions}>
        {children}
        <Actions summary={summary} rows={rows} keys={keys} />
      </div>
    </div>
  );
}

/** Whether the kept lessons could be used again with a new licence. */
function isOver(rows: readonly DownloadRow[]): boolean {
  return rows.some(({ state, valid_until }) => state === 'expired' && valid_until !== null);
}

function expiredWords(rows: readonly DownloadRow[], isLimited: boolean): string {
  if (!isOver(rows)) return texts.closed;
  return isLimited ? texts.expiredByLimit : texts.expired;
}

function StateWords({
  summary,
  rows,
  isLimited,
}: {
  summary: DownloadSummary;
  rows: readonly DownloadRow[];
  isLimited: boolean;
}) {
  const isWhole = useObservable(appWhole);
  const { state, reason, count, ready, size } = summary;
  if (state === 'ready') {
    const words = count > 1 ? texts.courseReady(ready, count) : texts.ready;
    const audio = rows.every(({ rendition }) => rendition === 'audio') ? ` · ${texts.audioOnly}` : '';
    return (
      <p className={styles.words} data-tone="good">
        <IconCircleCheckFilled size={20} aria-hidden="true" />
        <span>
          {isWhole === true ? words : isWhole === false ? texts.appMissing : texts.stored}
          <span className={styles.size}>
            {formatBytes(size)}
            {audio}
          </span>
        </span>
      </p>
    );
  }
  if (state === 'broken' || state === 'expired') {
    const isGone = rows.some((row) => row.state === 'broken' && row.error === 'gone');
    return (
      <p className={styles.words} data-tone="warn">
        <IconAlertTriangle size={20} aria-hidden="true" />
        <span>
          {state === 'expired' ? expiredWords(rows, isLimited) : isGone ? texts.gone : texts.broken}
        </span>
      </p>
    );
  }
  if (state === 'paused' && reason !== null) {
    return (
      <p className={styles.words}>
        <IconClockPause size={20} stroke={1.75} aria-hidden="true" />
        <span>{pauseTexts[reason]}</span>
      </p>
    );
  }
  if (state === 'downloading') return null;
  return (
    <p className={styles.words}>
      <IconHourglassEmpty size={20} stroke={1.75} aria-hidden="true" />
      <span>{state === 'verifying' ? texts.verifying : texts.queued}</span>
    </p>
  );
}

function Progress({ summary }: { summary: DownloadSummary }) {
  const left = useSecondsLeft(summary);
  const { bytes, size } = summary;
  return (
    <div className={styles.progress}>
      <ProgressLine value={bytes} max={size} label={texts.progressLabel} />
      <p className={styles.numbers}>
        {texts.progress(bytes, size)}
        {left !== null && ` · ${texts.left(left)}`}
      </p>
    </div>
  );
}

function Actions({
  summary,
  rows,
  keys,
}: {
  summary: DownloadSummary;
  rows: readonly DownloadRow[];
  keys: readonly string[];
}) {
  const { state, reason } = summary;
  const isGone = rows.some((row) => row.state === 'broken' && row.error === 'gone');
  const isOnItsWay = rows.some((row) => isActive(row) || row.state === 'paused');
  const run = (work: () => Promise<unknown>) => void saveOrTell('download', work);
  return (
    <>
      {(state === 'downloading' || state === 'queued') && (
        <ActionButton
          className={styles.action}
          icon={<IconPlayerPause size={18} aria-hidden="true" />}
          onClick={() => run(() => pauseDownloads(keys))}
        >
          {texts.pause}
        </ActionButton>
      )}
      {state === 'paused' && (
        <ActionButton
          className={styles.action}
          onClick={() => run(() => resumeDownloads(keys, { anyLine: reason === 'metered' }))}
        >
          {reason === 'metered' ? texts.resumeAnyLine : texts.resume}
        </ActionButton>
      )}
      {state === 'paused' && (reason === 'cap' || reason === 'quota') && (
        <ActionLink className={styles.action} to={paths.storage()}>
          {texts.toStorage}
        </ActionLink>
      )}
      {state === 'broken' && !isGone && (
        <ActionButton className={styles.action} onClick={() => run(() => repairDownloads(keys))}>
          {texts.repair}
        </ActionButton>
      )}
      {isOnItsWay ? (
        <ActionButton
          look="quiet"
          className={styles.action}
          onClick={() => run(() => removeDownloads(keysToCancel(rows)))}
        >
          {texts.cancel}
        </ActionButton>
      ) : (
        <Remove keys={keys} />
      )}
    </>
  );
}

/** 「やめる」 removes downloads in progress; complete lessons stay. */
function keysToCancel(rows: readonly DownloadRow[]): string[] {
  return rows.filter((row) => isActive(row) || row.state === 'paused').map(({ key }) => key);
}

function Remove({ keys }: { keys: readonly string[] }) {
  const [isAsking, setAsking] = useState(false);
  const remove = () => {
    setAsking(false);
    void saveOrTell('download', () => removeDownloads(keys));
  };
  return (
    <>
      <ActionButton look="quiet" className={styles.action} onClick={() => setAsking(true)}>
        {texts.remove}
      </ActionButton>
      {isAsking && (
        <ConfirmDialog
          title={texts.removeTitle}
          body={texts.removeBody}
          confirm={texts.remove}
          onConfirm={remove}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
