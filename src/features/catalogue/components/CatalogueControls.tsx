import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#shared/lib/pages/paths.ts';
import { FilterLinks } from '#shared/ui/FilterLinks.tsx';
import { SearchField } from '#shared/ui/SearchField.tsx';
import { SelectField } from '#shared/ui/SelectField.tsx';
import {
  type CourseList,
  type Filter,
  foldedChoices,
  grades,
  isNarrowed,
  levels,
  type Named,
  noFilter,
  prices,
  sorts,
  writeFilter,
} from '../model.ts';
import { texts } from '../texts.ts';
import styles from './CatalogueControls.module.css';

/** The server is asked after a pause in typing this long, ms, because a search reads the whole catalogue. */
const typingMs = 300;

function addressOf(filter: Filter): string {
  const query = writeFilter(filter).toString();
  return query ? `${paths.catalogue()}?${query}` : paths.catalogue();
}

/** Replaces the view in the history, so that a choice adds no entry to go back through. */
function useShow(): (filter: Filter) => void {
  const navigate = useNavigate();
  return (filter) => void navigate(addressOf(filter), { replace: true, preventScrollReset: true });
}

/** The text in the search box; the address follows it after a pause. */
function useTyping(filter: Filter, show: (filter: Filter) => void): (words: string) => void {
  const [typed, setTyped] = useState<string | null>(null);
  const search = useEffectEvent((words: string) => {
    setTyped(null);
    show({ ...filter, q: words });
  });
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => search(typed), typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return setTyped;
}

function withAny<Value extends string>(words: readonly Value[], name: (word: Value) => string) {
  return [{ value: '' as const, label: texts.any }, ...words.map((value) => ({ value, label: name(value) }))];
}

/** A teacher in the address stays selected, even if they teach nothing on sale. */
function teacherOptions(teachers: readonly Named[], chosen: string) {
  const known = teachers.map(({ id, name }) => ({ value: id, label: name }));
  const isUnknown = chosen !== '' && !known.some(({ value }) => value === chosen);
  const unknown = isUnknown ? [{ value: chosen, label: texts.unknownTeacher }] : [];
  return [{ value: '', label: texts.any }, ...known, ...unknown];
}

/**
 * Search and filters of the catalogue, stored in the address. `choices`: the values the server can filter by. On a
 * phone most filters are behind a button that shows how many are set, so that the courses are visible at once.
 */
export function CatalogueControls({ filter, choices }: { filter: Filter; choices: CourseList | undefined }) {
  const show = useShow();
  const [isOpen, setOpen] = useState(false);
  const selectsId = useId();
  const type = useTyping(filter, show);
  const subjects = [{ id: '', name: texts.allSubjects }, ...(choices?.subjects ?? [])];
  return (
    <div className={styles.controls}>
      <SearchField
        label={texts.searchLabel}
        clearLabel={texts.clearSearch}
        placeholder={texts.searchPlaceholder}
        value={filter.q}
        onChange={type}
      />
      <FilterLinks
        label={texts.subjectLabel}
        links={subjects.map(({ id, name }) => ({
          key: id || 'all',
          label: name,
          to: addressOf({ ...filter, subject: id }),
          isOn: id === filter.subject,
        }))}
      />
      <button
        type="button"
        className={styles.unfold}
        aria-expanded={isOpen}
        aria-controls={selectsId}
        onClick={() => setOpen(!isOpen)}
      >
        <IconAdjustmentsHorizontal size={20} aria-hidden="true" />
        {texts.moreFilters(foldedChoices(filter))}
        <IconChevronDown className={styles.arrow} size={18} aria-hidden="true" />
      </button>
      <fieldset id={selectsId} className={`${styles.selects} ${isOpen ? '' : styles.folded}`}>
        <legend className="visually-hidden">{texts.filters}</legend>
        <SelectField
          label={texts.gradeLabel}
          value={filter.grade}
          options={withAny(grades, texts.grade)}
          onChange={(grade) => show({ ...filter, grade })}
        />
        <SelectField
          label={texts.levelLabel}
          value={filter.level}
          options={withAny(levels, texts.level)}
          onChange={(level) => show({ ...filter, level })}
        />
        <SelectField
          label={texts.teacherLabel}
          value={filter.teacher}
          options={teacherOptions(choices?.teachers ?? [], filter.teacher)}
          onChange={(teacher) => show({ ...filter, teacher })}
        />
        <SelectField
          label={texts.priceLabel}
          value={filter.price}
          options={withAny(prices, texts.atMost)}
          onChange={(price) => show({ ...filter, price })}
        />
        {(choices?.has_limited || filter.limited) && (
          <SelectField
            label={texts.limitedLabel}
            value={filter.limited}
            options={withAny(['1'] as const, () => texts.limitedOnly)}
            onChange={(limited) => show({ ...filter, limited })}
          />
        )}
      </fieldset>
      {isNarrowed(filter) && (
        <Link
          to={addressOf({ ...noFilter, sort: filter.sort })}
          className={styles.reset}
          replace={true}
          preventScrollReset={true}
        >
          {texts.reset}
        </Link>
      )}
    </div>
  );
}

/** The sort order of the catalogue, for the line above it. It is stored in the address, too. */
export function CatalogueOrder({ filter }: { filter: Filter }) {
  const show = useShow();
  return (
    <SelectField
      label={texts.sortLabel}
      hideLabel={true}
      isPlain={true}
      value={filter.sort}
      options={sorts.map((sort) => ({ value: sort, label: texts.sort(sort) }))}
      onChange={(sort) => show({ ...filter, sort })}
    />
  );
}
