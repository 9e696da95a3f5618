import type { ReactNode } from 'react';
import { type AskOptions, useAnswer } from '#shared/lib/public/useAnswer.ts';
import { ErrorCard } from '#shared/ui/ErrorCard.tsx';
import { Loading } from '#shared/ui/Loading.tsx';
import styles from './ServerFirst.module.css';

/**
 * What the server has to say before there is anything to fill in; asks again by itself when the server is back. Nothing
 * of it is kept on the device, which a family may share.
 */
export function ServerFirst<T>({
  load,
  children,
}: {
  load: (options: AskOptions) => Promise<T>;
  /** `put`: shows what another call has answered. */
  children: (data: T, put: (data: T) => void) => ReactNode;
}) {
  const { data, error, retry, put } = useAnswer(load, null);
  if (data !== undefined) return children(data, put);
  if (error) return <ErrorCard error={error} onRetry={retry} />;
  return <Loading shape={<div className={styles.shape} />} onReload={retry} />;
}
