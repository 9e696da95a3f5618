import { createObservable } from '#shared/lib/observable/observable.ts';

/** The install event of Chromium browsers; TypeScript's library does not know it. */
type PromptEvent = Event & { prompt: () => Promise<unknown> };

/** Whether the browser can offer to install the app, live. */
export const isInstallOffered = createObservable(false);
let offered: PromptEvent | null = null;

/** Listens for the browser's install offer. Called at the start, because the offer comes only once. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered = event as PromptEvent;
    isInstallOffered.set(true);
  });
  addEventListener('appinstalled', () => isInstallOffered.set(false));
}

/** Shows the browser's install dialog. An offer can be used only once. */
export async function install(): Promise<void> {
  const event = offered;
  offered = null;
  isInstallOffered.set(false);
  await event?.prompt();
}
