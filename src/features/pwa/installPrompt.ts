import { createObservable } from '#shared/lib/observable/observable.ts';

/** What browsers of the Chromium family offer; the type library does not know it. */
type PromptEvent = Event & { prompt: () => Promise<unknown> };

/** Whether the browser would put the app on the home screen if asked, live. */
export const isInstallOffered = createObservable(false);
let offered: PromptEvent | null = null;

/** Listens for the browser's offer. Called at the start: the offer comes once. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered = event as PromptEvent;
    isInstallOffered.set(true);
  });
  addEventListener('appinstalled', () => isInstallOffered.set(false));
}

/** Lets the browser ask. The offer is good for one time. */
export async function install(): Promise<void> {
  const event = offered;
  offered = null;
  isInstallOffered.set(false);
  await event?.prompt();
}
