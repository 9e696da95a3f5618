import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { saveOrTell } from '#shared/lib/storage/saving.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx';
import { ProgressLine } from '#shared/ui/ProgressLine.tsx';
import { clearSavedCopies, isStorageProtected, readStorageUse, type StorageUse } from '../storage.ts';
import { texts } from '../texts.ts';
import { Row, Section } from './Section.tsx';
import styles from './StorageSettings.module.css';

type Storage = { use: StorageUse | null; isProtected: boolean | null };

function useStorage(): { storage: Storage | null; measure: () => void } {
  const [storage, setStorage] = useState<Storage | null>(null);
  const measure = useCallback(() => {
    void Promise.all([readStorageUse(), isStorageProtected()]).then(([use, isProtected]) =>
      setStorage({ use, isProtected }),
    );
  }, []);
  useEffect(measure, [measure]);
  return { storage, measure };
}

function Clear({ onCleared }: { onCleared: () => void }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const clear = async () => {
    setAsking(false);
    if (!(await saveOrTell('change', () => clearSavedCopies(currentDb(), client)))) return;
    blueAlert.show(texts.clearDone);
    onCleared();
  };
  return (
    <Row label={texts.clear} hint={texts.clearHint}>
      <ActionButton onClick={() => setAsking(true)}>{texts.clearConfirm}</ActionButton>
      {isAsking && (
        <ConfirmDialog
          title={texts.clearTitle}
          body={texts.clearBody}
          confirm={texts.clearConfirm}
          onConfirm={() => void clear()}
          onCancel={() => setAsking(false)}
        />
      )}
    </Row>
  );
}

/** 端末と保存容量: how much is stored, whether the browser protects it, and a button to empty it. */
export function StorageSettings() {
  const { storage, measure } = useStorage();
  const use = storage?.use;
  return (
    <Section title={texts.storage}>
      <Row label={texts.usage} isWide={true}>
        {use && (
          <span className={styles.use}>
            {texts.usageOf(use.usage, use.quota)}
            <ProgressLine value={use.usage} max={use.quota} label={texts.usage} decorative={true} />
          </span>
        )}
        {storage && !use && texts.usageUnknown}
      </Row>
      {storage && storage.isProtected !== null && (
        <Row label={texts.protection} hint={storage.isProtected ? texts.isProtected : texts.isUnprotected} />
      )}
      <Row label={texts.downloads} hint={texts.downloadsHint} isWide={true}>
        <span className={styles.ways}>
          <ActionLink to={paths.download()}>{texts.downloadList}</ActionLink>
          <ActionLink to={paths.storage()}>{texts.storageDetails}</ActionLink>
        </span>
      </Row>
      <Clear onCleared={measure} />
    </Section>
  );
}
