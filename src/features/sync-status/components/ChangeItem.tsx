import { IconCloudUp, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { OutboxRow } from '#shared/lib/db/outboxRow.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { saveOrTell } from '#shared/lib/storage/saving.ts';
import { formatMoment, parseTime } from '#shared/lib/text/format.ts';
import { now } from '#shared/lib/time/clock.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { texts as shared } from '#shared/ui/texts.ts';
import { describeChange } from '../model.ts';
import { discardRefused, retryRefused } from '../refused.ts';
import { texts } from '../texts.ts';
import styles from './ChangeItem.module.css';

/** A change that waits or is being sent: what, where, when, and its progress. */
export function ChangeItem({ row }: { row: OutboxRow }) {
  const { text } = describeChange(row);
  const isSending = row.state === 'sending';
  const Icon = isSending ? IconRefresh : IconCloudUp;
  return (
    <li className={styles.item} data-testid="waiting-item">
      <div className={styles.head}>
        <What row={row} />
        <Chip tone={isSending ? 'blue' : 'plain'} icon={<Icon size={14} aria-hidden="true" />}>
          {isSending ? shared.sync.sending : shared.sync.waiting}
        </Chip>
      </div>
      {text && <p className={styles.short}>{text}</p>}
    </li>
  );
}

/** A change the server finally refused: why, and what the learner can do. Its text stays readable. */
export function RefusedItem({ row, choice }: { row: OutboxRow; choice: ReactNode | null }) {
  return (
    <li className={styles.item} data-testid="refused-item">
      <What row={row} />
      {choice ?? <Refusal row={row} />}
    </li>
  );
}

function What({ row }: { row: OutboxRow }) {
  const { what } = describeChange(row);
  const at = parseTime(row.client_at);
  return (
    <div className={styles.words}>
      <p className={styles.what}>{texts.about(what, row.label)}</p>
      {at !== null && <p className={styles.when}>{formatMoment(at, now())}</p>}
    </div>
  );
}

/** The buttons disappear with their change, so the focus goes to the heading of the page. */
async function decide(work: () => Promise<void>): Promise<void> {
  if (!(await saveOrTell('change', work))) return;
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    blueAlert.show(texts.copied);
  } catch {
    blueAlert.show(texts.cannotCopy);
  }
}

function Refusal({ row }: { row: OutboxRow }) {
  const { text } = describeChange(row);
  return (
    <>
      {row.error && <p className={styles.why}>{texts.reason(row.error)}</p>}
      {text && <p className={styles.text}>{text}</p>}
      {row.error?.request_id && <p className={styles.when}>{texts.receipt(row.error.request_id)}</p>}
      <div className={styles.choices}>
        {text && (
          <ActionButton look="quiet" onClick={() => void copy(text)}>
            {texts.copy}
          </ActionButton>
        )}
        <ActionButton look="quiet" onClick={() => void decide(() => discardRefused(row.seq))}>
          {texts.discard}
        </ActionButton>
        <ActionButton onClick={() => void decide(() => retryRefused(row.seq))}>{texts.retry}</ActionButton>
      </div>
    </>
  );
}
