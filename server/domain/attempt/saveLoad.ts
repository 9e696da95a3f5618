/**
 * How often devices shall save (exams.md 8). Measured by the saves that this process works on at the moment: they pile up
 * whatever the limit is (processor, connections, disk), on any machine, while a number a second would have to be known
 * for each.
 */

/** Seconds between saves of a device, at rest and at the most. */
export const saveEverySec = { least: 5, most: 15 } as const;
/** Saves ahead that no answer waits long for, and how many more add a second. */
const [freely, perSecond] = [20, 20];

/** Seconds between saves for a device whose save had so many ahead of it. */
export function saveEveryFor(ahead: number): number {
  const added = Math.floor((ahead - freely) / perSecond);
  return Math.min(saveEverySec.most, saveEverySec.least + Math.max(0, added));
}

let underWay = 0;

/** Does a save. `ahead`: how many this process was working on when it came. */
export async function countedSave<Value>(save: (ahead: number) => Promise<Value>): Promise<Value> {
  const ahead = underWay;
  underWay += 1;
  try {
    return await save(ahead);
  } finally {
    underWay -= 1;
  }
}
