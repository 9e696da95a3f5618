import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { texts } from './studyTexts.ts';

/** Says that access has ended, in place of the lesson's text (product.md V21). */
export function ClosedNotice({ course }: { course: string }) {
  return (
    <StateCard
      picture="clock"
      title={texts.closedTitle}
      level={3}
      actions={<BuyAgain course={course} isOnDark={false} />}
    >
      {texts.closedBody}
    </StateCard>
  );
}

/** Link to the catalogue page of the course, where it can be bought again, or which says that it is no longer sold. */
export function BuyAgain({ course, isOnDark }: { course: string; isOnDark: boolean }) {
  return (
    <ActionLink to={paths.catalogueCourse(course)} look={isOnDark ? 'plain' : 'primary'}>
      {texts.buyAgain}
    </ActionLink>
  );
}
