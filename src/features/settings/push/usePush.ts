import { useCallback, useEffect, useRef, useState } from 'react';
import type { PushKind } from '#contracts/push.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { useStored } from '#shared/lib/db/useStored.ts';
import { saveOrTell } from '#shared/lib/storage/saving.ts';
import { type PushDevice, type PushSupport, pushDevice, pushSupport, readPushFacts } from './browser.ts';
import { readKinds, writeKinds } from './choice.ts';
import { watchPermission } from './permission.ts';
import { syncPush } from './syncPush.ts';

/** How the last change ended; `waiting`: stored here, the server will be told at the next start. */
export type PushResult = 'none' | 'saved' | 'waiting' | 'denied';

/** The notifications of this device, for the settings. */
export type PushState = {
  support: PushSupport;
  permission: NotificationPermission;
  /** The kind of settings in which a blocked permission can be changed. */
  device: PushDevice;
  kinds: readonly PushKind[];
  isBusy: boolean;
  result: PushResult;
  /** Must be called by a tap: browsers ask for permission only then. */
  choose: (kind: PushKind, isOn: boolean) => Promise<void>;
};

function permissionNow(support: PushSupport): NotificationPermission {
  return support === 'yes' ? Notification.permission : 'default';
}

function bringUpToDate(): void {
  syncPush(currentDb()).catch((error: unknown) => console.warn('push: not brought up to date', error));
}

/** Reads and changes what this device is notified of. */
export function usePush(): PushState {
  const [support] = useState(() => pushSupport(readPushFacts()));
  const [permission, setPermission] = useState(() => permissionNow(support));
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<PushResult>('none');
  const [device] = useState(() => pushDevice({ userAgent: navigator.userAgent, ...readPushFacts() }));
  const isChoosing = useRef(false);
  useEffect(() => {
    if (support !== 'yes') return;
    let last = Notification.permission;
    return watchPermission((now) => {
      const isNew = now !== last;
      last = now;
      setPermission(now);
      // This was started by the learner's tap, so the tap handler does the rest.
      if (!isNew || isChoosing.current) return;
      setResult('none');
      // After permission was given again, the earlier choice is valid again, and the server has to be told.
      bringUpToDate();
    });
  }, [support]);
  const stored = useStored(() => readKinds(currentDb()).catch(() => []), []);
  const choose = useCallback(async (kind: PushKind, isOn: boolean) => {
    isChoosing.current = true;
    setBusy(true);
    setResult('none');
    let synced = Notification.permission;
    try {
      const answer = isOn ? await Notification.requestPermission() : Notification.permission;
      setPermission(answer);
      if (isOn && answer !== 'granted') return setResult('denied');
      const others = (await readKinds(currentDb())).filter((one) => one !== kind);
      const next = isOn ? [...others, kind] : others;
      if (!(await saveOrTell('setting', () => writeKinds(currentDb(), next)))) return;
      synced = Notification.permission;
      await syncPush(currentDb());
      setResult('saved');
    } catch (error) {
      console.warn('push: the choice has not reached the server', error);
      setResult('waiting');
    } finally {
      isChoosing.current = false;
      setBusy(false);
    }
    // It was changed in the browser's own settings: the server has to be told of that, too.
    if (Notification.permission !== synced) bringUpToDate();
  }, []);
  const kinds = permission === 'granted' ? (stored ?? []) : [];
  return { support, permission, device, kinds, isBusy, result, choose };
}
