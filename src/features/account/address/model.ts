import type { Postal } from '#contracts/accountSettings.ts';
import type { AddressValues } from '#shared/form/addressRules.ts';

/** A place with the given postal code. */
export type PostalCandidate = Postal['candidates'][number];

/** A place in one line. */
export function placeName({ prefecture, city, street }: PostalCandidate): string {
  return `${prefecture}${city}${street}`;
}

/** The form with a place filled in. Text typed after the name of the town stays if the town stays the same. */
export function withPlace(
  values: AddressValues,
  { prefecture, city, street }: PostalCandidate,
): AddressValues {
  const isThere = street === '' || values.street.startsWith(street);
  return { ...values, prefecture, city, street: isThere ? values.street : street };
}
