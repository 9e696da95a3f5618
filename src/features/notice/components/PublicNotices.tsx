import { useSearchParams } from 'react-router-dom';
import { paths } from '#shared/lib/pages/paths.ts';
import { useListAddress } from '#shared/lib/pages/useListAddress.ts';
import { useStructuredData } from '#shared/lib/pages/useStructuredData.ts';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { PagedView } from '#shared/ui/PagedView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { categories, noticeQuery } from '../model.ts';
import { texts } from '../texts.ts';
import { usePublicNotices } from '../usePublicNotices.ts';
import { NoticeEmpty, NoticeKinds } from './NoticeKinds.tsx';
import { NoticeList } from './NoticeList.tsx';
import styles from './NoticeScreen.module.css';

/** The notices for everybody (product.md 2.2.B `/notice`): pinned first, by category. */
export function PublicNotices() {
  const [address] = useSearchParams();
  const category = categories.find((known) => known === address.get('category')) ?? '';
  const list = useListAddress(noticeQuery(category));
  const page = usePublicNotices(list.query);
  useStructuredData('notices', async () => (await import('../structured.ts')).noticesData());
  return (
    <>
      <PageHeader title={texts.title} inShell={false} />
      <div className={styles.filters}>
        <NoticeKinds chosen={category} list={paths.publicNotices()} />
      </div>
      <PagedView
        mirror={page}
        list={list}
        empty={<NoticeEmpty isFiltered={category !== ''} list={paths.publicNotices()} />}
      >
        {({ items, count }) => (
          <>
            <ListStatus mirror={page}>{texts.count(count)}</ListStatus>
            <NoticeList notices={items} isPublic={true} />
          </>
        )}
      </PagedView>
    </>
  );
}
