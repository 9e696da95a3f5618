import * as z from 'zod/mini';
import { addressInputSchema } from './accountSettings.ts';
import { checkoutInputSchema } from './shopCheckout.ts';

/**
 * POST /api/shop/checkout/ as the server reads it: with the postal address that an offer with contract papers needs
 * (money.md 4.18). A file of its own, because every page of buying loads shopCheckout.ts and only the server needs this.
 */
export const checkoutBodySchema = z.extend(checkoutInputSchema, { address: z.optional(addressInputSchema) });
export type CheckoutBodyInput = z.output<typeof checkoutBodySchema>;
