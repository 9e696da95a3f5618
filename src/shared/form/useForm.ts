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

/** What is wrong with the input, per field. */
export type FormErrors<Values> = Partial<Record<keyof Values & string, string>>;

/** What a form consists of. */
export type FormRules<Values> = {
  initial: Values;
  /** What was typed before on this device, in place of `initial`; written at every change (product.md 2.0.3). */
  draft?: { read: () => Values; write: (values: Values) => void };
  /** Fields that can be wrong, as they stand on the page: the first wrong one gets the focus. */
  order: readonly (keyof Values & string)[];
  /** What is wrong before anything is sent. */
  check: (values: Values) => FormErrors<Values>;
  /** Brings a field that was left into the form in which it is sent. */
  tidy?: { [Name in keyof Values]?: (value: Values[Name]) => Values[Name] };
  /** Sends, and goes on from there. What it throws is shown. */
  send: (values: Values) => Promise<void>;
  /** What to say about a failure that belongs to no field. */
  describe: (error: unknown) => string;
};

/** What a control for text needs. */
export type BoundField = {
  id: string;
  name: string;
  value: string;
  error?: string;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => void;
  onBlur: () => void;
};

/** Messages of the server for fields that this form has. */
function fieldMessages<Values>(error: unknown, order: FormRules<Values>['order']): FormErrors<Values> {
  if (!(error instanceof HttpError)) return {};
  const { fields } = error;
  return Object.fromEntries(
    order.filter((name) => fields[name]?.[0]).map((name) => [name, fields[name]?.[0]]),
  ) as FormErrors<Values>;
}

/**
 * State and actions of a form (product.md 2.0.3): checks a field that was left and all of them on submit, gives
 * the focus to the first wrong one, and is sent once however often the button is pressed.
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
  /** What the fields hold now: one that was left is looked at a moment later, when a press has changed others. */
  const held = useRef(values);
  useLayoutEffect(() => {
    held.current = values;
  });
  const idOf = (name: Name) => `${id}${name}`;

  // A page that was made before knows nothing of this device.
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

  /** What is typed: a message goes as soon as it does not hold any more. */
  const type = <Key extends Name>(name: Key, value: Values[Key]) => {
    set(name, value);
    const isRight = errors[name] && !check({ ...values, [name]: value })[name];
    if (isRight) setErrors((former) => ({ ...former, [name]: undefined }));
  };

  /** What was chosen is right by itself. */
  const choose = <Key extends Name>(name: Key, value: Values[Key]) => {
    set(name, value);
    setErrors((former) => ({ ...former, [name]: undefined }));
  };

  /** Checks a field that was left; an empty one is told only on submit. */
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

  /** Shows what somebody else has found: wrong fields, a failure, both, or none. */
  const show = (found: FormErrors<Values>, told: string | null) => {
    setErrors(found);
    setFailure(told);
  };

  /** Shows what is wrong. @returns whether anything is. */
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
    /** Other values in place of all that was typed. */
    put: (next: Values) => {
      setValues(next);
      show({}, null);
    },
    /** Checks and sends; with other rules, when a form has two ways to go. */
    run,
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      return run(event.currentTarget);
    },
    /** What the summary at the top needs. */
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
