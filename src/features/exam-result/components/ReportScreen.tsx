import { IconPrinter } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Report, SubjectReport } from '#contracts/examResult.ts';
import { isNotFound } from '#shared/lib/errors.ts';
import { useSingle } from '#shared/lib/mirror/single.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { examMoment } from '#shared/lib/text/examTime.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { FilterLinks } from '#shared/ui/FilterLinks.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { reportOf } from '../api.ts';
import { missingWords } from '../model.ts';
import { texts } from '../texts.ts';
import { Histogram } from './Histogram.tsx';
import { ReportPdf } from './ReportPdf.tsx';
import styles from './Result.module.css';
import { ShareResult } from './ShareResult.tsx';
import { Standing } from './Standing.tsx';
import { Verdicts } from './Verdicts.tsx';
import { WeakUnits } from './WeakUnits.tsx';

/** `/mypage/mockexam/{id}/result`: 成績表 (exams.md 5). `?version=`: an older version of the cohort. */
export function ReportScreen({ id }: { id: string }) {
  const [address] = useSearchParams();
  const report = useSingle(reportOf(id, address.get('version') ?? ''));
  if (isNotFound(report.error)) throw report.error;
  return (
    <MirrorView
      mirror={report}
      shape={<TextSkeleton lines={8} />}
      heading={<PageHeader title={texts.title} />}
    >
      {(shown) => (
        <div className={styles.page}>
          <PageHeader title={texts.title} lead={shown.name} />
          {report.isStale && <ListStatus mirror={report} />}
          <Content id={id} report={shown} wanted={Number(address.get('version') ?? 0)} />
        </div>
      )}
    </MirrorView>
  );
}

/** `wanted`: the version in the address; 0: the newest. */
function Content({ id, report, wanted }: { id: string; report: Report; wanted: number }) {
  const at = parseTime(report.report_at);
  if (report.status === 'nothing')
    return (
      <StateCard
        picture="books"
        title={texts.nothing}
        actions={<ActionLink to={paths.mockexamTop(id)}>{texts.back}</ActionLink>}
      />
    );
  if (report.status === 'not_published')
    return (
      <StateCard
        picture="clock"
        title={at === null ? texts.notPublishedSoon : texts.notPublished(examMoment(at, serverNow()))}
        actions={<ActionLink to={paths.mockexamTop(id)}>{texts.back}</ActionLink>}
      >
        {texts.notPublishedBody}
      </StateCard>
    );
  return (
    <>
      <Versions id={id} report={report} />
      <Verdicts verdicts={report.verdicts} />
      <Totals report={report} />
      <Subjects id={id} report={report} />
      <Change report={report} />
      <WeakUnits exam={id} units={report.weak_units} />
      <ReportPdf report={report} version={wanted} />
      <div className={styles.buttons} data-print="hide">
        <ActionButton icon={<IconPrinter size={20} aria-hidden="true" />} onClick={() => print()}>
          {texts.print}
        </ActionButton>
        <ShareResult report={report} />
        <ActionLink to={paths.mockexamTop(id)}>{texts.back}</ActionLink>
      </div>
    </>
  );
}

/** The version of the cohort behind the numbers; older versions are one tap away. */
function Versions({ id, report }: { id: string; report: Report }) {
  const { cohort, versions } = report;
  if (!cohort) return null;
  const words = (made: NonNullable<Report['cohort']>) => {
    const at = parseTime(made.made_at);
    return texts.version(texts.cohort[made.kind], at === null ? '' : examMoment(at, serverNow()));
  };
  return (
    <div className={styles.part}>
      {versions.length > 1 ? (
        <FilterLinks
          label={texts.versions}
          links={versions.map((made) => ({
            key: `${made.kind}-${made.version}`,
            label: words(made),
            to: `${paths.mockexamResult(id)}?version=${made.version}`,
            isOn: made.version === cohort.version,
          }))}
        />
      ) : (
        <p>
          <Chip tone={cohort.kind === 'provisional' ? 'orange' : 'blue'}>{words(cohort)}</Chip>
        </p>
      )}
    </div>
  );
}

function Totals({ report }: { report: Report }) {
  if (report.totals.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="totals">
      <h2 id="totals" className={styles.heading}>
        {texts.totals}
      </h2>
      <ul className={styles.cards}>
        {report.totals.map((total) => (
          <li key={total.id} className={styles.card}>
            <h3>{total.name}</h3>
            <Standing numbers={total} />
            <Missing total={total} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Missing({ total }: { total: Report['totals'][number] }) {
  const words = missingWords(total, { missing: texts.totalMissing, waiting: texts.totalWaiting });
  return words === null ? null : <p className={styles.small}>{words}</p>;
}

function Subjects({ id, report }: { id: string; report: Report }) {
  return (
    <section className={styles.part} aria-labelledby="subjects">
      <h2 id="subjects" className={styles.heading}>
        {texts.subjects}
      </h2>
      <ul className={styles.cards}>
        {report.subjects.map((subject) => (
          <li key={subject.id} className={styles.card}>
            <h3>{subject.name}</h3>
            <Subject id={id} subject={subject} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One subject, with a banner after a correction and the reasons why numbers are missing. */
export function Subject({ id, subject }: { id: string; subject: SubjectReport }) {
  const { attempt, note, regraded, late_sync, ended_by, histogram, name } = subject;
  const lateUntil = parseTime(subject.late_until);
  return (
    <>
      {note !== '' && <Chip tone="orange">{texts.notes[note]}</Chip>}
      {note === 'marking' && lateUntil !== null && (
        <p className={styles.small}>{texts.markingUntil(examMoment(lateUntil, serverNow()))}</p>
      )}
      {regraded && (
        <>
          <p className={styles.banner}>{texts.regraded(regraded.before, regraded.after, regraded.reason)}</p>
          <p className={styles.small}>{texts.regradedNote}</p>
        </>
      )}
      <Standing numbers={subject} />
      {ended_by === 'time' && <p className={styles.small}>{texts.timedOut}</p>}
      {late_sync && <p className={styles.small}>{texts.late}</p>}
      <Histogram histogram={histogram} name={name} average={subject.average} full={subject.full} />
      {attempt !== null && (
        <p data-print="hide">
          <Link to={paths.mockexamSubject(id, attempt)}>{texts.detail}</Link>
        </p>
      )}
    </>
  );
}

/** The changes since the previous exam. */
function Change({ report }: { report: Report }) {
  const { previous, subjects } = report;
  if (!previous) return null;
  const changes = subjects.flatMap(({ id, name, deviation }) => {
    const before = previous.subjects.find((one) => one.id === id)?.deviation ?? null;
    return deviation === null || before === null
      ? []
      : [{ id, text: texts.changeOf(name, deviation - before) }];
  });
  if (changes.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="change">
      <h2 id="change" className={styles.heading}>
        {texts.change}
      </h2>
      <p className={styles.small}>{previous.name}</p>
      <ul>
        {changes.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
