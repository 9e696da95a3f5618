import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { texts } from '../texts.ts';
import { Row, Section } from './Section.tsx';

/** 同期: links to the screen that shows what has reached the server. */
export function SyncSettings() {
  return (
    <Section title={texts.sync}>
      <Row label={texts.syncLabel} hint={texts.syncHint}>
        <ActionLink to={paths.sync()}>{texts.syncOpen}</ActionLink>
      </Row>
    </Section>
  );
}
