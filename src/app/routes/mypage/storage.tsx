import type { Inventory } from '#contracts/inventory.ts';
import { StorageScreen } from '#features/download/components/StorageScreen.tsx';
import { useStoredInventories } from '#features/library/useStoredInventories.ts';
import { changePreference, usePreference } from '#features/settings/preference.ts';
import { parseTime } from '#shared/lib/text/format.ts';

/** How many courses are offered for keeping their next lessons: the last watched ones. */
const mostOffered = 20;

function lastTouched({ progress }: Inventory): number {
  return parseTime(progress?.last_watched_at) ?? 0;
}

/** `/mypage/settings/storage`: how much space downloads use and how safe they are. */
export function Component() {
  const { wifi_only } = usePreference();
  const courses = useStoredInventories()
    ?.filter((item) => !item.is_expired)
    .sort((one, other) => lastTouched(other) - lastTouched(one))
    .slice(0, mostOffered)
    .map(({ id, course }) => ({ course: course.id, inventory: id, name: course.name }));
  return (
    <StorageScreen
      courses={courses}
      wifiOnly={wifi_only}
      onWifiOnly={(isOn) => changePreference({ wifi_only: isOn })}
    />
  );
}
