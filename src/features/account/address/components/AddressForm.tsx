import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { AddressFields } from '#shared/form/AddressFields.tsx';
import { getAddress } from '#shared/form/addressApi.ts';
import {
  type AddressValues,
  addressOrder,
  addressTexts,
  checkAddress,
  checkPostal,
  inputOf,
  tidyLine,
  tidyPostal,
} from '#shared/form/addressRules.ts';
import { ErrorSummary } from '#shared/form/ErrorSummary.tsx';
import { Field } from '#shared/form/Field.tsx';
import styles from '#shared/form/Form.module.css';
import { describeFailure } from '#shared/form/failure.ts';
import { formDraft } from '#shared/form/formDraft.ts';
import { SelectBox } from '#shared/form/SelectBox.tsx';
import { ServerFirst } from '#shared/form/ServerFirst.tsx';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { formTexts } from '#shared/form/texts.ts';
import { useForm } from '#shared/form/useForm.ts';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { isImeKey } from '#shared/lib/text/imeKey.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { putAddress } from '../api.ts';
import { type PostalCandidate, placeName, withPlace } from '../model.ts';
import { texts } from '../texts.ts';
import { usePostal } from '../usePostal.ts';
import own from './AddressForm.module.css';

/** The address, with a look-up by postal code (product.md 2.3.J). What is typed is kept until it is saved. */
export function AddressStep({ userId, onSaved }: { userId: string; onSaved: () => void }) {
  return (
    <ServerFirst load={getAddress}>
      {(stored) => <AddressForm userId={userId} stored={stored} onSaved={onSaved} />}
    </ServerFirst>
  );
}

function AddressForm({
  userId,
  stored,
  onSaved,
}: {
  userId: string;
  stored: AddressValues;
  onSaved: () => void;
}) {
  const [draft] = useState(() => formDraft('address', userId));
  const [initial] = useState<AddressValues>(() => ({ ...stored, ...draft.read() }));
  const keys = useRef(createSubmissionKey());
  const isDone = useRef(false);
  const form = useForm<AddressValues>({
    initial,
    order: addressOrder,
    check: checkAddress,
    tidy: { postal_code: tidyPostal, city: tidyLine, street: tidyLine, building: tidyLine },
    describe: describeFailure,
    send: async (values) => {
      const body = inputOf(values);
      await putAddress(body, keys.current.keyFor(body));
      isDone.current = true;
      draft.drop();
      onSaved();
    },
  });
  const { values } = form;
  useBusy(values !== initial, 'form');
  useEffect(() => {
    if (values !== initial && !isDone.current) draft.keep(values);
  }, [values, initial, draft]);

  /** The current input: a look-up answers a moment after it was requested. */
  const typed = useRef(values);
  useEffect(() => {
    typed.current = values;
  }, [values]);
  const put = (place: PostalCandidate) => {
    const { prefecture, city, street } = withPlace(typed.current, place);
    form.choose('prefecture', prefecture);
    form.choose('city', city);
    form.choose('street', street);
  };
  const focus = (name: keyof AddressValues) => document.getElementById(form.idOf(name))?.focus();
  const postal = usePostal((place, isOnly) => {
    put(place);
    if (isOnly) focus('street');
  });
  const lookUp = () => {
    const { postal_code } = values;
    form.leave('postal_code');
    const wrong = checkPostal(postal_code);
    if (wrong === undefined) void postal.lookUp(postal_code);
    else {
      // The field itself shows what is wrong with its value, but not that it is empty.
      postal.fail(postal_code === '' ? wrong : '');
      focus('postal_code');
    }
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isImeKey(event.nativeEvent)) return;
    event.preventDefault();
    lookUp();
  };
  const { state } = postal;

  return (
    <form
      className={styles.form}
      onSubmit={(event) => void form.submit(event)}
      noValidate
      aria-busy={form.isBusy}
    >
      <ErrorSummary {...form.summary} title={texts.failed} />
      <div className={own.postal}>
        <Field
          {...form.bind('postal_code')}
          label={addressTexts.postal_code}
          tag={formTexts.required}
          autoComplete="postal-code"
          inputMode="numeric"
          required
          onKeyDown={handleKey}
        />
        <ActionButton onClick={lookUp} disabled={state.kind === 'looking'}>
          {state.kind === 'looking' ? texts.lookingUp : texts.lookUp}
        </ActionButton>
        <p role="status" className={state.kind === 'failed' ? styles.error : styles.hint}>
          {state.kind === 'failed' && state.text}
          {state.kind === 'found' && texts.found}
          {state.kind === 'several' && texts.several(state.places.length)}
        </p>
      </div>
      {state.kind === 'several' && (
        <Places
          places={state.places}
          onPlace={(place) => {
            postal.found();
            put(place);
            focus('street');
          }}
        />
      )}
      <AddressFields bind={form.bind} />
      <ActionButton type="submit" look="primary" disabled={form.isBusy}>
        {form.isBusy ? texts.saving : texts.save}
      </ActionButton>
    </form>
  );
}

/** Several places share the code: the learner chooses one. */
function Places({
  places,
  onPlace,
}: {
  places: PostalCandidate[];
  onPlace: (place: PostalCandidate) => void;
}) {
  return (
    <SelectBox
      id={useId()}
      name="place"
      label={texts.place}
      value=""
      placeholder={formTexts.chooseOne}
      options={places.map((place, nth) => ({ value: String(nth), label: placeName(place) }))}
      onChange={(event) => {
        const place = places[Number(event.currentTarget.value)];
        if (place) onPlace(place);
      }}
    />
  );
}
