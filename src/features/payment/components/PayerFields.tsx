import { ChoiceField } from '#shared/form/ChoiceField.tsx';
import { Field } from '#shared/form/Field.tsx';
import styles from '#shared/form/Form.module.css';
import { formTexts } from '#shared/form/texts.ts';
import type { BoundField } from '#shared/form/useForm.ts';
import type { DetailValues } from '../model.ts';
import { texts } from '../texts.ts';

const { details } = texts;
const kinds = (['self', 'guardian'] as const).map((value) => ({ value, label: details.kinds[value] }));

/** The payer: the buyer or a guardian, with the data that a store, a bank or a card company needs. */
export function PayerFields({
  kindId,
  kind,
  onKind,
  bind,
  needsPhone,
}: {
  kindId: string;
  kind: DetailValues['payer.kind'];
  onKind: (kind: DetailValues['payer.kind']) => void;
  bind: (name: keyof DetailValues) => BoundField;
  needsPhone: boolean;
}) {
  // The browser's autofill knows only the name of its own user.
  const known = (name: string) => (kind === 'self' ? name : 'off');
  const tag = formTexts.required;
  return (
    <>
      <ChoiceField
        id={kindId}
        name="payer.kind"
        label={details.kind}
        value={kind}
        options={kinds}
        onChange={onKind}
      />
      <div className={styles.pair}>
        <Field
          {...bind('payer.family_name')}
          label={details.family_name}
          tag={tag}
          autoComplete={known('family-name')}
          required
        />
        <Field
          {...bind('payer.given_name')}
          label={details.given_name}
          tag={tag}
          autoComplete={known('given-name')}
          required
        />
      </div>
      <div className={styles.pair}>
        <Field
          {...bind('payer.family_name_kana')}
          label={details.family_name_kana}
          tag={tag}
          autoComplete="off"
          required
        />
        <Field
          {...bind('payer.given_name_kana')}
          label={details.given_name_kana}
          tag={tag}
          autoComplete="off"
          required
        />
      </div>
      <Field
        {...bind('payer.phone')}
        label={details.phone}
        tag={needsPhone ? tag : formTexts.optional}
        hint={details.phoneHint}
        isSteady={true}
        autoComplete={known('tel')}
        inputMode="tel"
        required={needsPhone}
      />
    </>
  );
}
