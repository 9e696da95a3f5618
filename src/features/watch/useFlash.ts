import { useCallback, useEffect, useRef, useState } from 'react';

/** How long a message about a key command stays, ms. */
const shownMs = 1_200;

/** A message that shows for a moment. A new message replaces the old one; an empty one shows nothing. */
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
