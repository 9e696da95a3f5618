import { type Profile, relations } from '#contracts/profile.ts';
import { Field } from '#shared/form/Field.tsx';
import styles from '#shared/form/Form.module.css';
import { SelectBox } from '#shared/form/SelectBox.tsx';
import { formTexts } from '#shared/form/texts.ts';
import type { BoundField } from '#shared/form/useForm.ts';
import { isMadeByGuardian, type ProfileValues } from '../model.ts';
import { texts } from '../texts.ts';

/** The status of the guardian's confirmation, in words; nothing while nobody was asked. */
function stateOf(guardian: Profile['guardian']): string | null {
  if (!guardian || guardian.status === 'none') return null;
  if (guardian.status === 'requested') return texts.guardianStates.requested(guardian.email);
  if (guardian.status === 'confirmed') return texts.guardianStates.confirmed(guardian.name);
  return texts.guardianStates[guardian.status];
}

/** Who confirms for a learner under 18 (product.md V11). It may be left out for now, and is needed only once. */
export function GuardianFields({
  profile,
  bind,
}: {
  profile: Pick<Profile, 'guardian' | 'registrant'>;
  bind: (name: keyof ProfileValues) => BoundField;
}) {
  const { guardian } = profile;
  const state = stateOf(guardian);
  const lead = isMadeByGuardian(profile) ? texts.guardianLeadOwn : texts.guardianLead;
  const options = relations.map((value) => ({ value, label: texts.relations[value] }));
  return (
    <fieldset className={styles.group}>
      <legend>
        {texts.guardian}
        {guardian?.status !== 'confirmed' && <span className={styles.tag}>{formTexts.optional}</span>}
      </legend>
      <p className={state ? styles.notice : styles.hint}>{state ?? lead}</p>
      {guardian?.status !== 'confirmed' && (
        <>
          <Field {...bind('guardian.name')} label={texts.guardianName} autoComplete="off" />
          <Field {...bind('guardian.name_kana')} label={texts.guardianKana} autoComplete="off" />
          <SelectBox
            {...bind('guardian.relation')}
            label={texts.relation}
            placeholder={formTexts.chooseOne}
            options={options}
          />
          <Field
            {...bind('guardian.email')}
            label={texts.guardianEmail}
            autoComplete="off"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Field {...bind('guardian.phone')} label={texts.guardianPhone} autoComplete="off" inputMode="tel" />
        </>
      )}
    </fieldset>
  );
}
