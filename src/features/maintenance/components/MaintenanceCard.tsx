import type { ReactNode } from 'react';
import type { Maintenance } from '#contracts/failure.ts';
import { formatMoment, parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { contactLink, describeMaintenance } from '../model.ts';
import { texts } from '../texts.ts';
import type { Look } from '../useReturn.ts';
import styles from './MaintenanceCard.module.css';

const answers: Record<Look, string> = {
  none: texts.auto,
  running: texts.retrying,
  closed: texts.stillClosed,
  offline: texts.stillOffline,
};

/** The info of a 503 as text, what still works, and a button to check again (product.md 2.2.B `/maintenance`). */
export function MaintenanceCard({
  info,
  look,
  onRetry,
  children,
}: {
  info: Maintenance;
  look: Look;
  onRetry: () => void;
  children?: ReactNode;
}) {
  const { title, message } = describeMaintenance(info);
  const endsAt = parseTime(info.ends_at);
  const contact = contactLink(info.contact_url);
  return (
    <StateCard
      picture="tools"
      level={1}
      title={title}
      testId="maintenance"
      actions={
        <ActionButton look="primary" onClick={onRetry} disabled={look === 'running'}>
          {texts.retry}
        </ActionButton>
      }
      note={<span role="status">{answers[look]}</span>}
    >
      <p className={styles.message}>{message}</p>
      {endsAt !== null && (
        <p className={styles.end}>
          {texts.endsAt}: <strong>{formatMoment(endsAt, serverNow())}</strong>
        </p>
      )}
      {info.affected.length > 0 && (
        <div className={styles.affected}>
          <h2>{texts.affected}</h2>
          <ul>
            {info.affected.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </div>
      )}
      {contact && (
        <p>
          <a href={contact} rel="noreferrer">
            {texts.contact}
          </a>
        </p>
      )}
      {children}
    </StateCard>
  );
}
