import { dropFile, fileKey, keepHeard, openFile } from '#shared/lib/exam/openFile.ts';
import { QuestionSound } from './QuestionSound.tsx';
import { texts } from './texts.ts';

/**
 * What was heard for a question, beside its answer (product.md 2.3.G). What was played once plays without a network,
 * too. `url`: its address, which expires; `renew`: asks for a fresh one.
 */
export function AnswerSound({
  question,
  url,
  renew,
}: {
  question: string;
  url: string;
  renew: () => Promise<string | null>;
}) {
  return (
    <QuestionSound
      id={fileKey(url)}
      label={texts.soundOf(question)}
      file={{ open: () => openFile(url, { renew, keep: keepHeard }), drop: () => dropFile(url) }}
      isOnTap={true}
      testId="answer-sound"
    />
  );
}
