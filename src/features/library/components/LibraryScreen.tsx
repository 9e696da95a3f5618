import { useSearchParams } from 'react-router-dom';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { isServerShelf, readShelf } from '../shelf.ts';
import { texts } from '../texts.ts';
import type { RenderMark } from './CourseGrid.tsx';
import { DeviceShelf } from './DeviceShelf.tsx';
import { ServerShelf } from './ServerShelf.tsx';
import { ShelfControls } from './ShelfControls.tsx';

/** The library of purchased courses (product.md 2.3.E `/mypage/course`). */
export function LibraryScreen({ renderMark }: { renderMark?: RenderMark }) {
  const [address] = useSearchParams();
  const shelf = readShelf(address);
  return (
    <>
      <PageHeader title={texts.title} />
      <ShelfControls shelf={shelf} />
      {isServerShelf(shelf) ? (
        <ServerShelf renderMark={renderMark} />
      ) : (
        <DeviceShelf shelf={shelf} renderMark={renderMark} />
      )}
    </>
  );
}
