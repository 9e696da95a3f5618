import type { ReactNode } from 'react';
import { type AskOptions, useAnswer } from '#shared/lib/public/useAnswer.ts';
import { ErrorCard } from '#shared/ui/ErrorCard.tsx';
import { Loading } from '#shared/ui/Loading.tsx';
import styles from './ServerFirst.module.css';

/**
 * A form that needs data of the server first; asks again automatically when the server is back. Nothing is stored on
 * the device, because a family may share it.
 */
export function ServerFirst<T>({
  load,
  children,
}: {
  load: (options: AskOptions) => Promise<T>;
  /** `put`: replaces the data by the answer of another call. */
  children: (data: T, put: (data: T) => void) => ReactNode;
}) {
  const { data, error, retry, put } = useAnswer(load, null);
  if (data !== undefined) return children(data, put);
  if (error) return <ErrorCard error={error} onRetry={retry} />;
  return <Loading shape={<div className={styles.shape} />} onReload={retry} />;
}
