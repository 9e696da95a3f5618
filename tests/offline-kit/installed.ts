import type { Page, Worker } from '@playwright/test';

/** A notification as the browser shows it; `timestamp`: when it came, epoch ms. */
export type Shown = { title: string; body: string; tag: string; data: unknown; timestamp: number };

/** What Chromium's tools say of a worker's registration. */
type Registrations = { registrations: { registrationId: string; isDeleted: boolean }[] };

/**
 * Delivers a push to the page's worker, as the browser's push service would, and waits until the worker has shown its
 * notification. `data` is the decrypted content, any text. Chromium only; the page's context needs the permission
 * `notifications`.
 */
export async function deliverPush(page: Page, data: string): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  const registrationId = await new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }: Registrations) => {
      const living = registrations.find(({ isDeleted }) => !isDeleted);
      if (living) resolve(living.registrationId);
    });
    void tools.send('ServiceWorker.enable');
  });
  const { origin } = new URL(page.url());
  const isShown = await watchNextNotification(page);
  await tools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await isShown();
  await tools.detach();
}

/**
 * Chromium writes a notification down and shows it afterwards. Whoever asks for the list in between makes it forget the
 * notification: what is not on screen, it takes for closed. So nobody may ask before the worker's call has ended.
 */
async function watchNextNotification(page: Page): Promise<() => Promise<void>> {
  const worker = page.context().serviceWorkers()[0] as Worker;
  await worker.evaluate(() => {
    const scope = globalThis as unknown as {
      registration: { showNotification(...values: unknown[]): Promise<void> };
      nextNotification: Promise<void>;
    };
    const { registration } = scope;
    const show = registration.showNotification.bind(registration);
    scope.nextNotification = new Promise((resolve, reject) => {
      registration.showNotification = (...values) => {
        registration.showNotification = show;
        const showing = show(...values);
        showing.then(resolve, reject);
        return showing;
      };
    });
  });
  return () =>
    worker.evaluate(() => (globalThis as unknown as { nextNotification: Promise<void> }).nextNotification);
}

/** The notifications on screen. */
export function shownNotifications(page: Page): Promise<Shown[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    // Not in every browser, and so not in TypeScript's list.
    const shown = (await registration.getNotifications()) as (Notification & { timestamp: number })[];
    return shown.map(({ title, body, tag, data, timestamp }) => ({ title, body, tag, data, timestamp }));
  });
}

/**
 * Taps the first notification. The tap is made in the worker, which therefore may not take the focus or open windows;
 * what the app does in a window that is there can be seen.
 */
export async function tapNotification(page: Page): Promise<void> {
  const worker = page.context().serviceWorkers()[0] as Worker;
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: { getNotifications(): Promise<object[]> };
      NotificationEvent: new (type: string, init: object) => Event;
      dispatchEvent(event: Event): void;
    };
    const [notification] = await scope.registration.getNotifications();
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
  });
}

/**
 * The page is loaded anew and believes to run in a window of its own, from the home screen: scripts that ask for
 * `display-mode: standalone` hear yes. Style sheets are not told.
 */
export async function asInstalledApp(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ask = window.matchMedia.bind(window);
    window.matchMedia = (query) => ask(/display-mode:\s*standalone/.test(query) ? 'all' : query);
  });
  await page.reload();
}

/** Gives the page a screen with notch and home bar: what `env(safe-area-inset-*)` says, CSS pixels. Chromium only. */
export async function withSafeArea(
  page: Page,
  insets: { top: number; right: number; bottom: number; left: number },
): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Emulation.setSafeAreaInsetsOverride', { insets });
}
