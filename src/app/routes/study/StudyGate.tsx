import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { Inventory } from '#contracts/inventory.ts';
import { useInventoryItem } from '#features/library/useInventoryItem.ts';
import { isNotFound } from '#shared/lib/errors.ts';
import { FreshnessLine } from '#shared/ui/FreshnessLine.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { usePageName } from '#shared/ui/pageName.ts';

/**
 * Brings the page's main resource, the inventory item of the address: not there means the not-found screen
 * (session-contract.md 11.4 and 18).
 */
export function StudyGate({
  shape,
  children,
}: {
  shape: ReactNode;
  children: (item: Inventory, isStale: boolean) => ReactNode;
}) {
  const { id = '' } = useParams();
  const mirror = useInventoryItem(id);
  usePageName(mirror.data?.course.name ?? '');
  if (isNotFound(mirror.error)) throw mirror.error;
  return (
    <>
      {mirror.isStale && mirror.savedAt !== null && <FreshnessLine savedAt={mirror.savedAt} />}
      <MirrorView key={id} mirror={mirror} shape={shape}>
        {(item) => children(item, mirror.isStale)}
      </MirrorView>
    </>
  );
}
