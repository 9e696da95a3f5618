import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { EnglishResult } from '#contracts/exam.ts';
import { TrendChart } from '#shared/exam/TrendChart.tsx';
import { SelectBox } from '#shared/form/SelectBox.tsx';
import { formTexts } from '#shared/form/texts.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { examDay } from '#shared/lib/text/examTime.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { ListSkeleton } from '#shared/ui/Skeleton.tsx';
import { texts } from '../texts.ts';
import { useHistory } from '../useTests.ts';
import styles from './English.module.css';

const dayOf = ({ taken_at }: EnglishResult) => {
  const at = parseTime(taken_at);
  return at === null ? '' : examDay(at, serverNow());
};

/**
 * `/mypage/english/history`: the score over time, each test, and two tests side by side (product.md 2.3.G). The PDF is
 * made by the device's own printing.
 */
export function HistoryScreen() {
  const history = useHistory();
  return (
    <div className={styles.page}>
      <PageHeader title={texts.history} />
      <MirrorView
        mirror={history}
        shape={<ListSkeleton rows={3} />}
        isEmpty={({ results }) => results.length === 0}
        empty={
          <EmptyState
            picture="books"
            title={texts.none}
            action={<ActionLink to={paths.english()}>{texts.back}</ActionLink>}
          />
        }
      >
        {({ results }) => (
          <div className={styles.page}>
            {history.isStale && <ListStatus mirror={history} />}
            <Chart results={results} />
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{texts.columns.date}</th>
                  <th scope="col">{texts.columns.score}</th>
                  <th scope="col">{texts.columns.cefr}</th>
                  <th scope="col" data-print="hide">
                    {texts.answers}
                  </th>
                </tr>
              </thead>
              <tbody>
                {results.map((result) => (
                  <tr key={result.id}>
                    <th scope="row">{dayOf(result)}</th>
                    <td>
                      {result.score ?? texts.marking}
                      {result.is_self_open && <span className={styles.hint}>{texts.selfOpenShort}</span>}
                    </td>
                    <td>{result.cefr}</td>
                    <td data-print="hide">
                      <Link
                        to={`${paths.englishAnswer(result.test)}?attempt=${encodeURIComponent(result.id)}`}
                      >
                        {texts.answers}
                      </Link>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p className={styles.small}>{texts.guide}</p>
            {results.length > 1 && <Compare results={results} />}
            <p className={styles.print} data-print="hide">
              <ActionButton icon={<IconPrinter size={20} aria-hidden="true" />} onClick={() => print()}>
                {texts.print}
              </ActionButton>
            </p>
          </div>
        )}
      </MirrorView>
    </div>
  );
}

/** A line over time; the table below says the same in words. */
function Chart({ results }: { results: readonly EnglishResult[] }) {
  const points = [...results].reverse().flatMap(({ id, name, taken_at, score }) => {
    const at = parseTime(taken_at);
    return score === null || at === null ? [] : [{ key: id, name, at, value: score }];
  });
  if (points.length < 2) return null;
  return (
    <figure className={styles.figure} aria-label={texts.chart}>
      <TrendChart points={points} scale={[0, 1000]} guide={500} wordsOf={String} />
    </figure>
  );
}

function Compare({ results }: { results: readonly EnglishResult[] }) {
  const [one, setOne] = useState(results[1]?.id ?? '');
  const [other, setOther] = useState(results[0]?.id ?? '');
  const options = results.map((result) => ({
    value: result.id,
    label: `${dayOf(result)} ${result.score ?? ''}`,
  }));
  const first = results.find(({ id }) => id === one);
  const second = results.find(({ id }) => id === other);
  return (
    <section className={styles.part} aria-labelledby="compare">
      <h2 id="compare" className={styles.heading}>
        {texts.compare}
      </h2>
      <div className={styles.pair}>
        <SelectBox
          id="compare-one"
          name="one"
          label={texts.first}
          placeholder={formTexts.chooseOne}
          options={options}
          value={one}
          onChange={({ currentTarget }) => setOne(currentTarget.value)}
        />
        <SelectBox
          id="compare-other"
          name="other"
          label={texts.second}
          placeholder={formTexts.chooseOne}
          options={options}
          value={other}
          onChange={({ currentTarget }) => setOther(currentTarget.value)}
        />
      </div>
      {first && second && (
        <ul>
          {first.score !== null && second.score !== null && (
            <li>{texts.difference(texts.total, second.score - first.score)}</li>
          )}
          {second.skills.map(({ skill, score }) => {
            const before = first.skills.find((known) => known.skill === skill);
            return before ? (
              <li key={skill}>{texts.difference(texts.skill(skill), score - before.score)}</li>
            ) : null;
          })}
        </ul>
      )}
    </section>
  );
}
