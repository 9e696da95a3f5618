import { useNavigate } from 'react-router-dom';
import { paths } from '#shared/lib/pages/paths.ts';
import { FilterLinks } from '#shared/ui/FilterLinks.tsx';
import { SearchField } from '#shared/ui/SearchField.tsx';
import { SelectField } from '#shared/ui/SelectField.tsx';
import { type Shelf, sorts, tabs, writeShelf } from '../shelf.ts';
import { texts } from '../texts.ts';
import styles from './ShelfControls.module.css';

function addressOf(shelf: Shelf): string {
  const query = writeShelf(shelf).toString();
  return query ? `${paths.course()}?${query}` : paths.course();
}

/** Replaces the view in the history, so that typing a letter adds no entry to go back through. */
function useShow(): (shelf: Shelf) => void {
  const navigate = useNavigate();
  return (shelf) => void navigate(addressOf(shelf), { replace: true, preventScrollReset: true });
}

/** Search and tabs of the library. They are stored in the address. */
export function ShelfControls({ shelf }: { shelf: Shelf }) {
  const show = useShow();
  return (
    <div className={styles.controls}>
      <SearchField
        label={texts.searchLabel}
        clearLabel={texts.clearSearch}
        placeholder={texts.searchPlaceholder}
        value={shelf.query}
        onChange={(query) => show({ ...shelf, query })}
      />
      <FilterLinks
        label={texts.tabsLabel}
        links={tabs.map((tab) => ({
          key: tab,
          label: texts.tabs[tab],
          to: addressOf({ ...shelf, tab }),
          isOn: tab === shelf.tab,
        }))}
      />
    </div>
  );
}

/** The order of the library, for the line above it. It is stored in the address, too. */
export function ShelfOrder({ shelf }: { shelf: Shelf }) {
  const show = useShow();
  return (
    <SelectField
      label={texts.sortLabel}
      hideLabel={true}
      isPlain={true}
      value={shelf.sort}
      options={sorts.map((sort) => ({ value: sort, label: texts.sorts[sort] }))}
      onChange={(sort) => show({ ...shelf, sort })}
    />
  );
}
