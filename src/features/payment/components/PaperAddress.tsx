import type { Address, AddressInput } from '#contracts/accountSettings.ts';
import { AddressFields } from '#shared/form/AddressFields.tsx';
import { getAddress } from '#shared/form/addressApi.ts';
import {
  addressOrder,
  addressTexts,
  checkAddress,
  inputOf,
  tidyLine,
  tidyPostal,
} from '#shared/form/addressRules.ts';
import { Field } from '#shared/form/Field.tsx';
import styles from '#shared/form/Form.module.css';
import { formTexts } from '#shared/form/texts.ts';
import type { BoundField, FormErrors } from '#shared/form/useForm.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';
import type { AddressDetails, DetailValues } from '../model.ts';
import { paperTexts } from '../paperTexts.ts';

const nameOf = (name: keyof Address): keyof AddressDetails => `address.${name}`;

/** The address within the values of the form. */
function addressIn(values: Partial<AddressDetails>): Address {
  return Object.fromEntries(addressOrder.map((name) => [name, values[nameOf(name)] ?? ''])) as Address;
}

/** The fields of an address under the names that they have in the form. */
function inForm<Fields extends object>(fields: Fields): { [Name in keyof AddressDetails]?: string } {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`address.${name}`, value]));
}

const tidy = (line = '') => tidyLine(line);

/** Where contract papers go by post (money.md 4.18). */
function PaperFields({ bind }: { bind: (name: keyof AddressDetails) => BoundField }) {
  return (
    <fieldset className={styles.group} data-testid="paper-address">
      <legend>{paperTexts.title}</legend>
      <p className={styles.hint}>{paperTexts.hint}</p>
      <Field
        {...bind('address.postal_code')}
        label={addressTexts.postal_code}
        tag={formTexts.required}
        autoComplete="postal-code"
        inputMode="numeric"
        required
      />
      <AddressFields bind={(name) => bind(nameOf(name))} />
    </fieldset>
  );
}

/**
 * What the form about the payer needs for an order with contract papers: fields, rules, and the address that the
 * account knows.
 */
export async function readPaperAddress(options: AskOptions) {
  const stored = await getAddress(options);
  return {
    Fields: PaperFields,
    order: addressOrder.map(nameOf),
    /** The initial values: what was typed before, otherwise the address of the account. */
    first: (kept: Partial<AddressDetails>) =>
      inForm(Object.fromEntries(addressOrder.map((name) => [name, kept[nameOf(name)] || stored[name]]))),
    check: (values: DetailValues): FormErrors<DetailValues> => inForm(checkAddress(addressIn(values))),
    tidy: {
      'address.postal_code': (code = '') => tidyPostal(code),
      'address.city': tidy,
      'address.street': tidy,
      'address.building': tidy,
    },
    /** Its part of the request body, from a form without mistakes. */
    sent: (values: DetailValues): { address: AddressInput } => ({ address: inputOf(addressIn(values)) }),
  };
}
export type PaperAddress = Awaited<ReturnType<typeof readPaperAddress>>;
