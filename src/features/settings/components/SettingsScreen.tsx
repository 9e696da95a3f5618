import { IconLogout } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ActionButton } from '#shared/ui/Action.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { UiProvider } from '#shared/ui/UiProvider.tsx';
import { texts } from '../texts.ts';
import { AccountSettings } from './AccountSettings.tsx';
import { AppSettings, type InstallWay, type UpdateAnswer } from './AppSettings.tsx';
import { DisplaySettings } from './DisplaySettings.tsx';
import { type PlaybackChange, PlaybackSettings } from './PlaybackSettings.tsx';
import { PushSettings } from './PushSettings.tsx';
import styles from './SettingsScreen.module.css';
import { StorageSettings } from './StorageSettings.tsx';
import { SyncSettings } from './SyncSettings.tsx';

/** The existing settings (product.md 2.3.J); every change applies at once, so there is no save button. */
export function SettingsScreen({
  logout,
  onPlayback,
  lookForUpdate,
  install,
}: {
  logout: { start: () => void; isBusy: boolean; dialog: ReactNode };
  onPlayback: (change: PlaybackChange) => void;
  lookForUpdate: () => Promise<UpdateAnswer>;
  install: InstallWay;
}) {
  return (
    <UiProvider>
      <PageHeader title={texts.title} />
      <DisplaySettings />
      <PlaybackSettings onPlayback={onPlayback} />
      <PushSettings onGuide={install.onGuide} />
      <StorageSettings />
      <SyncSettings />
      <AppSettings lookForUpdate={lookForUpdate} install={install} />
      <AccountSettings />
      <div className={styles.logout}>
        <ActionButton
          data-testid="logout"
          onClick={logout.start}
          disabled={logout.isBusy}
          icon={<IconLogout size={20} aria-hidden="true" />}
        >
          {texts.logout}
        </ActionButton>
        {logout.dialog}
      </div>
      {install.guide}
    </UiProvider>
  );
}
