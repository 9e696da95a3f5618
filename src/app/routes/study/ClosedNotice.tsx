import { StateCard } from '#shared/ui/StateCard.tsx';
import { texts } from './studyTexts.ts';

/** Access has ended: in the place of the lesson's text (product.md V21). */
export function ClosedNotice() {
  return (
    <StateCard picture="clock" title={texts.closedTitle} level={3}>
      {texts.closedBody}
    </StateCard>
  );
}
