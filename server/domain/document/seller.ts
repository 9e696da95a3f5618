import { asc } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { sellers } from '../../db/schema/paper.ts';
import type { Seller } from '../../db/schema/paperFacts.ts';

/** The seller, from operator.yaml: a real one before a sample. `null`: no pack names one. */
export async function sellerOf(db: Db): Promise<Seller | null> {
  const [row] = await db.select().from(sellers).orderBy(asc(sellers.isSample), asc(sellers.pack)).limit(1);
  if (!row) return null;
  const { name, representative, address, phone, email, invoiceNumber } = row;
  return { name, representative, address, phone, email, invoiceNumber };
}
