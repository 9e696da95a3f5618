import { Link } from 'react-router-dom';
import type { DownloadRow } from '#shared/lib/db/downloadRows.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { saveOrTell } from '#shared/lib/storage/saving.ts';
import { formatDay } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { Loading } from '#shared/ui/Loading.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { ProgressLine } from '#shared/ui/ProgressLine.tsx';
import { ListSkeleton } from '#shared/ui/Skeleton.tsx';
import { deviceLimit } from '../deviceLimit.ts';
import { deviceLimitTexts } from '../deviceLimitTexts.ts';
import { type CourseUse, inSections } from '../shelf.ts';
import { shelfTexts as texts } from '../shelfTexts.ts';
import { type DeviceShelf, useShelf } from '../useShelf.ts';
import { DeviceLimitPart } from './DeviceLimitPart.tsx';
import { DownloadStatus } from './DownloadStatus.tsx';
import styles from './DownloadsScreen.module.css';
import { LostDownloads } from './LostDownloads.tsx';

/** The learner wants to keep lessons that the rule for the next lessons has added. */
function pin(key: string): void {
  void saveOrTell('download', () => currentDb().downloads.update(key, { auto: false }));
}

function Item({ row }: { row: DownloadRow }) {
  const { key, name, inventory, lesson, rendition, auto, state, valid_until } = row;
  return (
    <li className={styles.item} data-testid="download-item" data-state={state}>
      <div className={styles.head}>
        <Link to={paths.lecture(inventory, { lesson })} className={styles.name}>
          {name}
        </Link>
        {rendition === 'audio' && <Chip>{texts.audio}</Chip>}
        {auto === true && <Chip tone="blue">{texts.auto}</Chip>}
      </div>
      <DownloadStatus rows={[row]} withDevices={false}>
        {auto === true && (
          <ActionButton look="quiet" onClick={() => pin(key)}>
            {texts.pin}
          </ActionButton>
        )}
      </DownloadStatus>
      {state === 'ready' && valid_until !== null && (
        <p className={styles.until}>{texts.until(formatDay(valid_until, serverNow()))}</p>
      )}
    </li>
  );
}

function Course({ use }: { use: CourseUse }) {
  const id = `kept-${use.inventory}`;
  return (
    <section className={styles.course} aria-labelledby={id}>
      <header className={styles.courseHead}>
        <h2 id={id} className={styles.courseName}>
          {use.name}
        </h2>
        <p className={styles.courseLine}>{texts.courseLine(use.rows.length, use.bytes)}</p>
      </header>
      <ul className={styles.list}>
        {use.rows.map((row) => (
          <Item key={row.key} row={row} />
        ))}
      </ul>
    </section>
  );
}

function Used({ shelf: { usedBytes, cap } }: { shelf: DeviceShelf }) {
  return (
    <div className={styles.used}>
      <p className={styles.usedWords}>
        <span>{texts.usedLabel}</span>
        <span data-testid="used-bytes" data-bytes={usedBytes}>
          {texts.used(usedBytes, cap)}
        </span>
      </p>
      <ProgressLine value={usedBytes} max={cap} label={texts.usedLabel} decorative={true} />
      <ActionLink to={paths.storage()}>{texts.toStorage}</ActionLink>
    </div>
  );
}

/** Other devices use all places: shown once for the whole list. */
function Limited({ uses }: { uses: readonly CourseUse[] }) {
  const isRefused = useObservable(deviceLimit) !== null;
  if (!isRefused && !uses.some(({ rows }) => rows.some(({ reason }) => reason === 'devices'))) return null;
  return (
    <section className={styles.limited} aria-labelledby="device-limit">
      <h2 id="device-limit" className={styles.courseName}>
        {deviceLimitTexts.title}
      </h2>
      <p>{deviceLimitTexts.renewal}</p>
      <DeviceLimitPart />
    </section>
  );
}

function Nothing() {
  return (
    <EmptyState
      picture="books"
      title={texts.emptyTitle}
      action={
        <ActionLink to={paths.course()} look="primary">
          {texts.toLibrary}
        </ActionLink>
      }
    >
      {texts.empty}
    </EmptyState>
  );
}

/** Everything kept on this device or being downloaded, by course (offline.md 4; `/mypage/download`). */
export function DownloadsScreen() {
  const shelf = useShelf();
  const { state } = useConnectivity();
  return (
    <>
      <PageHeader title={texts.listTitle} />
      <p className={styles.offline} role="status">
        {state === 'offline' && texts.offline}
      </p>
      {!shelf && <Loading shape={<ListSkeleton />} />}
      {shelf && <LostDownloads lost={shelf.lost} isEmpty={shelf.uses.length === 0} />}
      {shelf && shelf.uses.length > 0 && <Limited uses={shelf.uses} />}
      {shelf && shelf.uses.length > 0 && <Used shelf={shelf} />}
      {shelf?.uses.length === 0 && <Nothing />}
      {shelf && inSections(shelf.uses).map((use) => <Course key={use.inventory} use={use} />)}
    </>
  );
}
