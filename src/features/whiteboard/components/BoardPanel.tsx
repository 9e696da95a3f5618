import { useId, useState } from 'react';
import type { Board } from '#contracts/lesson.ts';
import { SwitchBox } from '#shared/ui/SwitchBox.tsx';
import { boardAt } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './BoardPanel.module.css';
import { BoardStrip } from './BoardStrip.tsx';
import { BoardView } from './BoardView.tsx';

type Props = {
  boards: readonly Board[];
  /** Whole second of the video; `null`: a lesson without a video. */
  second: number | null;
  /** Jumps the video to a second. */
  onJump: (sec: number) => void;
};

/**
 * The boards of a lesson. The large board follows the video as long as the learner wants this. A tap on a board jumps
 * the video to where that board begins (product.md 4.2).
 */
export function BoardPanel({ boards, second, onJump }: Props) {
  const hasVideo = second !== null;
  const [isFollowing, setFollowing] = useState(true);
  const [chosen, setChosen] = useState(0);
  const playing = hasVideo ? boardAt(boards, second) : -1;
  const index = hasVideo && isFollowing ? playing : Math.min(chosen, boards.length - 1);
  const board = boards[index];
  if (!board) return <p className={styles.none}>{texts.none}</p>;

  const choose = (wanted: number) => {
    setChosen(wanted);
    const start = boards[wanted]?.start_sec;
    if (hasVideo && start !== undefined) onJump(start);
  };
  const browse = (wanted: number) => {
    setFollowing(false);
    setChosen(wanted);
  };
  return (
    <div className={styles.panel}>
      <BoardView
        board={board}
        number={index + 1}
        all={boards.length}
        isFollowing={hasVideo && isFollowing}
        onPrevious={index > 0 ? () => browse(index - 1) : null}
        onNext={index < boards.length - 1 ? () => browse(index + 1) : null}
      />
      {hasVideo && <FollowSwitch isOn={isFollowing} onChange={setFollowing} />}
      <BoardStrip boards={boards} shown={index} playing={playing} hasVideo={hasVideo} onChoose={choose} />
    </div>
  );
}

function FollowSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const id = useId();
  return (
    <label htmlFor={id} className={styles.follow}>
      <SwitchBox id={id} isOn={isOn} onChange={onChange} />
      {texts.follow}
    </label>
  );
}
