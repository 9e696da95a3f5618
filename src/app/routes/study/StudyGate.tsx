import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { Inventory } from '#contracts/inventory.ts';
import { useInventoryItem } from '#features/library/useInventoryItem.ts';
import { isNotFound } from '#shared/lib/errors.ts';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { usePageName } from '#shared/ui/pageName.ts';

/**
 * Loads the page's main resource, the inventory item of the address: a missing one shows the not-found screen
 * (session.md 11.4 and 18). `staleSince`: the item is the device's copy from that time, epoch ms, because the server
 * could not be reached; the screen shows this where it moves nothing.
 */
export function StudyGate({
  shape,
  children,
}: {
  shape: ReactNode;
  children: (item: Inventory, staleSince: number | null) => ReactNode;
}) {
  const { id = '' } = useParams();
  const mirror = useInventoryItem(id);
  usePageName(mirror.data?.course.name ?? '');
  if (isNotFound(mirror.error)) throw mirror.error;
  return (
    <MirrorView key={id} mirror={mirror} shape={shape}>
      {(item) => children(item, mirror.isStale ? mirror.savedAt : null)}
    </MirrorView>
  );
}
