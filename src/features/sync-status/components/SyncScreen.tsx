import { IconAlertCircle, IconCircleCheck, IconCloudUp, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { OutboxRow } from '#shared/lib/db/outboxRow.ts';
import { sendNow } from '#shared/lib/outbox/wake.ts';
import { formatMoment } from '#shared/lib/text/format.ts';
import { now } from '#shared/lib/time/clock.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { type SyncStory, storyOf } from '../model.ts';
import { texts } from '../texts.ts';
import { type Queue, useQueue } from '../useQueue.ts';
import { ChangeItem, RefusedItem } from './ChangeItem.tsx';
import styles from './SyncScreen.module.css';

/** Longer lists are cut: nobody reads them, and they shrink by themselves. */
const mostListed = 50;

/** Replaces the usual choices with special ones, such as the two versions of a note. `null`: the usual ones. */
export type RenderChoice = (row: OutboxRow) => ReactNode | null;

/**
 * `/mypage/sync`: everything this device has not sent to the server yet, what was refused and why, and what can be
 * done.
 */
export function SyncScreen({ choiceOf }: { choiceOf: RenderChoice }) {
  const queue = useQueue();
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      {queue && <Loaded queue={queue} choiceOf={choiceOf} />}
    </>
  );
}

function Loaded({ queue, choiceOf }: { queue: Queue; choiceOf: RenderChoice }) {
  const refused = queue.rows.filter(({ state }) => state === 'refused');
  const waiting = queue.rows.filter(({ state }) => state !== 'refused');
  return (
    <>
      <Summary queue={queue} canSend={waiting.length > 0} />
      <ChangeList title={texts.refusedTitle} testId="refused-list" rest={0}>
        {refused.map((row) => (
          <RefusedItem key={row.seq} row={row} choice={choiceOf(row)} />
        ))}
      </ChangeList>
      <ChangeList
        title={texts.waitingTitle}
        testId="waiting-list"
        rest={Math.max(0, waiting.length - mostListed)}
      >
        {waiting.slice(0, mostListed).map((row) => (
          <ChangeItem key={row.seq} row={row} />
        ))}
      </ChangeList>
    </>
  );
}

const looks = {
  saved: { Icon: IconCircleCheck, title: () => texts.allSaved, body: texts.allSavedBody },
  decide: { Icon: IconAlertCircle, title: texts.toDecide, body: texts.toDecideBody },
  away: { Icon: IconCloudUp, title: texts.away, body: texts.awayBody },
  failing: { Icon: IconAlertCircle, title: texts.failing, body: texts.failingBody },
  underWay: { Icon: IconRefresh, title: texts.underWay, body: texts.underWayBody },
};

function titleOf(story: SyncStory): string {
  return story.kind === 'saved' ? texts.allSaved : looks[story.kind].title(story.count);
}

function Summary({ queue, canSend }: { queue: Queue; canSend: boolean }) {
  const { state } = useConnectivity();
  const [isBusy, setBusy] = useState(false);
  const [hasTried, setTried] = useState(false);
  const story = storyOf(queue.rows, state === 'online');
  const { Icon, body } = looks[story.kind];
  const send = async () => {
    setBusy(true);
    await sendNow();
    setBusy(false);
    setTried(true);
  };
  return (
    <section className={styles.summary} data-kind={story.kind} data-testid="sync-summary">
      <span className={styles.sign} aria-hidden="true">
        <Icon size={32} stroke={1.75} />
      </span>
      <div className={styles.words} role="status">
        <h2 className={styles.story}>{titleOf(story)}</h2>
        <p className={styles.body}>{body}</p>
        {queue.lastSentAt !== null && (
          <p className={styles.last}>{texts.lastSent(formatMoment(queue.lastSentAt, now()))}</p>
        )}
        {hasTried && !isBusy && <p className={styles.last}>{canSend ? texts.notYet : texts.sentAll}</p>}
      </div>
      {canSend && (
        <ActionButton look="primary" className={styles.send} disabled={isBusy} onClick={() => void send()}>
          {isBusy ? texts.sending : texts.sendNow}
        </ActionButton>
      )}
    </section>
  );
}

function ChangeList({
  title,
  testId,
  rest,
  children,
}: {
  title: string;
  testId: string;
  /** How many more there are. */
  rest: number;
  children: ReactNode[];
}) {
  if (children.length === 0) return null;
  return (
    <section className={styles.section} data-testid={testId}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list}>{children}</ul>
      {rest > 0 && <p className={styles.last}>{texts.more(rest)}</p>}
    </section>
  );
}
