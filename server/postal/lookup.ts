import { and, asc, eq } from 'drizzle-orm';
import type { z } from 'zod/mini';
import type { postalSchema } from '#contracts/accountSettings.ts';
import { postalCodes } from '../db/schema/postal.ts';
import type { Deps } from '../deps.ts';
import { currentEdition, extractFile, importPostal } from './importPostal.ts';

type Answer = z.input<typeof postalSchema>;

/** The value that all have in common. */
function shared(values: string[]): string {
  return new Set(values).size === 1 ? (values[0] ?? '') : '';
}

/** Places of a code; `null`: there is none. Until the operator loads the whole file, the extract is used. */
export async function lookUpPostal(deps: Deps, code: string): Promise<Answer | null> {
  if ((await currentEdition(deps.db)) === null) await importPostal(deps, extractFile);
  const edition = (await currentEdition(deps.db)) ?? 0;
  const { prefecture, city, street } = postalCodes;
  const candidates = await deps.db
    .select({ prefecture, city, street })
    .from(postalCodes)
    .where(and(eq(postalCodes.edition, edition), eq(postalCodes.code, code)))
    .orderBy(asc(postalCodes.id));
  if (candidates.length === 0) return null;
  return {
    prefecture: shared(candidates.map((place) => place.prefecture)),
    city: shared(candidates.map((place) => place.city)),
    street: shared(candidates.map((place) => place.street)),
    candidates,
  };
}
