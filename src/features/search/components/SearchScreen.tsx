import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { beginningOf } from '#contracts/letters.ts';
import { storable } from '#contracts/plainText.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { Loading } from '#shared/ui/Loading.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { SearchField } from '#shared/ui/SearchField.tsx';
import { ListSkeleton } from '#shared/ui/Skeleton.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { groups } from '../model.ts';
import { texts } from '../texts.ts';
import { type Search, type SearchShelf, type SearchSources, useSearch } from '../useSearch.ts';
import { Results } from './Results.tsx';
import styles from './SearchScreen.module.css';

/** Longest search, characters. */
const longest = 100;

/**
 * A learner who opens this page wants to type. The focus first goes to the title, for screen readers, and then to the
 * field.
 */
function useFocusedField() {
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.querySelector('input')?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return field;
}

function Amount({ shelf }: { shelf: SearchShelf }) {
  let titles = 0;
  let captions = 0;
  for (const { key, refs } of shelf.rows) {
    if (key.startsWith('caption:')) captions += 1;
    else titles += refs.split('\nlesson:').length - 1;
  }
  return <span className={styles.amount}>{texts.amount(titles, captions, shelf.notes.length)}</span>;
}

function Hint({ shelf }: { shelf: SearchShelf }) {
  const hasCaptions = shelf.rows.some(({ key }) => key.startsWith('caption:'));
  return (
    <StateCard picture="search" title={texts.hintTitle}>
      <p>{texts.hint}</p>
      {!hasCaptions && <p>{texts.hintCaptions}</p>}
    </StateCard>
  );
}

function Nothing() {
  return (
    <EmptyState
      picture="books"
      title={texts.nothingTitle}
      action={
        <ActionLink to={paths.course()} look="primary">
          {texts.toLibrary}
        </ActionLink>
      }
    >
      {texts.nothing}
    </EmptyState>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <StateCard
      picture="trouble"
      title={texts.failedTitle}
      testId="list-error"
      role="alert"
      actions={<ActionButton onClick={onRetry}>{texts.retry}</ActionButton>}
    >
      {texts.failed}
    </StateCard>
  );
}

const isNothing = ({ rows, notes, marked }: SearchShelf) => rows.length + notes.length + marked.length === 0;

/** The number of hits. The element exists before there is a number, so that each change is announced. */
function Count({ search: { shelf, found, words, hasFailed } }: { search: Search }) {
  const isTold = shelf && found && !hasFailed && !isNothing(shelf) && words.length > 0;
  return (
    <p role="status" className={styles.found}>
      {isTold && texts.found(groups.reduce((sum, group) => sum + found[group].total, 0))}
    </p>
  );
}

function Outcome({ search, query }: { search: Search; query: string }) {
  const { shelf, found, words, isIndexing, hasFailed, retry } = search;
  if (hasFailed) return <Failed onRetry={retry} />;
  const isEmpty = shelf && isNothing(shelf);
  if (!shelf || !found || (isEmpty && isIndexing)) return <Loading shape={<ListSkeleton />} />;
  if (isEmpty) return <Nothing />;
  if (words.length === 0) return <Hint shelf={shelf} />;
  return groups.some((group) => found[group].total > 0) ? (
    <Results key={words.join(' ')} found={found} words={words} shelf={shelf} />
  ) : (
    <EmptyState picture="search" title={texts.notFound(query.trim())}>
      {texts.notFoundBody}
    </EmptyState>
  );
}

/** Search over everything on the device (offline.md 2.10). The words are in the address as `?q=`. */
export function SearchScreen({ sources }: { sources: SearchSources }) {
  const [address, setAddress] = useSearchParams();
  const query = beginningOf(storable(address.get('q') ?? ''), longest);
  const search = useSearch(query, sources);
  const field = useFocusedField();
  const ask = (next: string) =>
    setAddress(next === '' ? {} : { q: next }, { replace: true, preventScrollReset: true });
  return (
    <>
      <PageHeader title={texts.title} />
      <div ref={field} className={styles.field}>
        <SearchField
          label={texts.label}
          clearLabel={texts.clear}
          placeholder={texts.placeholder}
          value={query}
          onChange={ask}
        />
      </div>
      <p className={styles.scope}>
        {texts.scope} {search.shelf && <Amount shelf={search.shelf} />}
      </p>
      <p className={styles.indexing} role="status">
        {search.isIndexing && search.shelf && texts.indexing}
      </p>
      <div className={styles.outcome}>
        <Count search={search} />
        <Outcome search={search} query={query} />
      </div>
    </>
  );
}
