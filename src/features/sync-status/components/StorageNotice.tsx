import type { StorageHealth } from '#shared/lib/db/health.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { lineTexts as texts } from '../lineTexts.ts';

/** The screen that replaces the member area while another tab blocks the database (offline.md 3.54). */
export function StorageNotice({ health }: { health: Extract<StorageHealth, 'blocked' | 'outdated'> }) {
  const isOutdated = health === 'outdated';
  return (
    <StateCard
      picture="trouble"
      level={1}
      role="alert"
      testId="storage-notice"
      title={isOutdated ? texts.outdatedTitle : texts.blockedTitle}
      actions={
        <ActionButton look="primary" onClick={() => location.reload()}>
          {texts.reload}
        </ActionButton>
      }
    >
      {isOutdated ? texts.outdatedBody : texts.blockedBody}
    </StateCard>
  );
}
