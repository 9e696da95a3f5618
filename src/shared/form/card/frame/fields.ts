import {
  brandOf,
  type CardErrors,
  type CardField,
  type CardValues,
  cardFields,
  checkCardField,
  digitsOf,
  groupExpiry,
  groupNumber,
  tidyHolder,
} from '../cardRules.ts';
import { cardErrorText, cardTexts } from '../cardTexts.ts';

/** Input settings per field; `autocomplete` lets the browser offer stored card data. */
const looks: Record<CardField, { autocomplete: string; mode: string; longest: number; wide?: boolean }> = {
  number: { autocomplete: 'cc-number', mode: 'numeric', longest: 24, wide: true },
  expiry: { autocomplete: 'cc-exp', mode: 'numeric', longest: 9 },
  code: { autocomplete: 'cc-csc', mode: 'numeric', longest: 4 },
  holder: { autocomplete: 'cc-name', mode: 'text', longest: 50, wide: true },
};

/** Formatting of a field while typing and after leaving it. */
const shapes: Record<CardField, { typing: (typed: string) => string; left: (typed: string) => string }> = {
  number: { typing: groupNumber, left: groupNumber },
  expiry: { typing: groupExpiry, left: groupExpiry },
  code: { typing: digitsOf, left: digitsOf },
  holder: { typing: (typed) => typed, left: tidyHolder },
};

type Parts = { input: HTMLInputElement; error: HTMLParagraphElement };

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

function makeField(field: CardField, form: HTMLFormElement): Parts {
  const { autocomplete, mode, longest, wide } = looks[field];
  const hint = field === 'code' ? make('p', { id: 'code-hint', class: 'hint' }, cardTexts.hints.code) : null;
  const input = make('input', {
    id: field,
    name: field,
    'data-testid': `card-${field}`,
    autocomplete,
    inputmode: mode,
    maxlength: String(longest),
    placeholder: cardTexts.placeholders[field],
    required: '',
    autocapitalize: field === 'holder' ? 'characters' : 'none',
    spellcheck: 'false',
    'aria-describedby': hint ? 'code-hint code-error' : `${field}-error`,
  });
  const error = make('p', { id: `${field}-error`, class: 'error' });
  error.hidden = true;
  const box = make('div', { class: 'box' });
  box.append(input);
  const frame = make('div', { class: wide ? 'field wide' : 'field' });
  frame.append(make('label', { for: field }, cardTexts.labels[field]), box, ...(hint ? [hint] : []), error);
  form.append(frame);
  return { input, error };
}

/** The four fields in the document; only this frame reads their content. */
export type Fields = ReturnType<typeof makeFields>;

/** Adds the fields to the document. `onErrors`: the errors have changed; `onEnter`: Enter was pressed in a field. */
export function makeFields(onErrors: (errors: CardErrors) => void, onEnter: () => void) {
  // The form is never submitted: browsers recognise card fields only inside a form.
  const form = make('form', { novalidate: '' });
  document.body.append(form);
  const parts = Object.fromEntries(cardFields.map((field) => [field, makeField(field, form)])) as Record<
    CardField,
    Parts
  >;
  const brand = make('span', { class: 'brand', 'aria-hidden': 'true' });
  parts.number.input.after(brand);
  let errors: CardErrors = {};

  const values = (): CardValues =>
    Object.fromEntries(cardFields.map((field) => [field, parts[field].input.value])) as CardValues;

  const showBrand = () => {
    brand.textContent = cardTexts.brands[brandOf(digitsOf(parts.number.input.value))];
  };

  const show = (found: CardErrors) => {
    errors = found;
    for (const field of cardFields) {
      const { input, error } = parts[field];
      const text = cardErrorText(field, found[field]);
      error.textContent = text;
      error.hidden = text === '';
      if (text) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
    }
    onErrors(found);
  };

  const showOne = (field: CardField, code: CardErrors[CardField]) => {
    if (errors[field] !== code) show({ ...errors, [field]: code });
  };

  const focusFirst = () => {
    const wrong = cardFields.find((field) => errors[field]);
    if (wrong) parts[wrong].input.focus();
  };

  for (const field of cardFields) {
    const { input } = parts[field];
    const check = () => checkCardField(field, values(), Date.now());
    input.addEventListener('input', () => {
      // Formatting in the middle of a text would move the cursor.
      if (input.selectionEnd === input.value.length) {
        const shaped = shapes[field].typing(input.value);
        if (shaped !== input.value) input.value = shaped;
      }
      if (field === 'number') showBrand();
      // An error message disappears as soon as it is no longer true.
      if (errors[field] && !check()) showOne(field, undefined);
    });
    input.addEventListener('blur', () => {
      input.value = shapes[field].left(input.value);
      if (field === 'number') showBrand();
      // An empty field is reported only when the card is needed.
      if (input.value !== '' || errors[field]) showOne(field, check());
    });
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing) return;
      event.preventDefault();
      onEnter();
    });
  }
  // The page can only focus the frame; from there the focus moves to the wrong field.
  addEventListener('focus', () => {
    if (document.activeElement === document.body) focusFirst();
  });

  return {
    values,
    show,
    focusFirst,
    /** Clears the fields. */
    clear: () => {
      for (const field of cardFields) parts[field].input.value = '';
      showBrand();
      show({});
    },
  };
}
