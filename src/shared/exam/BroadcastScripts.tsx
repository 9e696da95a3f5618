import type { AnswersFile } from '#contracts/examContent.ts';
import { SafeHtml } from '#shared/ui/SafeHtml.tsx';
import { texts } from './texts.ts';

/** The scripts of a listening test, one collapsible part per track, with translations. */
export function BroadcastScripts({ tracks }: { tracks: AnswersFile['tracks'] }) {
  return tracks.map(({ id, script, translation }) => (
    <details key={id}>
      <summary>{texts.script}</summary>
      <div lang="en">
        <SafeHtml html={script} />
      </div>
      {translation !== '' && <SafeHtml html={translation} />}
    </details>
  ));
}
