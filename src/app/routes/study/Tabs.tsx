import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { isImeKey } from '#shared/lib/text/imeKey.ts';
import styles from './Tabs.module.css';

/** One tab. `panel` is mounted when it is first opened and then kept, so that a textbook stays at its page. */
export type Tab<Name extends string> = { name: Name; label: ReactNode; panel: () => ReactNode };

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs in the standard ARIA pattern: arrow keys move between them, Tab leads into the panel. */
export function Tabs<Name extends string>({
  label,
  tabs,
  current,
  onChange,
}: {
  label: string;
  tabs: readonly Tab<Name>[];
  current: Name;
  onChange: (name: Name) => void;
}) {
  const id = useId();
  const [visited, setVisited] = useState<ReadonlySet<Name>>(new Set());
  if (!visited.has(current)) setVisited(new Set([...visited, current]));
  const press = (event: KeyboardEvent) => {
    const move = isImeKey(event.nativeEvent) ? undefined : steps[event.key];
    const index = tabs.findIndex(({ name }) => name === current);
    const next = move ? tabs[move(index, tabs.length)] : undefined;
    if (!next) return;
    event.preventDefault();
    onChange(next.name);
    document.getElementById(`${id}tab-${next.name}`)?.focus();
  };
  return (
    <div className={styles.tabs}>
      <div className={styles.list} role="tablist" aria-label={label} onKeyDown={press} data-print="hide">
        {tabs.map(({ name, label: words }) => (
          <button
            key={name}
            id={`${id}tab-${name}`}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={name === current}
            aria-controls={`${id}panel-${name}`}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onChange(name)}
          >
            {words}
          </button>
        ))}
      </div>
      {tabs.map(({ name, panel }) => (
        <div
          key={name}
          id={`${id}panel-${name}`}
          role="tabpanel"
          className={styles.panel}
          aria-labelledby={`${id}tab-${name}`}
          hidden={name !== current}
        >
          {(visited.has(name) || name === current) && panel()}
        </div>
      ))}
    </div>
  );
}
