import type { Slot } from '#contracts/examContent.ts';
import type { LocalCells } from '#shared/lib/exam/cells.ts';
import { slotValue } from './model.ts';

/**
 * The choice of a question that a digit key answers: the one with the focus, else the first without an answer, else the
 * last. `focused`: slot that has the focus.
 */
export function slotOfKey(
  slots: readonly Slot[],
  cells: LocalCells,
  focused: string | null,
): Slot | undefined {
  const choices = slots.filter(({ kind }) => kind === 'choice');
  return (
    choices.find(({ id }) => id === focused) ??
    choices.find(({ id }) => slotValue(cells, id) === '') ??
    choices.at(-1)
  );
}

/**
 * The option that a digit key names, as it is shown and read out: the one with this number. 0 is the tenth where there
 * is no option 0. Options that are no numbers are counted from 1.
 */
export function optionOfKey<Option extends { value: string }>(
  options: readonly Option[],
  digit: number,
): Option | undefined {
  if (!options.every(({ value }) => /^\d+$/.test(value))) return options[digit === 0 ? 9 : digit - 1];
  const named = (number: number) => options.find(({ value }) => Number(value) === number);
  return named(digit) ?? (digit === 0 ? named(10) : undefined);
}
