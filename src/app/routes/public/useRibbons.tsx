import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { RenderMark } from '#features/catalogue/model.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';

type Ribbons = typeof import('../mypage/ribbons.tsx');

const loadRibbons = loadAgain(() => import('../mypage/ribbons.tsx'));

/**
 * The bookmark on each course of a public page, for learners (product.md 2.2.A `/course`). Guests load nothing of it.
 * The page is complete without it: `renderMark` is added when it is loaded. `reader` has to be rendered somewhere on
 * the page.
 */
export function useRibbons(): { reader: ReactNode; renderMark: RenderMark | undefined } {
  const isIn = useSession().state === 'in';
  const [ribbons, setRibbons] = useState<Ribbons | null>(null);
  const [renderMark, setRenderMark] = useState<RenderMark | null>(null);
  const onRead = useCallback((render: RenderMark | null) => setRenderMark(() => render), []);
  useEffect(() => {
    if (!isIn) return;
    loadRibbons().then(setRibbons, (error: unknown) => console.warn('ribbons not loaded', error));
  }, [isIn]);
  return {
    reader: isIn && ribbons && <ribbons.RibbonReader onRead={onRead} />,
    renderMark: (isIn && renderMark) || undefined,
  };
}
