import {
  IconBook2,
  IconBookmark,
  IconListTree,
  IconMessage2,
  IconNote,
  IconPlayerPlay,
  IconStar,
} from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { markWords } from '#features/search/markWords.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { formatClock, formatClockWords } from '#shared/lib/text/format.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { excerpt, type Found, type Group, groups, type Hit } from '../model.ts';
import { texts } from '../texts.ts';
import type { SearchShelf } from '../useSearch.ts';
import styles from './Results.module.css';

/** How many hits of a group are shown before the learner asks for more. */
const firstShown = 6;

const icons: Record<Hit['kind'], typeof IconBook2> = {
  course: IconBook2,
  chapter: IconListTree,
  lesson: IconPlayerPlay,
  caption: IconMessage2,
  note: IconNote,
};

function Words({ text, words }: { text: string; words: readonly string[] }) {
  let at = 0;
  return markWords(text, words).map(({ text: piece, isHit }) => {
    const key = at;
    at += piece.length;
    return isHit ? (
      <mark key={key} className={styles.mark}>
        {piece}
      </mark>
    ) : (
      <span key={key}>{piece}</span>
    );
  });
}

/** The address of a hit; a marked course that is not in the library leads to the list where it is marked. */
function addressOf(hit: Hit, shelf: SearchShelf): string {
  const inventory = shelf.inventories.get(hit.course);
  if (inventory === undefined) return hit.lesson ? paths.favorite() : paths.bookmark();
  return paths.lecture(inventory, { lesson: hit.lesson || null, t: hit.sec });
}

type Marks = { courses: ReadonlySet<string>; lessons: ReadonlySet<string> };

function Row({ hit, words, shelf, marks }: { hit: Hit; words: string[]; shelf: SearchShelf; marks: Marks }) {
  const Icon = icons[hit.kind];
  const isBookmarked = hit.kind === 'course' && marks.courses.has(hit.course);
  const isFavorite = hit.kind === 'lesson' && marks.lessons.has(hit.lesson);
  return (
    <Link to={addressOf(hit, shelf)} className={styles.row} data-testid="search-hit">
      <span className={styles.icon} title={texts.kinds[hit.kind]}>
        <Icon size={22} stroke={1.75} aria-hidden="true" />
        <span className="visually-hidden">{texts.kinds[hit.kind]}</span>
      </span>
      <span className={styles.body}>
        <span className={styles.text}>
          <Words text={excerpt(hit.text, words)} words={words} />
        </span>
        {hit.within.length > 0 && <span className={styles.within}>{hit.within.join(' / ')}</span>}
      </span>
      {isBookmarked && (
        <Chip tone="pink" icon={<IconBookmark size={14} aria-hidden="true" />}>
          {texts.bookmarked}
        </Chip>
      )}
      {isFavorite && (
        <Chip tone="orange" icon={<IconStar size={14} aria-hidden="true" />}>
          {texts.favorite}
        </Chip>
      )}
      {hit.sec !== null && (
        <span className={styles.time}>
          <span aria-hidden="true">{formatClock(hit.sec)}</span>
          <span className="visually-hidden">{formatClockWords(hit.sec)}</span>
        </span>
      )}
    </Link>
  );
}

function Part({
  group,
  found,
  ...row
}: {
  group: Group;
  found: Found[Group];
  words: string[];
  shelf: SearchShelf;
  marks: Marks;
}) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? found.hits : found.hits.slice(0, firstShown);
  const rest = found.hits.length - shown.length;
  return (
    <section className={styles.part} aria-labelledby={`found-${group}`}>
      <h2 id={`found-${group}`} className={styles.heading}>
        {texts.groups[group]}
        <span className={styles.count}>{texts.count(found.total)}</span>
      </h2>
      <ul className={styles.list}>
        {shown.map((hit) => (
          <li key={hit.key}>
            <Row hit={hit} {...row} />
          </li>
        ))}
      </ul>
      {rest > 0 && <ActionButton onClick={() => setOpen(true)}>{texts.more(rest)}</ActionButton>}
    </section>
  );
}

/** The hits by group, with the words highlighted. */
export function Results({ found, words, shelf }: { found: Found; words: string[]; shelf: SearchShelf }) {
  const { marked } = shelf;
  const marks = useMemo(
    () => ({
      courses: new Set(marked.flatMap(({ course, lesson }) => (lesson ? [] : [course]))),
      lessons: new Set(marked.flatMap(({ lesson }) => (lesson ? [lesson] : []))),
    }),
    [marked],
  );
  return groups
    .filter((group) => found[group].hits.length > 0)
    .map((group) => (
      <Part key={group} group={group} found={found[group]} words={words} shelf={shelf} marks={marks} />
    ));
}
