import { SearchScreen } from '#features/search/components/SearchScreen.tsx';
import { searchSources } from './searchSources.ts';

/** `/mypage/search`: search over everything on this device. */
export function Component() {
  return <SearchScreen sources={searchSources} />;
}
