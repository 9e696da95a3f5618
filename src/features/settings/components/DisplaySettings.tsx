import { SegmentedControl, Switch } from '@mantine/core';
import { useId } from 'react';
import { fontScales, themes } from '#contracts/accounts.ts';
import { useDisplay } from '#shared/ui/display.ts';
import { changePreference } from '../preference.ts';
import { texts } from '../texts.ts';
import styles from './DisplaySettings.module.css';
import { Row, Section } from './Section.tsx';

/** A choice between a few options, side by side. */
function Choice<Value extends string>({
  labelId,
  value,
  options,
  onChange,
}: {
  labelId: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}) {
  return (
    <SegmentedControl<Value>
      aria-labelledby={labelId}
      fullWidth={true}
      value={value}
      data={[...options]}
      onChange={onChange}
    />
  );
}

/** A sample line of teaching material with these settings. */
function Sample() {
  return (
    <figure className={styles.sample} aria-label={texts.sampleLabel}>
      <p>
        <ruby>
          一次関数
          <rt>いちじかんすう</rt>
        </ruby>
        のグラフの
        <ruby>
          傾<rt>かたむ</rt>
        </ruby>
        きを求めよう。
      </p>
    </figure>
  );
}

/** 表示: colours, text size in four steps, furigana; changes show at once (product.md 2.0.4). */
export function DisplaySettings() {
  const { theme, font_scale, furigana } = useDisplay();
  const id = useId();
  return (
    <Section title={texts.display}>
      <Row label={texts.theme} labelId={`${id}theme`} hint={texts.themeHint} isWide={true}>
        <Choice
          labelId={`${id}theme`}
          value={theme}
          options={themes.map((value) => ({ value, label: texts.themes[value] }))}
          onChange={(value) => void changePreference({ theme: value })}
        />
      </Row>
      <Row label={texts.fontScale} labelId={`${id}scale`} isWide={true}>
        <Choice
          labelId={`${id}scale`}
          value={font_scale}
          options={fontScales.map((value) => ({ value, label: texts.fontScales[value] }))}
          onChange={(value) => void changePreference({ font_scale: value })}
        />
      </Row>
      <Row label={texts.furigana} labelId={`${id}furigana`} hint={texts.furiganaHint}>
        <Switch
          aria-labelledby={`${id}furigana`}
          checked={furigana}
          onChange={(event) => void changePreference({ furigana: event.currentTarget.checked })}
        />
      </Row>
      <Sample />
    </Section>
  );
}
