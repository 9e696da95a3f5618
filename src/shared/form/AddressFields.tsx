import { prefectures } from '#contracts/accountSettings.ts';
import { type AddressValues, addressTexts as texts } from './addressRules.ts';
import { Field } from './Field.tsx';
import { SelectBox } from './SelectBox.tsx';
import { formTexts } from './texts.ts';
import type { BoundField } from './useForm.ts';

const options = prefectures.map((value) => ({ value, label: value }));

/** The fields of an address below its postal code. */
export function AddressFields({ bind }: { bind: (name: keyof AddressValues) => BoundField }) {
  return (
    <>
      <SelectBox
        {...bind('prefecture')}
        label={texts.prefecture}
        tag={formTexts.required}
        autoComplete="address-level1"
        required
        placeholder={formTexts.chooseOne}
        options={options}
      />
      <Field
        {...bind('city')}
        label={texts.city}
        tag={formTexts.required}
        autoComplete="address-level2"
        required
      />
      <Field
        {...bind('street')}
        label={texts.street}
        tag={formTexts.required}
        autoComplete="address-line1"
        required
      />
      <Field
        {...bind('building')}
        label={texts.building}
        tag={formTexts.optional}
        autoComplete="address-line2"
      />
    </>
  );
}
