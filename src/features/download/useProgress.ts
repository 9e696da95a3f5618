import { useEffect, useRef, useState } from 'react';
import { now } from '#shared/lib/time/clock.ts';
import { announcementOf, type DownloadSummary, type Sample, secondsLeft, withSample } from './model.ts';
import { pauseTexts, texts } from './texts.ts';

/** Seconds until a running download is complete, estimated from the last seconds; `null`: unknown. */
export function useSecondsLeft({ bytes, size, state }: DownloadSummary): number | null {
  const samples = useRef<readonly Sample[]>([]);
  const [left, setLeft] = useState<number | null>(null);
  const isRunning = state === 'downloading';
  useEffect(() => {
    samples.current = isRunning ? withSample(samples.current, { at: now(), bytes }) : [];
    setLeft(isRunning ? secondsLeft(samples.current, size) : null);
  }, [bytes, size, isRunning]);
  return left;
}

/** The text for a screen reader; it changes only when there is something to announce. */
export function useAnnouncement(summary: DownloadSummary | undefined): string {
  const before = useRef<DownloadSummary | null>(null);
  const [words, setWords] = useState('');
  useEffect(() => {
    if (!summary) return;
    const told = announcementOf(before.current, summary);
    before.current = summary;
    if (told === 'start') setWords(texts.announceStart);
    else if (told === 'ready') setWords(texts.announceReady);
    else if (told === 'broken') setWords(texts.announceBroken);
    else if (told !== null) setWords(pauseTexts[told.reason]);
  }, [summary]);
  return words;
}
