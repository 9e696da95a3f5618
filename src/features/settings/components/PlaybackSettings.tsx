import { Switch } from '@mantine/core';
import { useId } from 'react';
import { playbackRates } from '#contracts/accounts.ts';
import type { PreferenceChange } from '#shared/lib/outbox/preference.ts';
import { SelectField } from '#shared/ui/SelectField.tsx';
import { changePreference, usePreference } from '../preference.ts';
import { texts } from '../texts.ts';
import { Row, Section } from './Section.tsx';

/** The settings that the player of this device applies at once. */
export type PlaybackChange = Pick<PreferenceChange, 'playback_rate' | 'caption'>;

/** 再生: speed, captions, mobile data. `onPlayback` passes the change to the player of this device. */
export function PlaybackSettings({ onPlayback }: { onPlayback: (change: PlaybackChange) => void }) {
  const { playback_rate, caption, wifi_only } = usePreference();
  const id = useId();
  const change = (next: PreferenceChange) => {
    onPlayback(next);
    void changePreference(next);
  };
  return (
    <Section title={texts.playback}>
      <Row label={texts.rate}>
        <SelectField
          label={texts.rate}
          hideLabel={true}
          value={String(playback_rate)}
          options={playbackRates.map((rate) => ({ value: String(rate), label: texts.rateOf(rate) }))}
          onChange={(rate) => change({ playback_rate: Number(rate) })}
        />
      </Row>
      <Row label={texts.caption} labelId={`${id}caption`} hint={texts.captionHint}>
        <Switch
          aria-labelledby={`${id}caption`}
          checked={caption}
          onChange={(event) => change({ caption: event.currentTarget.checked })}
        />
      </Row>
      <Row label={texts.wifiOnly} labelId={`${id}wifi`} hint={texts.wifiOnlyHint}>
        <Switch
          aria-labelledby={`${id}wifi`}
          checked={wifi_only}
          onChange={(event) => change({ wifi_only: event.currentTarget.checked })}
        />
      </Row>
    </Section>
  );
}
