import { ActionLink } from '#shared/ui/Action.tsx';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { FilterLinks } from '#shared/ui/FilterLinks.tsx';
import { categories } from '../model.ts';
import { texts } from '../texts.ts';

/** The kinds of notices as filters. `list`: address of the list. */
export function NoticeKinds({ chosen, list }: { chosen: string; list: string }) {
  const links = ['', ...categories].map((category) => ({
    key: category || 'all',
    label: category ? texts.category(category) : texts.allCategories,
    to: category ? `${list}?category=${category}` : list,
    isOn: category === chosen,
  }));
  return <FilterLinks label={texts.filterLabel} links={links} />;
}

/** No notices, or none of the chosen kind. */
export function NoticeEmpty({ isFiltered, list }: { isFiltered: boolean; list: string }) {
  return (
    <EmptyState
      picture="bell"
      title={isFiltered ? texts.emptyCategoryTitle : texts.emptyTitle}
      action={isFiltered ? <ActionLink to={list}>{texts.showAll}</ActionLink> : undefined}
    >
      {texts.emptyBody}
    </EmptyState>
  );
}
