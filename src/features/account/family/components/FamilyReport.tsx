import { IconMessageCircle, IconStar } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { FamilyReport } from '#contracts/familyView.ts';
import { formatDay, formatMinutes, formatWeekday, parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { WeekPicture } from '#shared/ui/WeekPicture.tsx';
import { texts as all } from '../texts.ts';
import styles from './FamilyReport.module.css';

const texts = all.report;

/** Seven days of a learner. They see the same as the holders of their link (product.md 4.6). */
export function FamilyReportView({ report, level }: { report: FamilyReport; level: 2 | 3 }) {
  const { name, days, minutes, minutes_before, streak, lessons, units, comment } = report;
  const id = useId();
  const until = parseTime(report.expires_at);
  const Heading = `h${level}` as const;
  return (
    <section className={styles.report} aria-labelledby={id} data-testid="family-report">
      <Heading id={id} className={styles.heading}>
        {texts.heading(name)}
      </Heading>
      <Praise praise={report.praise} />
      <WeekPicture
        caption={texts.week}
        total={formatMinutes(minutes)}
        minutes={days.map((day) => day.minutes)}
        names={days.map((day) => formatWeekday(day.date))}
      />
      <p className={styles.hint}>
        {texts.before(formatMinutes(minutes_before))}
        {streak > 1 && texts.streak(streak)}
      </p>
      {lessons.count > 0 && (
        <Part level={level} title={texts.lessons(lessons.count)}>
          <ul className={styles.list}>
            {lessons.items.map(({ name, course, day }) => (
              <li key={`${course}\n${name}`}>
                <span>{name}</span>
                <span className={styles.where}>
                  {course} <span>{formatDay(Date.parse(`${day}T12:00:00+09:00`), serverNow())}</span>
                </span>
              </li>
            ))}
          </ul>
          {lessons.count > lessons.items.length && (
            <p className={styles.hint}>{texts.more(lessons.count - lessons.items.length)}</p>
          )}
        </Part>
      )}
      {units.length > 0 && (
        <Part level={level} title={texts.units}>
          <ul className={styles.list}>
            {units.map(({ name, course }) => (
              <li key={`${course}\n${name}`}>
                <span>{name}</span>
                <span className={styles.where}>{course}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {comment && (
        <figure className={styles.comment}>
          <figcaption>
            <IconMessageCircle size={20} aria-hidden="true" />
            {texts.comment(name)}
          </figcaption>
          <blockquote>{comment}</blockquote>
        </figure>
      )}
      <p className={styles.hint}>
        {texts.scope}
        {until !== null && texts.until(formatDay(until, serverNow()))}
      </p>
    </section>
  );
}

function Praise({ praise }: Pick<FamilyReport, 'praise'>) {
  if (!praise) return <p className={styles.quiet}>{texts.quiet}</p>;
  return (
    <p className={styles.praise}>
      <IconStar size={24} aria-hidden="true" />
      <span>
        <span className={styles.praiseTitle}>{texts.praise}</span>
        {texts.praises[praise.kind](praise.value, praise.name)}
      </span>
    </p>
  );
}

function Part({ level, title, children }: { level: 2 | 3; title: string; children: ReactNode }) {
  const Heading = `h${level === 2 ? 3 : 4}` as const;
  return (
    <div className={styles.part}>
      <Heading className={styles.title}>{title}</Heading>
      {children}
    </div>
  );
}
