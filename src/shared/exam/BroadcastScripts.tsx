import type { AnswersFile } from '#contracts/examContent.ts';
import { SafeHtml } from '#shared/ui/SafeHtml.tsx';
import { texts } from './texts.ts';

/** The scripts of a listening test, one collapsible part per track, with translations. `isOpen`: unfolded at first. */
export function BroadcastScripts({
  tracks,
  isOpen = false,
}: {
  tracks: AnswersFile['tracks'];
  isOpen?: boolean;
}) {
  return tracks.map(({ id, script, translation }) => (
    <details key={id} open={isOpen}>
      <summary>{texts.script}</summary>
      <div lang="en">
        <SafeHtml html={script} />
      </div>
      {translation !== '' && <SafeHtml html={translation} />}
    </details>
  ));
}
