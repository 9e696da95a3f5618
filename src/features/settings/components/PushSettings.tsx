import { Switch } from '@mantine/core';
import { useId } from 'react';
import type { PushKind } from '#contracts/push.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { SelectField } from '#shared/ui/SelectField.tsx';
import { changePreference, usePreference } from '../preference.ts';
import { timeLabel, timesOfDay } from '../push/times.ts';
import { type PushState, usePush } from '../push/usePush.ts';
import { pushTexts as texts } from '../pushTexts.ts';
import styles from './PushSettings.module.css';
import { Row, Section } from './Section.tsx';

function Kind({ push, kind }: { push: PushState; kind: PushKind }) {
  const id = useId();
  const { label, hint } = texts.kinds[kind];
  return (
    <Row label={label} labelId={id} hint={hint}>
      <Switch
        aria-labelledby={id}
        checked={push.kinds.includes(kind)}
        disabled={push.isBusy}
        onChange={(event) => void push.choose(kind, event.currentTarget.checked)}
      />
    </Row>
  );
}

function Time({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (time: string) => void;
}) {
  return (
    <SelectField
      label={label}
      hideLabel={true}
      value={value}
      options={timesOfDay(value).map((time) => ({ value: time, label: timeLabel(time) }))}
      onChange={onChange}
    />
  );
}

/** The time of the reminder, and the hours without any message. */
function Hours({ withReminder }: { withReminder: boolean }) {
  const { remind_at, quiet_from, quiet_to } = usePreference();
  return (
    <>
      {withReminder && (
        <Row label={texts.remindAt} hint={texts.remindAtHint}>
          <Time
            label={texts.remindAt}
            value={remind_at}
            onChange={(time) => void changePreference({ remind_at: time })}
          />
        </Row>
      )}
      <Row label={texts.quiet} hint={texts.quietHint} isWide={true}>
        <span className={styles.span}>
          <Time
            label={texts.quietFrom}
            value={quiet_from}
            onChange={(time) => void changePreference({ quiet_from: time })}
          />
          <span aria-hidden="true">{texts.until}</span>
          <Time
            label={texts.quietTo}
            value={quiet_to}
            onChange={(time) => void changePreference({ quiet_to: time })}
          />
        </span>
      </Row>
    </>
  );
}

/** The browser will not ask again: only the learner can undo this, in the browser's settings. */
function Blocked({ device }: { device: PushState['device'] }) {
  return (
    <div data-testid="push-blocked">
      <Row label={texts.denied} hint={texts.deniedHint} />
      <ol className={styles.steps}>
        {texts.deniedSteps[device].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
}

/**
 * 通知: what this device is notified of, and when. The browser asks for permission only after a tap on a switch. If it
 * does not support notifications, or was told never to ask again, the way out is explained (product.md 0.2.9).
 * `onGuide` shows how to install the app.
 */
export function PushSettings({ onGuide }: { onGuide: () => void }) {
  const push = usePush();
  if (push.support !== 'yes') {
    const needsInstall = push.support === 'home-screen';
    return (
      <Section title={texts.title}>
        <Row label={texts.unavailable} hint={needsInstall ? texts.needsInstall : texts.unsupported}>
          {needsInstall && <ActionButton onClick={onGuide}>{texts.guide}</ActionButton>}
        </Row>
      </Section>
    );
  }
  return (
    <Section title={texts.title}>
      {push.permission === 'denied' ? (
        <Blocked device={push.device} />
      ) : (
        <>
          <Kind push={push} kind="notice" />
          <Kind push={push} kind="reminder" />
          {push.kinds.length > 0 && <Hours withReminder={push.kinds.includes('reminder')} />}
        </>
      )}
      <p className={styles.result} role="status">
        {push.result !== 'none' && push.permission !== 'denied' && texts.results[push.result]}
      </p>
    </Section>
  );
}
