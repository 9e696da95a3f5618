import { useEffect, useRef, useState } from 'react';
import type { DevicePlace } from '#contracts/offline.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { formatMoment, parseTime } from '#shared/lib/text/format.ts';
import { now } from '#shared/lib/time/clock.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx';
import { resumeDownloads } from '../actions.ts';
import { askDeviceLimit, deviceLimit, freePlace } from '../deviceLimit.ts';
import { deviceLimitTexts as texts } from '../deviceLimitTexts.ts';
import { renewLicence, wantNewLicence } from '../licence.ts';
import styles from './DeviceLimitPart.module.css';

const nameOf = ({ name }: DevicePlace): string => name || texts.unknown;

/** Downloads that waited for a place continue, and expired ones get a new licence. */
async function resumeWaiting(): Promise<void> {
  const db = currentDb();
  const keys = await db.downloads.filter(({ reason }) => reason === 'devices').primaryKeys();
  await resumeDownloads(keys);
  wantNewLicence();
  await renewLicence(db, new AbortController().signal);
}

/**
 * Which devices use the places for kept lessons, and what to do: remove a device here, log one out in the settings, or
 * wait, and until when. Nothing while there is a place.
 */
export function DeviceLimitPart() {
  const limit = useObservable(deviceLimit);
  const [asked, setAsked] = useState<DevicePlace | null>(null);
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Offline: the text beside this says why it waits.
    if (deviceLimit.get() === null) askDeviceLimit().catch(() => undefined);
  }, []);
  if (!limit || limit.devices.length === 0) return <Ways freeAt={limit?.free_at ?? null} />;
  const free = async (device: DevicePlace) => {
    setAsked(null);
    setState('busy');
    try {
      await freePlace(device.device_id);
      setState('idle');
      list.current?.focus();
      blueAlert.show(texts.done(nameOf(device)));
    } catch (error) {
      console.warn('downloads: the place is not free', error);
      setState('failed');
      return;
    }
    // If another device was faster, the list shows it again.
    resumeWaiting().catch((error: unknown) => console.warn('downloads: not taken up again', error));
  };
  return (
    <div className={styles.limit} data-testid="device-limit">
      <ul ref={list} className={styles.list} aria-label={texts.list} tabIndex={-1}>
        {limit.devices.map((device) => (
          <PlaceRow
            key={device.device_id}
            device={device}
            isBusy={state === 'busy'}
            onFree={() => setAsked(device)}
          />
        ))}
      </ul>
      {state === 'failed' && <p role="alert">{texts.failed}</p>}
      <Ways freeAt={limit.free_at} />
      {asked && (
        <ConfirmDialog
          title={texts.askTitle(nameOf(asked))}
          body={texts.askBody}
          confirm={texts.free}
          onConfirm={() => void free(asked)}
          onCancel={() => setAsked(null)}
        />
      )}
    </div>
  );
}

function PlaceRow({ device, isBusy, onFree }: { device: DevicePlace; isBusy: boolean; onFree: () => void }) {
  const seen = parseTime(device.last_seen);
  return (
    <li className={styles.device} data-testid="device-place">
      <span className={styles.words}>
        <span className={styles.name}>{nameOf(device)}</span>
        <span className={styles.facts}>
          {seen !== null && <span>{texts.lastSeen(formatMoment(seen, now()))}</span>}
          {device.lessons > 0 && <span>{texts.lessons(device.lessons)}</span>}
        </span>
      </span>
      <ActionButton disabled={isBusy} aria-label={texts.freeOf(nameOf(device))} onClick={onFree}>
        {texts.free}
      </ActionButton>
    </li>
  );
}

/** The options that do not need this list. */
function Ways({ freeAt }: { freeAt: string | null }) {
  const end = parseTime(freeAt);
  return (
    <>
      {end !== null && <p className={styles.wait}>{texts.freeAt(formatMoment(end, now()))}</p>}
      <ActionLink to={paths.account('devices')} look="quiet">
        {texts.toLogins}
      </ActionLink>
    </>
  );
}
