import { useCallback, useState } from 'react';
import { findUpdate } from '#features/pwa/checkUpdate.ts';
import { InstallSheet } from '#features/pwa/components/InstallSheet.tsx';
import { offerAgain } from '#features/pwa/updates.ts';
import type { InstallWay, UpdateAnswer } from '#features/settings/components/AppSettings.tsx';
import type { PlaybackChange } from '#features/settings/components/PlaybackSettings.tsx';
import { SettingsScreen } from '#features/settings/components/SettingsScreen.tsx';
import { useLogout } from '#features/sync-status/useLogout.tsx';
import { playerChoices } from '#features/watch/playerChoices.ts';
import { env } from '#shared/lib/env.ts';
import { isStandalone } from '#shared/lib/pages/standalone.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';

/** The player of this device applies a new speed or caption choice at once. */
function tellPlayer({ playback_rate, caption }: PlaybackChange): void {
  if (playback_rate !== undefined) playerChoices.set({ rate: playback_rate });
  if (caption !== undefined) playerChoices.set({ isCaptioned: caption });
}

/** Checks for a newer build; if there is one, the worker fetches it and the update bar offers it. */
async function lookForUpdate(): Promise<UpdateAnswer> {
  await connectivity.check();
  if (connectivity.get().state === 'offline') return 'failed';
  if (!(await findUpdate(env.buildId))) return 'newest';
  offerAgain();
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.update();
    return 'older';
  } catch {
    return 'failed';
  }
}

function useInstall(): InstallWay {
  const [isInstalled] = useState(isStandalone);
  const [isOpen, setOpen] = useState(false);
  const onGuide = useCallback(() => setOpen(true), []);
  const close = useCallback(() => setOpen(false), []);
  const guide = isOpen && <InstallSheet onClose={close} />;
  return { isInstalled, onGuide, guide };
}

/** `/mypage/settings`. */
export function Component() {
  const install = useInstall();
  return (
    <SettingsScreen
      logout={useLogout()}
      onPlayback={tellPlayer}
      lookForUpdate={lookForUpdate}
      install={install}
    />
  );
}
