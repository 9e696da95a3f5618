import * as z from 'zod/mini';
import { holdsCardNumber, noCardHere } from './cardNumber.ts';

/**
 * Check of a field into which people type what they want: a name, a message. A card number is refused there, so that it
 * is neither stored nor logged (money.md 7, row 49).
 */
export function noCard(): z.core.$ZodCheck<string> {
  return z.refine((text: string) => !holdsCardNumber(text), { error: noCardHere });
}
