import styles from './Facts.module.css';

/** A row of a comparison: its name, and one cell per column. */
export type FactRow = { name: string; cells: readonly string[] };

/** A comparison table; on a phone each row becomes a small card that repeats the column names. */
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
  /** No column is highlighted: the table does not compare others with us. */
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
