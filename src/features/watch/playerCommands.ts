import type { Player } from './player.ts';
import { playerChoices, steppedRate } from './playerChoices.ts';
import type { PlayerCommand } from './shortcuts.ts';
import { skipSec, texts } from './texts.ts';

/** Safari on phones offers full screen only through this method. */
type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

async function toggleFullscreen(video: AppleVideo): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else if (video.requestFullscreen) await video.requestFullscreen();
    else video.webkitEnterFullscreen?.();
  } catch (error) {
    console.warn('player: no full screen', error);
  }
}

/** Steps from the current speed of the video: the browser's own menu has speeds that ours does not have. */
function changeRate(video: HTMLVideoElement, step: 1 | -1): string {
  const rate = steppedRate(video.playbackRate, step);
  if (rate === video.playbackRate) return texts.rateNow(rate);
  video.playbackRate = rate;
  playerChoices.set({ rate });
  return texts.rateNow(rate);
}

/** Runs the command of a key. Returns the message for the learner, empty for none; `null` when there is no video. */
export function runCommand(player: Player, command: Exclude<PlayerCommand, 'note' | 'map'>): string | null {
  const video = player.element.get();
  if (!video) return null;
  switch (command) {
    case 'toggle':
      player.toggle();
      return '';
    case 'back':
      player.skip(-skipSec);
      return texts.back;
    case 'forward':
      player.skip(skipSec);
      return texts.forward;
    case 'slower':
      return changeRate(video, -1);
    case 'faster':
      return changeRate(video, 1);
    case 'captions': {
      const isCaptioned = !playerChoices.get().isCaptioned;
      playerChoices.set({ isCaptioned });
      return texts.captionsNow(isCaptioned);
    }
    case 'mute':
      video.muted = !video.muted;
      return texts.mutedNow(video.muted);
    case 'fullscreen':
      void toggleFullscreen(video);
      return '';
  }
}
