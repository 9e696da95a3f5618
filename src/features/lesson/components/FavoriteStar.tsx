import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { texts } from '../texts.ts';
import styles from './FavoriteStar.module.css';

/** The star of a lesson; a tap switches it on or off. */
export function FavoriteStar({
  name,
  isOn,
  onChange,
}: {
  name: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const Icon = isOn ? IconStarFilled : IconStar;
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isOn}
      aria-label={texts.favorite(name)}
      title={isOn ? texts.favoriteOn(name) : texts.favoriteOff(name)}
      onClick={() => onChange(!isOn)}
    >
      <Icon size={22} stroke={1.75} aria-hidden="true" />
    </button>
  );
}
