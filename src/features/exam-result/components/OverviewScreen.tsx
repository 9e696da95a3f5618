import { Link } from 'react-router-dom';
import type { ResultOverview } from '#contracts/examResult.ts';
import { TrendChart } from '#shared/exam/TrendChart.tsx';
import { useSingle } from '#shared/lib/mirror/single.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { examDay } from '#shared/lib/text/examTime.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { overviewOf } from '../api.ts';
import { deviationWords } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './Result.module.css';
import { Trends } from './Trends.tsx';
import { WeakUnits } from './WeakUnits.tsx';

const day = (iso: string | null) => {
  const at = parseTime(iso);
  return at === null ? '' : examDay(at, serverNow());
};

/** `/mypage/result`: 学習成績 in one place (product.md 2.3.E). */
export function OverviewScreen() {
  const overview = useSingle(overviewOf);
  return (
    <div className={styles.page}>
      <PageHeader title={texts.overview} />
      <MirrorView mirror={overview} shape={<TextSkeleton lines={8} />}>
        {(shown) => (
          <div className={styles.page}>
            {overview.isStale && <ListStatus mirror={overview} />}
            <Exams overview={shown} />
            <English overview={shown} />
            {shown.weak_units.length === 0 ? (
              <p>{texts.noWeak}</p>
            ) : (
              <WeakUnits exam={null} units={shown.weak_units} />
            )}
          </div>
        )}
      </MirrorView>
    </div>
  );
}

function Exams({ overview }: { overview: ResultOverview }) {
  return (
    <section className={styles.part} aria-labelledby="exams">
      <h2 id="exams" className={styles.heading}>
        {texts.exams}
      </h2>
      {overview.exams.length === 0 ? (
        <div>
          <p>{texts.noExams}</p>
          <ActionLink to={paths.mockexam()}>{texts.try}</ActionLink>
        </div>
      ) : (
        <>
          <Trends exams={overview.exams} />
          <h3 className={styles.sub}>{texts.each}</h3>
          <ul className={styles.cards}>
            {overview.exams.map(({ exam, name, taken_at, subjects }) => (
              <li key={exam} className={styles.card}>
                <h4>
                  <Link to={paths.mockexamResult(exam)}>{name}</Link>
                </h4>
                <p className={styles.small}>{day(taken_at)}</p>
                <table className={styles.table}>
                  <tbody>
                    {subjects.map((subject) => (
                      <tr key={subject.id}>
                        <th scope="row">{subject.name}</th>
                        <td>{subject.score === null ? '' : texts.scoreOf(subject.score, subject.full)}</td>
                        <td>
                          {texts.deviation} {deviationWords(subject.deviation)}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function English({ overview: { english, is_english_marking } }: { overview: ResultOverview }) {
  return (
    <section className={styles.part} aria-labelledby="english">
      <h2 id="english" className={styles.heading}>
        {texts.english}
      </h2>
      {is_english_marking && <p>{texts.englishMarking}</p>}
      {english.length === 0 && !is_english_marking && (
        <div>
          <p>{texts.noEnglish}</p>
          <ActionLink to={paths.english()}>{texts.try}</ActionLink>
        </div>
      )}
      {english.length > 0 && (
        <div className={styles.card}>
          <Scores results={english} />
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{texts.date}</th>
                <th scope="col">{texts.englishScore}</th>
                <th scope="col">{texts.cefr}</th>
              </tr>
            </thead>
            <tbody>
              {english.map(({ id, taken_at, score, cefr, is_self_open }) => (
                <tr key={id}>
                  <th scope="row" className={styles.short}>
                    {day(taken_at)}
                  </th>
                  <td>
                    {score}
                    {is_self_open && <p className={styles.small}>{texts.notes.self}</p>}
                  </td>
                  <td>{cefr}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** The line of the scores, if there are at least two; the table below says the same. */
function Scores({ results }: { results: ResultOverview['english'] }) {
  const points = results
    .flatMap(({ id, taken_at, score }) => {
      const at = parseTime(taken_at);
      return at === null ? [] : [{ key: id, name: '', at, value: score }];
    })
    .sort((one, other) => one.at - other.at);
  if (points.length < 2) return null;
  return <TrendChart points={points} scale={[0, 1000]} guide={500} wordsOf={String} />;
}
