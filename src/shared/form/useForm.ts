import {
  type ChangeEvent,
  type FormEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { HttpError } from '#shared/lib/errors.ts';
import { afterPress } from '#shared/lib/loading/afterPress.ts';
import { useIsTakenOver } from '#shared/ui/useIsTakenOver.ts';

type Value = string | boolean | readonly unknown[];

/** Errors of the input, per field. */
export type FormErrors<Values> = Partial<Record<keyof Values & string, string>>;

/** Definition of a form. */
export type FormRules<Values> = {
  initial: Values;
  /** Earlier input on this device, used instead of `initial`; written at every change (product.md 2.0.3). */
  draft?: { read: () => Values; write: (values: Values) => void };
  /** Fields that can be wrong, in their order on the page: the first wrong one gets the focus. */
  order: readonly (keyof Values & string)[];
  /** Errors found before anything is sent. */
  check: (values: Values) => FormErrors<Values>;
  /** Normalizes a field when it is left. */
  tidy?: { [Name in keyof Values]?: (value: Values[Name]) => Values[Name] };
  /** Sends the form and continues from there. Errors it throws are shown. */
  send: (values: Values) => Promise<void>;
  /** Describes a failure that belongs to no field. */
  describe: (error: unknown) => string;
};

/** Props of a text control. */
export type BoundField = {
  id: string;
  name: string;
  value: string;
  error?: string;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => void;
  onBlur: () => void;
};

/** The server's messages for fields of this form. */
function fieldMessages<Values>(error: unknown, order: FormRules<Values>['order']): FormErrors<Values> {
  if (!(error instanceof HttpError)) return {};
  const { fields } = error;
  return Object.fromEntries(
    order.filter((name) => fields[name]?.[0]).map((name) => [name, fields[name]?.[0]]),
  ) as FormErrors<Values>;
}

/**
 * State and actions of a form (product.md 2.0.3). It checks a field when it is left, and all fields on submit. It
 * focuses the first wrong field, and sends once however often the button is pressed.
 */
export function useForm<Values extends Record<string, Value>>({
  initial,
  draft,
  order,
  check,
  tidy = {},
  send,
  describe,
}: FormRules<Values>) {
  type Name = keyof Values & string;
  const isTakenOver = useIsTakenOver();
  const [first] = useState(() => (isTakenOver || !draft ? initial : draft.read()));
  const [values, setValues] = useState(first);
  const [errors, setErrors] = useState<FormErrors<Values>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const busy = useRef(false);
  const id = useId();
  /** Current values: a field that was left is checked a moment later, when a press may have changed others. */
  const held = useRef(values);
  useLayoutEffect(() => {
    held.current = values;
  });
  const idOf = (name: Name) => `${id}${name}`;

  // A prerendered page knows nothing of this device.
  const readLate = useEffectEvent(() => {
    if (draft && isTakenOver) setValues(draft.read());
  });
  useLayoutEffect(() => readLate(), []);
  const write = useEffectEvent(() => draft?.write(values));
  useEffect(() => {
    if (values !== first) write();
  }, [values, first]);

  const set = <Key extends Name>(name: Key, value: Values[Key]) =>
    setValues((former) => ({ ...former, [name]: value }));

  /** Input changes a value; an error message disappears as soon as it is no longer true. */
  const type = <Key extends Name>(name: Key, value: Values[Key]) => {
    set(name, value);
    const isRight = errors[name] && !check({ ...values, [name]: value })[name];
    if (isRight) setErrors((former) => ({ ...former, [name]: undefined }));
  };

  /** A choice is always valid. */
  const choose = <Key extends Name>(name: Key, value: Values[Key]) => {
    set(name, value);
    setErrors((former) => ({ ...former, [name]: undefined }));
  };

  /** Checks a field that was left; an empty one is reported only on submit. */
  const leave = (name: Name) => {
    const typed = held.current[name];
    const value = tidy[name]?.(typed) ?? typed;
    const next = { ...held.current, [name]: value };
    if (value !== typed) set(name, value);
    setErrors((former) => ({
      ...former,
      [name]: value === '' && !former[name] ? undefined : check(next)[name],
    }));
  };

  /** Shows errors found elsewhere: wrong fields, a failure, both, or none. */
  const show = (found: FormErrors<Values>, told: string | null) => {
    setErrors(found);
    setFailure(told);
  };

  /** Shows the errors. @returns whether there are any. */
  const tell = (form: HTMLFormElement, found: FormErrors<Values>): boolean => {
    setErrors(found);
    const first = order.find((name) => found[name]);
    if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    return first !== undefined;
  };

  const run = async (
    form: HTMLFormElement,
    rules: Pick<FormRules<Values>, 'check' | 'send'> = { check, send },
  ): Promise<void> => {
    if (busy.current) return;
    setFailure(null);
    if (tell(form, rules.check(values))) return;
    busy.current = true;
    setIsBusy(true);
    try {
      await rules.send(values);
    } catch (error) {
      if (!tell(form, fieldMessages<Values>(error, order))) setFailure(describe(error));
    } finally {
      busy.current = false;
      setIsBusy(false);
    }
  };

  return {
    values,
    errors,
    isBusy,
    idOf,
    set,
    type,
    choose,
    leave,
    show,
    /** Replaces all values. */
    put: (next: Values) => {
      setValues(next);
      show({}, null);
    },
    /** Checks and sends; takes other rules if a form has two ways to send. */
    run,
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      return run(event.currentTarget);
    },
    /** Props of the error summary at the top. */
    summary: { failure, errors, order, idOf },
    bind: (name: Name): BoundField => ({
      id: idOf(name),
      name,
      value: String(values[name]),
      error: errors[name],
      onChange: (event) => type(name, event.currentTarget.value as Values[Name]),
      onBlur: () => afterPress(() => leave(name)),
    }),
  };
}
