import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { texts } from './studyTexts.ts';

/** Access has ended: in the place of the lesson's text (product.md V21). */
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

/** To the page of the course, where it can be bought again or where it is said that it is not sold any more. */
export function BuyAgain({ course, isOnDark }: { course: string; isOnDark: boolean }) {
  return (
    <ActionLink to={paths.catalogueCourse(course)} look={isOnDark ? 'plain' : 'primary'}>
      {texts.buyAgain}
    </ActionLink>
  );
}
