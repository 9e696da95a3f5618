import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { pageNumberOf } from '#shared/lib/pages/listParams.ts';
import { ActionButton } from './Action.tsx';
import styles from './ListFooter.module.css';
import { texts } from './texts.ts';

/** A new page is read from its top: the title of the screen gets the focus. */
function turnTo(turn: (() => void) | null): (() => void) | undefined {
  if (!turn) return undefined;
  return () => {
    turn();
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  };
}

/**
 * Paging by the server's `next` and `previous` (session.md 13.2): a missing link disables its button, loading does not.
 * `query`: of the page on screen. Hidden when there is only one page.
 */
export function ListFooter({
  onPrevious,
  onNext,
  query,
}: {
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  query: string;
}) {
  const page = pageNumberOf(query);
  return (
    <nav className={styles.footer} aria-label={texts.paging} hidden={!onPrevious && !onNext}>
      <ActionButton
        data-testid="list-previous"
        disabled={!onPrevious}
        onClick={turnTo(onPrevious)}
        icon={<IconChevronLeft size={20} aria-hidden="true" />}
      >
        {texts.previous}
      </ActionButton>
      <span className={styles.position}>{page !== null && texts.page(page)}</span>
      <ActionButton
        data-testid="list-next"
        className={styles.next}
        disabled={!onNext}
        onClick={turnTo(onNext)}
        icon={<IconChevronRight size={20} aria-hidden="true" />}
      >
        {texts.next}
      </ActionButton>
    </nav>
  );
}
