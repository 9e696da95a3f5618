import { IconPrinter } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { CmsPage } from '#contracts/cms.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { SafeHtml } from '#shared/ui/SafeHtml.tsx';
import { effectiveDay, standingOf } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './LegalText.module.css';
import { Versions } from './Versions.tsx';

/** From this width on the table of contents is open beside the text; the same width as in the styles. */
const wide = '(min-width: 60em)';

const sectionId = (number: number) => `section-${number + 1}`;

/** Gives the headings of the text ids, for the table of contents and the address bar. */
function useSections(html: string) {
  const host = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other headings.
  useLayoutEffect(() => {
    for (const [number, heading] of [...(host.current?.querySelectorAll('h2') ?? [])].entries()) {
      heading.id = sectionId(number);
      heading.tabIndex = -1;
    }
  }, [html]);
  // The text has arrived after the browser looked for the fragment of the address.
  useEffect(() => {
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return host;
}

function Contents({ headings }: { headings: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => setOpen(matchMedia(wide).matches), []);
  if (headings.length < 2) return null;
  return (
    <details
      className={styles.contents}
      data-print="hide"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={styles.summary}>{texts.contents}</summary>
      <nav aria-label={texts.contents}>
        <ol className={styles.list}>
          {headings.map((heading, number) => (
            <li key={heading}>
              <a href={`#${sectionId(number)}`} className={styles.link}>
                {heading}
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </details>
  );
}

/** What the reader must know about this version before they read it. */
function Standing({ page }: { page: CmsPage }) {
  const { kind, next } = standingOf(page, serverNow());
  if (kind === 'current' && !next) return null;
  const isOther = kind !== 'current';
  const words = {
    former: texts.former(page.version),
    coming: texts.coming(page.version, effectiveDay(page.effective_at)),
    current: texts.willChange(effectiveDay(next?.effective_at ?? '')),
  }[kind];
  return (
    <p className={styles.standing}>
      {words}{' '}
      <Link to={isOther ? '?' : `?version=${next?.version}`} data-print="hide">
        {isOther ? texts.toCurrent : texts.toComing}
      </Link>
    </p>
  );
}

/** The text with its facts, table of contents and other versions. Prints as a document. */
export function LegalText({ page }: { page: CmsPage }) {
  const host = useSections(page.body_html);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <p className={styles.facts}>
          {texts.version(page.version)} <span>{texts.since(effectiveDay(page.effective_at))}</span>
        </p>
        <ActionButton
          data-print="hide"
          icon={<IconPrinter size={20} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          {texts.print}
        </ActionButton>
      </div>
      <Standing page={page} />
      <Contents headings={page.headings} />
      <div ref={host} className={styles.text}>
        <SafeHtml html={page.body_html} />
      </div>
      <Versions page={page} />
    </div>
  );
}
