import { type ReactNode, useState } from 'react';
import { env } from '#shared/lib/env.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { texts } from '../texts.ts';
import { Row, Section } from './Section.tsx';

/** The result of a check for a newer version. */
export type UpdateAnswer = 'newest' | 'older' | 'failed';

/** How to add the app to the home screen. `guide`: rendered beside the settings while it is open. */
export type InstallWay = { isInstalled: boolean; onGuide: () => void; guide: ReactNode };

const words: Record<UpdateAnswer, string> = {
  newest: texts.isNewest,
  older: texts.isOlder,
  failed: texts.checkFailed,
};

/** アプリ: the version, and a check for a newer one (offline.md 3.19). */
export function AppSettings({
  lookForUpdate,
  install,
}: {
  lookForUpdate: () => Promise<UpdateAnswer>;
  install: InstallWay;
}) {
  const [answer, setAnswer] = useState<UpdateAnswer | null>(null);
  const [isLooking, setLooking] = useState(false);
  const look = async () => {
    setLooking(true);
    setAnswer(await lookForUpdate());
    setLooking(false);
  };
  return (
    <Section title={texts.app}>
      <Row label={texts.install} hint={install.isInstalled ? texts.isInstalled : texts.installHint}>
        {!install.isInstalled && <ActionButton onClick={install.onGuide}>{texts.installGuide}</ActionButton>}
      </Row>
      <Row
        label={texts.version}
        hint={
          <>
            {env.buildId}
            <span role="status">{answer && ` — ${words[answer]}`}</span>
          </>
        }
      >
        <ActionButton onClick={() => void look()} disabled={isLooking}>
          {isLooking ? texts.checking : texts.check}
        </ActionButton>
      </Row>
    </Section>
  );
}
