import { useCallback, useEffect, useRef, useState } from 'react';

/** How long a word about what a key did stays, ms. */
const shownMs = 1_200;

/** A word that shows for a moment. Setting another replaces it; an empty one shows nothing. */
export function useFlash(): [string, (word: string) => void] {
  const [word, setWord] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = useCallback((next: string) => {
    clearTimeout(timer.current);
    setWord(next);
    timer.current = setTimeout(() => setWord(''), shownMs);
  }, []);
  return [word, show];
}
