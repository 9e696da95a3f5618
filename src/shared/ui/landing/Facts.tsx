import styles from './Facts.module.css';

/** A row of a comparison: what is compared, and one cell a column. */
export type FactRow = { name: string; cells: readonly string[] };

/** A table to compare by; on a phone each row becomes a small card with its columns named. */
export function Facts({
  caption,
  columns,
  rows,
  note,
  isPlain = false,
}: {
  caption: string;
  columns: readonly string[];
  rows: readonly FactRow[];
  note?: string;
  /** No column stands out: nothing is compared with ours. */
  isPlain?: boolean;
}) {
  return (
    <div className={styles.frame}>
      <table className={isPlain ? `${styles.table} ${styles.plain}` : styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={columns[index]} data-column={columns[index]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}
