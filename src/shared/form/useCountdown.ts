import { useEffect, useState } from 'react';
import { now } from '#shared/lib/time/clock.ts';
import { secondsUntil } from './countdown.ts';

/** Whole seconds until a moment (epoch ms), counted down on screen. */
export function useCountdown(moment: number): number {
  const [left, setLeft] = useState(() => secondsUntil(moment, now()));
  useEffect(() => {
    const look = () => {
      const seconds = secondsUntil(moment, now());
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    };
    const timer = setInterval(look, 1000);
    look();
    return () => clearInterval(timer);
  }, [moment]);
  return left;
}
