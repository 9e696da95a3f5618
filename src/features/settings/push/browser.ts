import type { PushInput } from '#contracts/push.ts';
import { isStandalone } from '#shared/lib/pages/standalone.ts';

/**
 * Whether this browser supports notifications. `home-screen`: only once the app is on the home screen (iPhone and iPad,
 * product.md 0.2.9).
 */
export type PushSupport = 'yes' | 'home-screen' | 'no';

/** The browser properties that decide. */
export type PushFacts = { hasPush: boolean; isApple: boolean; isInstalled: boolean };

/** Decides from the properties. */
export function pushSupport({ hasPush, isApple, isInstalled }: PushFacts): PushSupport {
  if (hasPush) return 'yes';
  return isApple && !isInstalled ? 'home-screen' : 'no';
}

/** The properties of this browser. An iPad calls itself a Mac. */
export function readPushFacts(): PushFacts {
  const { userAgent, maxTouchPoints } = navigator;
  return {
    hasPush: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
    isApple: /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1),
    isInstalled: isStandalone(),
  };
}

/** The kinds of settings where the learner can allow notifications again. */
export type PushDevice = 'iphone' | 'android' | 'computer';

/** Finds the kind of device from the browser. */
export function pushDevice({ userAgent, isApple }: { userAgent: string; isApple: boolean }): PushDevice {
  if (isApple) return 'iphone';
  return /Android/.test(userAgent) ? 'android' : 'computer';
}

/** Longest wait for a worker, ms: if the worker could not be installed, none ever comes. */
const workerPatienceMs = 10_000;

async function manager(): Promise<PushManager> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('push: no worker')), workerPatienceMs);
  });
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, late]);
  return pushManager;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function isBoundTo({ options }: PushSubscription, key: Uint8Array): boolean {
  const own = options.applicationServerKey;
  if (!own) return false;
  const bytes = new Uint8Array(own);
  return bytes.length === key.length && bytes.every((value, place) => value === key[place]);
}

/**
 * The browser's subscription for the server's key, created if necessary. A subscription for another key (the server has
 * changed it) is replaced. The learner must have allowed notifications.
 */
export async function subscribe(publicKey: string): Promise<Omit<PushInput, 'kinds'>> {
  const push = await manager();
  const key = bytesOf(publicKey);
  const known = await push.getSubscription();
  if (known && !isBoundTo(known, key)) await known.unsubscribe();
  const isKept = known !== null && isBoundTo(known, key);
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = isKept ? known : await push.subscribe(options);
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  return { endpoint, keys: { p256dh, auth } };
}

/** Ends the subscription of this browser, if there is one. Returns its address. */
export async function unsubscribe(): Promise<string | null> {
  if (!readPushFacts().hasPush) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  const known = await registration?.pushManager.getSubscription();
  if (!known) return null;
  await known.unsubscribe();
  return known.endpoint;
}
