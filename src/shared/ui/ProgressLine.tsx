import styles from './ProgressLine.module.css';

/**
 * A thin bar: `value` of `max`. `label` tells screen readers what is measured. Pass `decorative` if the same numbers
 * are in words beside it.
 */
export function ProgressLine({
  value,
  max,
  label,
  decorative = false,
}: {
  value: number;
  max: number;
  label: string;
  decorative?: boolean;
}) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  const bar = <span className={styles.bar} style={{ inlineSize: `${(share * 100).toFixed(1)}%` }} />;
  if (decorative) {
    return (
      <span className={styles.track} data-meter="" aria-hidden="true">
        {bar}
      </span>
    );
  }
  return (
    <span
      className={styles.track}
      data-meter=""
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      {bar}
    </span>
  );
}
