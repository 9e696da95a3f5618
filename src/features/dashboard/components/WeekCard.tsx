import { IconFlame } from '@tabler/icons-react';
import type { Dashboard } from '#contracts/study.ts';
import { formatDay, formatMinutes } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { type WeekBar, weekBars } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './WeekCard.module.css';

/** The bars are hidden from screen readers; the table has the same numbers. */
function Chart({ bars }: { bars: WeekBar[] }) {
  return (
    <>
      <div className={styles.chart} aria-hidden="true">
        {bars.map((bar) => (
          <div key={bar.date} className={styles.column} data-today={bar.isToday}>
            <span className={styles.value}>{bar.minutes > 0 ? bar.minutes : ''}</span>
            <span className={styles.track} data-meter="">
              <span className={styles.bar} style={{ blockSize: `${Math.round(bar.share * 100)}%` }} />
            </span>
            <span className={styles.day}>{bar.weekday}</span>
          </div>
        ))}
      </div>
      <table className="visually-hidden">
        <caption>{texts.chartCaption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.day}</th>
            <th scope="col">{texts.minutes}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.date}>
              <th scope="row">
                {bar.isToday ? texts.today : formatDay(Date.parse(`${bar.date}T12:00`), serverNow())}
              </th>
              <td>{formatMinutes(bar.minutes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Minutes of the last seven days, and the number of days in a row (product.md 2.3.E). Always of the same height. */
export function WeekCard({ week }: { week: Dashboard['week'] }) {
  return (
    <section className={styles.card} aria-labelledby="week">
      <h2 id="week" className={styles.heading}>
        {texts.weekHeading}
      </h2>
      <p className={styles.sum}>
        <strong className={styles.minutes}>{texts.weekMinutes(week.minutes)}</strong>
        {week.streak > 1 && (
          <span className={styles.streak}>
            <IconFlame size={18} aria-hidden="true" />
            {texts.streak(week.streak)}
          </span>
        )}
        {week.minutes === 0 && <span className={styles.hint}>{texts.noStudy}</span>}
      </p>
      <Chart bars={weekBars(week.days, serverNow())} />
    </section>
  );
}
