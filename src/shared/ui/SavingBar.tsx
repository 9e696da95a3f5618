import { IconAlertCircle, IconX } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useSession } from '#shared/lib/account/useSession.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { type SavingNews, savingNews } from '#shared/lib/storage/savingNews.ts';
import styles from './SavingBar.module.css';
import { savingTexts } from './savingTexts.ts';
import { texts } from './texts.ts';

/**
 * Tells the learner that this device could not store something, what is safe and what to do. It stays until the learner
 * closes it or a write succeeds. An alert is announced when it is added; a permanent empty one could disturb others.
 */
export function SavingBar() {
  const news = useObservable(savingNews);
  if (!news) return null;
  return (
    <div key={news.id} role="alert" data-print="hide">
      <Told news={news} />
    </div>
  );
}

function Told({ news: { thing, trouble } }: { news: SavingNews }) {
  const { state } = useSession();
  return (
    <section className={styles.bar} aria-label={savingTexts.title} data-testid="saving-failed">
      <IconAlertCircle size={24} aria-hidden="true" className={styles.sign} />
      <div className={styles.words}>
        <p>
          {thing === null ? savingTexts.failedBehind(trouble) : savingTexts.failed(thing, trouble)}
          {savingTexts.kept(thing)}
          {savingTexts.advice(trouble)}
        </p>
        {state === 'in' && trouble !== 'closed' && (
          <Link className={styles.way} to={paths.download()}>
            {savingTexts.toDownloads}
          </Link>
        )}
      </div>
      <button
        type="button"
        className={styles.close}
        aria-label={texts.close}
        onClick={() => savingNews.set(null)}
      >
        <IconX size={20} aria-hidden="true" />
      </button>
    </section>
  );
}
