import type { Player } from './player.ts';
import { playerChoices, steppedRate } from './playerChoices.ts';
import type { PlayerCommand } from './shortcuts.ts';
import { skipSec, texts } from './texts.ts';

/** Safari on phones has only this way to the full screen. */
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

/** From the speed the video goes at: the browser's own menu knows others than ours. */
function changeRate(video: HTMLVideoElement, step: 1 | -1): string {
  const rate = steppedRate(video.playbackRate, step);
  if (rate === video.playbackRate) return texts.rateNow(rate);
  video.playbackRate = rate;
  playerChoices.set({ rate });
  return texts.rateNow(rate);
}

/**
 * Does what a key asks of the player; answers what to tell the learner, empty for nothing; `null` when there is no
 * video to do it with.
 */
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
