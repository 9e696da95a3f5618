import {
  IconBadgeCc,
  IconHeadphones,
  IconKeyboard,
  IconPictureInPicture,
  IconRewindBackward10,
  IconRewindForward10,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { playbackRates } from '#contracts/accounts.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import type { Player } from '../player.ts';
import { playerChoices } from '../playerChoices.ts';
import { skipSec, texts } from '../texts.ts';
import { usePlayerChoices, useShownRate } from '../useChoices.ts';
import styles from './PlayerToolbar.module.css';

/** What the lesson offers besides its picture. */
export type Offers = { hasCaptions: boolean; hasAudio: boolean };

/**
 * Our own part of the controls; the browser's own controls are on the video. Every button is 44 px high and says what
 * it does.
 */
export function PlayerToolbar({
  player,
  offers,
  onMap,
}: {
  player: Player;
  offers: Offers;
  onMap: () => void;
}) {
  const { isCaptioned, isAudioOnly } = usePlayerChoices();
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={texts.toolbar} data-print="hide">
      <Tool
        label={texts.back}
        short={texts.short.skip}
        onClick={() => player.skip(-skipSec)}
        icon={<IconRewindBackward10 />}
      />
      <Tool
        label={texts.forward}
        short={texts.short.skip}
        onClick={() => player.skip(skipSec)}
        icon={<IconRewindForward10 />}
      />
      <RateSelect player={player} />
      {offers.hasCaptions && (
        <Tool
          label={texts.captions}
          short={texts.captions}
          isPressed={isCaptioned}
          onClick={() => playerChoices.set({ isCaptioned: !isCaptioned })}
          icon={<IconBadgeCc />}
        />
      )}
      {offers.hasAudio && (
        <Tool
          label={texts.audioOnly}
          short={texts.short.audioOnly}
          isPressed={isAudioOnly}
          onClick={() => playerChoices.set({ isAudioOnly: !isAudioOnly })}
          icon={<IconHeadphones />}
        />
      )}
      <PictureTool player={player} />
      <span className={styles.wide}>
        <Tool label={texts.map} short={texts.short.map} onClick={onMap} icon={<IconKeyboard />} />
      </span>
    </div>
  );
}

function Tool(props: {
  label: string;
  short: string;
  isPressed?: boolean;
  onClick: () => void;
  icon: ReactNode;
}) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.isPressed}
      onClick={props.onClick}
    >
      <span className={styles.icon} aria-hidden="true">
        {props.icon}
      </span>
      <span className={styles.short} aria-hidden="true">
        {props.short}
      </span>
    </button>
  );
}

/** The device's own picker for the speed. It shows the actual speed, also after a change in the browser's own menu. */
function RateSelect({ player }: { player: Player }) {
  const rate = useShownRate(player);
  const rates = [...new Set([...playbackRates, rate])].sort((one, other) => one - other);
  const choose = (next: number) => {
    const video = player.element.get();
    if (video) video.playbackRate = next;
    playerChoices.set({ rate: next });
  };
  return (
    <label className={styles.tool}>
      <span className={styles.rate} aria-hidden="true">
        {rate}
        <small>x</small>
      </span>
      <span className={styles.short} aria-hidden="true">
        {texts.short.rate}
      </span>
      <select
        className={styles.select}
        aria-label={texts.rate}
        value={String(rate)}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      >
        {rates.map((one) => (
          <option key={one} value={String(one)}>
            {texts.rateOption(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Picture in picture, where the browser supports it and the video has a picture. */
function PictureTool({ player }: { player: Player }) {
  const { isReady } = useObservable(player.state);
  const { isAudioOnly } = usePlayerChoices();
  if (!document.pictureInPictureEnabled || !isReady || isAudioOnly) return null;
  return (
    <Tool
      label={texts.picture}
      short={texts.short.picture}
      onClick={() => void togglePicture(player.element.get())}
      icon={<IconPictureInPicture />}
    />
  );
}

async function togglePicture(video: HTMLVideoElement | null): Promise<void> {
  try {
    if (document.pictureInPictureElement) await document.exitPictureInPicture();
    else await video?.requestPictureInPicture();
  } catch (error) {
    console.warn('player: no picture in picture', error);
  }
}
