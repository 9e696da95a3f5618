import { IconChecks } from '@tabler/icons-react';
import { useSearchParams } from 'react-router-dom';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { useListAddress } from '#shared/lib/pages/useListAddress.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { PagedView } from '#shared/ui/PagedView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { categories, noticeQuery, unreadFirst } from '../model.ts';
import { texts } from '../texts.ts';
import { markAllRead, useNotices } from '../useNotices.ts';
import { NoticeEmpty, NoticeKinds } from './NoticeKinds.tsx';
import { NoticeList } from './NoticeList.tsx';
import styles from './NoticeScreen.module.css';

async function readAll(): Promise<void> {
  if (await markAllRead(texts.readAll)) blueAlert.show(texts.readAllDone);
}

/** The notices for members (product.md 2.3.E `/mypage/notice`): unread first, by category. */
export function NoticeScreen() {
  const [address] = useSearchParams();
  const category = categories.find((known) => known === address.get('category')) ?? '';
  const list = useListAddress(noticeQuery(category));
  const page = useNotices(list.query);
  return (
    <>
      <PageHeader title={texts.title} />
      <div className={styles.filters}>
        <NoticeKinds chosen={category} list={paths.notice()} />
      </div>
      <PagedView
        mirror={page}
        list={list}
        empty={<NoticeEmpty isFiltered={category !== ''} list={paths.notice()} />}
      >
        {(view) => (
          <>
            <div className={styles.head}>
              <ListStatus mirror={page}>{texts.count(view.count)}</ListStatus>
              {view.items.some((notice) => !notice.is_read) && (
                <ActionButton
                  look="quiet"
                  icon={<IconChecks size={20} aria-hidden="true" />}
                  onClick={() => void readAll()}
                >
                  {texts.readAll}
                </ActionButton>
              )}
            </div>
            <NoticeList notices={unreadFirst(view.items)} />
          </>
        )}
      </PagedView>
    </>
  );
}
