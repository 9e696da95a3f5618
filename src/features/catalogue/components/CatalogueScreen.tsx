import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paths } from '#shared/lib/pages/paths.ts';
import { useListAddress } from '#shared/lib/pages/useListAddress.ts';
import { useStructuredData } from '#shared/lib/pages/useStructuredData.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { PagedView } from '#shared/ui/PagedView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { courseQuery, isNarrowed, type RenderMark, readFilter } from '../model.ts';
import { texts } from '../texts.ts';
import { useCourses } from '../useCatalogue.ts';
import { CardBuy } from './CardBuy.tsx';
import { CatalogueControls, CatalogueOrder } from './CatalogueControls.tsx';
import { CourseGrid, CourseGridSkeleton } from './CourseGrid.tsx';
import { useLast } from './useLast.ts';

function Empty({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return (
      <EmptyState picture="books" title={texts.noCourses}>
        {texts.noCoursesBody}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      picture="search"
      title={texts.emptyTitle}
      action={
        <>
          <ActionLink to={paths.catalogue()} look="primary" replace={true}>
            {texts.reset}
          </ActionLink>
          <ActionLink to={paths.contact()}>{texts.toContact}</ActionLink>
        </>
      }
    >
      {texts.emptyBody}
    </EmptyState>
  );
}

/**
 * The catalogue (product.md 2.2.A `/course`); a visitor's filter is stored in the address. `plans`: products other than
 * single courses, shown while no filter is set.
 */
export function CatalogueScreen({
  renderMark,
  plans = null,
}: {
  renderMark?: RenderMark | undefined;
  plans?: ReactNode;
}) {
  const [address] = useSearchParams();
  const filter = readFilter(address);
  const list = useListAddress(courseQuery(filter));
  const page = useCourses(list.query);
  const choices = useLast(page.data);
  useStructuredData('catalogue', async () => (await import('../structured.ts')).catalogueData());
  return (
    <>
      <PageHeader title={texts.title} inShell={false} lead={texts.lead} />
      <CatalogueControls filter={filter} choices={choices} />
      {!isNarrowed(filter) && plans}
      <PagedView
        mirror={page}
        list={list}
        shape={<CourseGridSkeleton />}
        empty={<Empty isFiltered={isNarrowed(filter)} />}
      >
        {({ items, count }) => (
          <>
            <ListStatus mirror={page} end={<CatalogueOrder filter={filter} />}>
              <span role="status">{texts.count(count)}</span>
            </ListStatus>
            <CourseGrid
              courses={items}
              label={texts.listLabel}
              isFirst={true}
              renderMark={renderMark}
              renderBuy={(course) => <CardBuy answer={page} course={course} />}
            />
          </>
        )}
      </PagedView>
    </>
  );
}
