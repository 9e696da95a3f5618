import { paths } from '#shared/lib/pages/paths.ts';
import { SectionHead } from '#shared/ui/SectionHead.tsx';
import { unreadFirst } from '../model.ts';
import { texts } from '../texts.ts';
import { useNotices } from '../useNotices.ts';
import { NoticeList } from './NoticeList.tsx';

/** How many notices the learner's home page shows. */
const mostNotices = 3;

/** The newest notices, unread ones first (product.md 2.3.E). Nothing while there are none. */
export function UnreadNotices() {
  const { data } = useNotices();
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="notices">
      <SectionHead id="notices" title={texts.title} to={paths.notice()} all={texts.seeAll} />
      <NoticeList notices={unreadFirst(data.items).slice(0, mostNotices)} />
    </section>
  );
}
