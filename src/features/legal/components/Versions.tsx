import { Link } from 'react-router-dom';
import type { CmsPage } from '#contracts/cms.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { Chip } from '#shared/ui/Chip.tsx';
import { effectiveDay } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './LegalText.module.css';

/** Every version with its date and its changes; each can be read. */
export function Versions({ page }: { page: CmsPage }) {
  const time = serverNow();
  const inForce = page.versions.find(({ effective_at }) => (parseTime(effective_at) ?? 0) <= time)?.version;
  if (page.versions.length === 0) return null;
  return (
    <section className={styles.versions} aria-labelledby="versions" data-print="hide">
      <h2 id="versions">{texts.versions}</h2>
      <ul className={styles.history}>
        {page.versions.map(({ version, effective_at, changes }) => (
          <li key={version}>
            <p className={styles.versionHead}>
              {version === page.version ? (
                <strong>{texts.version(version)}</strong>
              ) : (
                <Link to={version === inForce ? '?' : `?version=${version}`} className={styles.versionLink}>
                  {texts.version(version)}
                </Link>
              )}
              <span>{texts.since(effectiveDay(effective_at))}</span>
              {version === inForce && <Chip tone="blue">{texts.inForce}</Chip>}
              {(parseTime(effective_at) ?? 0) > time && <Chip tone="orange">{texts.announced}</Chip>}
              {version === page.version && <Chip>{texts.current}</Chip>}
            </p>
            <p className={styles.changes}>{changes}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
