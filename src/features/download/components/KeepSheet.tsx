import { useId, useState } from 'react';
import type { OfflineManifest, Rendition } from '#contracts/offline.ts';
import type { DownloadRow } from '#shared/lib/db/downloadRows.ts';
import { isOutage } from '#shared/lib/errors.ts';
import { saveOrTell } from '#shared/lib/storage/saving.ts';
import { formatBytes } from '#shared/lib/text/format.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { Sheet } from '#shared/ui/Sheet.tsx';
import { keepLessons } from '../actions.ts';
import { hasAudio, sizeOf } from '../model.ts';
import { texts } from '../texts.ts';
import { useManifest } from '../useManifest.ts';
import { DownloadStatus } from './DownloadStatus.tsx';
import styles from './KeepSheet.module.css';

/** The possible scopes at this place. `null` lessons: the whole course. */
export type Scope = {
  name: 'lesson' | 'chapter' | 'course';
  label: string;
  lessons: readonly string[] | null;
};

/** The choice of what to keep, with sizes, before anything starts (offline.md 4.9). */
export function KeepSheet({
  inventory,
  scopes,
  first,
  rows = [],
  onClose,
}: {
  inventory: string;
  scopes: readonly Scope[];
  /** Downloads of it that exist already. */
  rows?: readonly DownloadRow[];
  /** The initially chosen scope. */
  first: Scope['name'];
  onClose: () => void;
}) {
  const { manifest, error, retry } = useManifest(inventory);
  return (
    <Sheet title={texts.sheet} onClose={onClose}>
      <div className={styles.sheet}>
        <p className={styles.lead}>{texts.lead}</p>
        <DownloadStatus rows={rows} />
        {manifest && (
          <Choice manifest={manifest} inventory={inventory} scopes={scopes} first={first} onClose={onClose} />
        )}
        {!manifest && !error && <p role="status">{texts.sizesLoading}</p>}
        {!manifest && error && (
          <div role="alert" className={styles.failed}>
            <p>{isOutage(error) ? texts.sizesOffline : texts.sizesFailed}</p>
            <ActionButton onClick={retry}>{texts.retry}</ActionButton>
          </div>
        )}
      </div>
    </Sheet>
  );
}

function Choice({
  manifest,
  inventory,
  scopes,
  first,
  onClose,
}: {
  manifest: OfflineManifest;
  inventory: string;
  scopes: readonly Scope[];
  first: Scope['name'];
  onClose: () => void;
}) {
  const [scopeName, setScopeName] = useState(first);
  const [wanted, setWanted] = useState<Rendition>('video');
  const scope = scopes.find(({ name }) => name === scopeName) ?? scopes[0];
  if (!scope) return null;
  const { lessons } = scope;
  const offersAudio = hasAudio(manifest, lessons);
  const rendition = offersAudio ? wanted : 'video';
  const chosen = manifest.lessons.filter(({ id }) => lessons === null || lessons.includes(id));
  const hasVideo = chosen.some(({ video }) => video !== null);
  const size = sizeOf(manifest, lessons, rendition);
  const start = async () => {
    onClose();
    await saveOrTell('download', () => keepLessons({ inventory, lessons, rendition }, manifest));
  };
  return (
    <>
      <Options
        legend={texts.scope}
        value={scope.name}
        onChange={setScopeName}
        options={scopes.map(({ name, label, lessons: ids }) => ({
          value: name,
          label: texts.scopes[name],
          hint:
            name === 'lesson' ? label : `${label} · ${texts.lessons(ids?.length ?? manifest.lessons.length)}`,
          size: texts.sizes(
            sizeOf(manifest, ids, 'video'),
            hasAudio(manifest, ids) ? sizeOf(manifest, ids, 'audio') : null,
          ),
        }))}
      />
      {offersAudio && (
        <Options
          legend={texts.rendition}
          value={rendition}
          onChange={setWanted}
          options={(['video', 'audio'] as const).map((value) => ({
            value,
            label: texts.renditions[value],
            hint: texts.renditionHints[value],
            size: formatBytes(sizeOf(manifest, lessons, value)),
          }))}
        />
      )}
      {!hasVideo && <p className={styles.lead}>{texts.noVideo}</p>}
      <ActionButton look="primary" onClick={() => void start()}>
        {texts.startWith(size)}
      </ActionButton>
    </>
  );
}

type Option<Value> = { value: Value; label: string; hint: string; size: string };

function Options<Value extends string>({
  legend,
  value,
  options,
  onChange,
}: {
  legend: string;
  value: Value;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
}) {
  const group = useId();
  return (
    <fieldset className={styles.options}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={group}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.words}>
            <span className={styles.label}>{option.label}</span>
            <span className={styles.hint}>{option.hint}</span>
          </span>
          <span className={styles.size}>{option.size}</span>
        </label>
      ))}
    </fieldset>
  );
}
