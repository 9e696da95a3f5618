import { currentDb } from '#shared/lib/db/userDb.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { saveOrTell } from '#shared/lib/storage/saving.ts';
import { formatBytes } from '#shared/lib/text/format.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { Loading } from '#shared/ui/Loading.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { ProgressLine } from '#shared/ui/ProgressLine.tsx';
import { SelectField } from '#shared/ui/SelectField.tsx';
import { ListSkeleton } from '#shared/ui/Skeleton.tsx';
import { removeAllDownloads, removeDownloads, resumeDownloads } from '../actions.ts';
import { endNext } from '../keepNextChoices.ts';
import { writeCap } from '../local.ts';
import { type CourseUse, capChoices } from '../shelf.ts';
import { shelfTexts as texts } from '../shelfTexts.ts';
import { type DeviceShelf, useShelf } from '../useShelf.ts';
import { KeepNext, type KeepNextProps } from './KeepNext.tsx';
import { LostDownloads } from './LostDownloads.tsx';
import { ProtectionCard } from './ProtectionCard.tsx';
import { RemoveButton } from './RemoveButton.tsx';
import styles from './StorageScreen.module.css';

/** A higher cap resumes downloads that waited for room; those that still do not fit keep waiting. */
async function changeCap(bytes: number): Promise<void> {
  const db = currentDb();
  await writeCap(db, bytes);
  const waiting = await db.downloads
    .filter(({ reason }) => reason === 'cap' || reason === 'quota')
    .primaryKeys();
  await resumeDownloads(waiting);
}

/** After deleting a whole course, the rule for the next lessons does not add it again. */
async function removeCourse(course: string, rows: CourseUse['rows']): Promise<void> {
  await endNext(currentDb(), course);
  await removeDownloads(rows.map(({ key }) => key));
}

function Used({ shelf: { usedBytes, cap } }: { shelf: DeviceShelf }) {
  return (
    <section className={styles.card} aria-label={texts.usedLabel}>
      <p className={styles.big} data-testid="used-bytes" data-bytes={usedBytes}>
        {texts.used(usedBytes, cap)}
      </p>
      <span className={styles.bar}>
        <ProgressLine value={usedBytes} max={cap} label={texts.usedLabel} />
      </span>
      <p className={styles.hint}>{texts.usedHint}</p>
      {usedBytes > cap && (
        <p role="alert" className={styles.over}>
          {texts.over}
        </p>
      )}
      <div className={styles.row}>
        <SelectField
          label={texts.cap}
          value={String(cap)}
          options={capChoices(cap).map((bytes) => ({ value: String(bytes), label: formatBytes(bytes) }))}
          onChange={(bytes) => void saveOrTell('setting', () => changeCap(Number(bytes)))}
        />
        <ActionLink to={paths.download()}>{texts.toList}</ActionLink>
      </div>
    </section>
  );
}

function Courses({ uses }: { uses: readonly CourseUse[] }) {
  return (
    <section aria-labelledby="storage-courses" className={styles.section}>
      <h2 id="storage-courses" className={styles.title}>
        {texts.courses}
      </h2>
      {uses.length === 0 && <p className={`${styles.card} ${styles.hint}`}>{texts.noCourses}</p>}
      {uses.length > 0 && (
        <>
          <ul className={styles.list}>
            {uses.map(({ course, inventory, name, bytes, rows }) => (
              <li key={inventory} className={styles.course} data-testid="storage-course" data-bytes={bytes}>
                <span className={styles.words}>
                  <span className={styles.name}>{name}</span>
                  <span className={styles.hint}>{texts.courseLine(rows.length, bytes)}</span>
                </span>
                <RemoveButton
                  words={texts.removeCourse}
                  label={texts.removeCourseLabel(name)}
                  title={texts.removeCourseTitle(name)}
                  remove={() => removeCourse(course, rows)}
                />
              </li>
            ))}
          </ul>
          <div className={styles.all}>
            <RemoveButton words={texts.removeAll} title={texts.removeAllTitle} remove={removeAllDownloads} />
          </div>
        </>
      )}
    </section>
  );
}

/**
 * The storage screen (offline.md 2.11): the space each course uses, the learner's cap, lost downloads, the next
 * lessons, and whether the browser protects the storage and what to do about it.
 */
export function StorageScreen(next: KeepNextProps) {
  const shelf = useShelf();
  return (
    <>
      <PageHeader title={texts.storageTitle} />
      {!shelf && <Loading shape={<ListSkeleton />} />}
      {shelf && (
        <>
          <LostDownloads lost={shelf.lost} isEmpty={shelf.uses.length === 0} />
          <Used shelf={shelf} />
          <Courses uses={shelf.uses} />
          <KeepNext {...next} />
          <ProtectionCard />
        </>
      )}
    </>
  );
}
