import { ReviewScreen } from '#features/review/components/ReviewScreen.tsx';
import { texts } from '#features/review/texts.ts';
import { ReviewSettings } from '#features/settings/components/ReviewSettings.tsx';

/** `/mypage/konoshiki/review`. */
export function Component() {
  return (
    <ReviewScreen
      settings={<ReviewSettings title={texts.settings} flagged={texts.flagged} hint={texts.flaggedHint} />}
    />
  );
}
