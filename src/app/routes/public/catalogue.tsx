import { CatalogueScreen } from '#features/catalogue/components/CatalogueScreen.tsx';
import { PlanStrip } from '#features/subscription/components/PlanStrip.tsx';
import { useRibbons } from './useRibbons.tsx';

/** `/course`: the catalogue, for everybody; with bookmarks for learners. */
export function Component() {
  const { reader, renderMark } = useRibbons();
  return (
    <>
      <CatalogueScreen renderMark={renderMark} plans={<PlanStrip />} />
      {reader}
    </>
  );
}
