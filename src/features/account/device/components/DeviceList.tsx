import { useRef, useState } from 'react';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import formStyles from '#shared/form/Form.module.css';
import { describeFailure } from '#shared/form/failure.ts';
import { ServerFirst } from '#shared/form/ServerFirst.tsx';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { formatDay, formatMoment, parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx';
import { type Device, endDevice, endOtherDevices, getDevices } from '../api.ts';
import { texts } from '../texts.ts';
import styles from './DeviceList.module.css';

/** Where the account is logged in, and a button to end each login except this one (product.md 2.3.J, 3.3). */
export function DeviceList() {
  return (
    <ServerFirst load={getDevices}>
      {(devices, put) => <Devices devices={devices} onChange={put} />}
    </ServerFirst>
  );
}

const nameOf = ({ name }: Device): string => name || texts.unknown;

/** What the dialog asks about: one login, or all the others. */
type Wish = { device: Device | null };

function useEnding(devices: Device[], onChange: (left: Device[]) => void) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const keys = useRef(createSubmissionKey());
  /** @returns whether it succeeded. */
  const end = async ({ device }: Wish): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    setFailure(null);
    try {
      const key = keys.current.keyFor(device?.id ?? null);
      await (device ? endDevice(device.id, key) : endOtherDevices(key));
      keys.current.arrived();
      onChange(devices.filter((other) => (device ? other.id !== device.id : other.is_current)));
      blueAlert.show(device ? texts.done(nameOf(device)) : texts.allDone);
      return true;
    } catch (error) {
      setFailure(describeFailure(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, end };
}

function Devices({ devices, onChange }: { devices: Device[]; onChange: (left: Device[]) => void }) {
  const [wish, setWish] = useState<Wish | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const { isBusy, failure, end } = useEnding(devices, onChange);
  const others = devices.filter((device) => !device.is_current);
  const confirm = async () => {
    if (!wish) return;
    setWish(null);
    // The pressed button is gone together with its row.
    if (await end(wish)) list.current?.focus();
  };
  return (
    <>
      <SummaryBox title={texts.failed} failure={failure} />
      <ul ref={list} className={styles.list} aria-label={texts.list} tabIndex={-1}>
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} isBusy={isBusy} onEnd={() => setWish({ device })} />
        ))}
      </ul>
      {others.length === 0 && <p className={formStyles.hint}>{texts.alone}</p>}
      {others.length > 1 && (
        <ActionButton disabled={isBusy} onClick={() => setWish({ device: null })}>
          {isBusy ? texts.ending : texts.endAll}
        </ActionButton>
      )}
      <ActionLink to={paths.account('password')} look="quiet">
        {texts.password}
      </ActionLink>
      {wish && (
        <ConfirmDialog
          title={wish.device ? texts.askTitle(nameOf(wish.device)) : texts.askAllTitle(others.length)}
          body={wish.device ? texts.askBody : texts.askAllBody}
          confirm={texts.end}
          onConfirm={() => void confirm()}
          onCancel={() => setWish(null)}
        />
      )}
    </>
  );
}

function DeviceRow({ device, isBusy, onEnd }: { device: Device; isBusy: boolean; onEnd: () => void }) {
  const [seen, created] = [parseTime(device.last_seen), parseTime(device.created)];
  return (
    <li className={styles.device} data-testid="device">
      <div className={styles.words}>
        <h2 className={styles.name}>
          {nameOf(device)}
          {device.is_current && <Chip tone="blue">{texts.present}</Chip>}
        </h2>
        <p className={styles.facts}>
          {seen !== null && <span>{texts.lastSeen(formatMoment(seen, serverNow()))}</span>}
          {created !== null && <span>{texts.since(formatDay(created, serverNow()))}</span>}
          {device.downloads > 0 && <span>{texts.downloads(device.downloads)}</span>}
        </p>
      </div>
      {!device.is_current && (
        <ActionButton disabled={isBusy} aria-label={texts.endOf(nameOf(device))} onClick={onEnd}>
          {texts.end}
        </ActionButton>
      )}
    </li>
  );
}
