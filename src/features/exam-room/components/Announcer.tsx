import { useEffect, useReducer, useRef, useState } from 'react';
import type { RunningAttempt } from '#shared/lib/exam/attempt.ts';
import { formatClockWords } from '#shared/lib/text/format.ts';
import { newsWords } from '../newsWords.ts';
import { practiceTexts } from '../practice/practiceTexts.ts';
import { texts } from '../texts.ts';
import { announceTime } from '../timeWarnings.ts';
import { useAttemptView, useSecondsLeft } from '../useRoom.ts';
import styles from './Room.module.css';

/** From 600 s down to 60 s left, an announcement is also shown as a bar; below: for how long, ms. */
const barFrom = 600;
const barMs = 4000;

/** The last news that was told of each attempt: its pages have an announcer each, and tell it once together. */
const told = new WeakMap<RunningAttempt, number>();

/**
 * The automatic announcements of an exam: the time at five moments, news of the server, the end. One polite live region
 * and one for the end; a visible bar that takes no focus. `asked`: the learner has asked for the time.
 */
export function Announcer({ attempt, asked }: { attempt: RunningAttempt; asked: number }) {
  const { row, news } = useAttemptView(attempt);
  const { seconds } = useSecondsLeft(attempt);
  // The same words twice are spoken twice: they are a new element each time.
  const [polite, setPolite] = useReducer(
    ({ nth }: { nth: number }, words: string) => ({ words, nth: nth + 1 }),
    { words: '', nth: 0 },
  );
  const [bar, setBar] = useState<{ text: string; isNews: boolean } | null>(null);
  const last = useRef(seconds);
  const firstAsk = useRef(asked);

  useEffect(() => {
    const found = announceTime(attempt, last.current, seconds);
    last.current = seconds;
    if (!found) return;
    setPolite(found.words);
    if (found.mark <= barFrom && found.mark >= 60) setBar({ text: found.words, isNews: false });
  }, [seconds, attempt]);

  useEffect(() => {
    // The end of a practice cannot be postponed.
    const isAboutEnd = news?.kind === 'extended' && row.practice;
    if (!news || news.id === told.get(attempt) || isAboutEnd) return;
    told.set(attempt, news.id);
    setPolite(newsWords(news));
    setBar({ text: newsWords(news), isNews: true });
  }, [attempt, news, row.practice]);

  useEffect(() => {
    if (asked === firstAsk.current) return;
    firstAsk.current = asked;
    setPolite(row.practice ? practiceTexts.noLimit : texts.left(formatClockWords(last.current)));
  }, [asked, row.practice]);

  useEffect(() => {
    if (!bar) return;
    const timer = setTimeout(() => setBar(null), bar.isNews ? 3 * barMs : barMs);
    return () => clearTimeout(timer);
  }, [bar]);

  const isEnded = row.state !== 'running' && row.seal?.by === 'time';
  return (
    <>
      {bar && <p className={styles.warning}>{bar.text}</p>}
      <p className="visually-hidden" role="status" data-testid="exam-news">
        <span key={polite.nth}>{polite.words}</span>
      </p>
      <p className="visually-hidden" role="alert">
        {isEnded ? texts.sealedTime : ''}
      </p>
    </>
  );
}
