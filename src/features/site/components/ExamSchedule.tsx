import type { ReactNode } from 'react';
import type { AnnouncedExam } from '#contracts/site.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { examMoment } from '#shared/lib/text/examTime.ts';
import { formatCount, parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { entryStanding } from '../model.ts';
import { useHome } from '../useSite.ts';
import styles from './ExamSchedule.module.css';
import { texts } from './examScheduleTexts.ts';

/**
 * The running and coming mock exams (product.md 2.2.A `/konomoshi`). `waiting`: shown until the answer arrives. If no
 * answer arrives, the last stored one stays.
 */
export function ExamSchedule({ waiting }: { waiting: ReactNode }) {
  const home = useHome();
  const now = serverNow();
  if (!home.data)
    return (
      <>
        {waiting}
        {home.error !== null && home.error !== undefined && (
          <div className={styles.failed} role="status">
            <p>{texts.failed}</p>
            <ActionButton onClick={home.retry}>{texts.retry}</ActionButton>
          </div>
        )}
      </>
    );
  const shown = home.data.exams.flatMap((exam) => {
    const standing = entryStanding(exam, now);
    return standing === 'over' ? [] : [{ exam, standing }];
  });
  return (
    <>
      {home.isStale && <ListStatus mirror={home} />}
      {shown.length === 0 ? (
        <StateCard
          isFlat={true}
          picture="bell"
          title={texts.none}
          level={3}
          actions={<Ways look="primary" />}
        >
          {texts.noneBody}
        </StateCard>
      ) : (
        <>
          <ul className={styles.list} data-testid="exam-schedule">
            {shown.map(({ exam, standing }) => (
              <li key={exam.id} className={styles.card}>
                <One exam={exam} standing={standing} now={now} />
              </li>
            ))}
          </ul>
          <p className={styles.zone}>{texts.zone}</p>
          <div className={styles.ways}>
            <Ways look="plain" />
          </div>
        </>
      )}
    </>
  );
}

/** How to hear of the next exam. */
function Ways({ look }: { look: 'primary' | 'plain' }) {
  return (
    <>
      <ActionLink to={paths.settings()} look={look}>
        {texts.toReminder}
      </ActionLink>
      <ActionLink to={paths.publicNotices()} look="quiet">
        {texts.toNotices}
      </ActionLink>
    </>
  );
}

function One({
  exam,
  standing,
  now,
}: {
  exam: AnnouncedExam;
  standing: 'before' | 'open' | 'closed';
  now: number;
}) {
  const { id, name, kind, fee, subjects } = exam;
  const words = (iso: string | null) => {
    const at = parseTime(iso);
    return at === null ? null : examMoment(at, now);
  };
  const [from, until] = [words(exam.exam_from), words(exam.exam_until)];
  const entry = standing === 'before' ? words(exam.entry_from) : words(exam.entry_until);
  return (
    <>
      <div className={styles.head}>
        <h3 className={styles.name}>{name}</h3>
        <Chip tone={standing === 'open' ? 'blue' : 'plain'}>{texts.standings[standing]}</Chip>
      </div>
      {texts.kinds[kind] && <p className={styles.kind}>{texts.kinds[kind]}</p>}
      <dl className={styles.facts}>
        {from !== null && until !== null && (
          <div>
            <dt>{texts.window}</dt>
            <dd>{texts.between(from, until)}</dd>
          </div>
        )}
        {entry !== null && (
          <div>
            <dt>{standing === 'before' ? texts.entryFrom : texts.entryUntil}</dt>
            <dd>{entry}</dd>
          </div>
        )}
        <div>
          <dt>{texts.fee}</dt>
          <dd>{fee > 0 ? texts.yen(formatCount(fee)) : texts.free}</dd>
        </div>
        {subjects.length > 0 && (
          <div>
            <dt>{texts.subjects}</dt>
            <dd>{subjects.join('、')}</dd>
          </div>
        )}
      </dl>
      <ActionLink
        to={paths.mockexamTop(id)}
        look={standing === 'open' ? 'primary' : 'plain'}
        className={styles.go}
        aria-label={`${name} ${standing === 'open' ? texts.enter : texts.look}`}
      >
        {standing === 'open' ? texts.enter : texts.look}
      </ActionLink>
    </>
  );
}
