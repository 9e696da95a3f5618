import { isNotFound } from '#shared/lib/errors.ts';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import type { LegalSlug } from '../model.ts';
import { useLegalPage } from '../useLegalPage.ts';
import { LegalText } from './LegalText.tsx';

/**
 * A legal text (product.md 2.2.B), in force or an older or future version. Without a network it shows the last version
 * this device has seen, with its time.
 */
export function LegalScreen({
  slug,
  version,
  title,
}: {
  slug: LegalSlug;
  /** From the address; `null`: the version in force. */
  version: string | null;
  title: string;
}) {
  const page = useLegalPage(slug, version);
  if (isNotFound(page.error)) throw page.error;
  return (
    <>
      <PageHeader title={page.data?.title || title} inShell={false} />
      <MirrorView mirror={page} shape={<TextSkeleton lines={12} />}>
        {(shown) => (
          <>
            {page.isStale && <ListStatus mirror={page} />}
            <LegalText page={shown} />
          </>
        )}
      </MirrorView>
    </>
  );
}
