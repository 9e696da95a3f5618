import { type FormEvent, useState } from 'react';
import { couponCodePattern, tidyCouponCode } from '#contracts/shopCart.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { SummaryBox } from './ErrorSummary.tsx';
import { Field } from './Field.tsx';

const texts = {
  label: 'クーポンコード',
  hint: '大文字・小文字や全角・半角のちがいは、気にしなくてかまいません。',
  wrong: 'クーポンコードは、6〜16文字の英数字です。英字のO・Iと数字の0・1は、使われていません。',
};

/**
 * The field for a printed or mailed coupon code. Only its form is checked here; the server says what is wrong with a code.
 *
 * `onCode` gets the tidied code, and answers whether the field is to be emptied. `failure` stands above the field below
 * `failed`; `note` below the button.
 */
export function CouponCodeForm({
  className,
  action,
  failed,
  failure,
  note,
  isDisabled,
  onCode,
}: {
  className?: string | undefined;
  action: string;
  failed: string;
  failure: string | null;
  note?: React.ReactNode;
  isDisabled: boolean;
  onCode: (code: string) => Promise<boolean>;
}) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const code = tidyCouponCode(typed);
    const isCode = couponCodePattern.test(code);
    setError(isCode ? null : texts.wrong);
    if (!isCode) document.getElementById('coupon-code')?.focus();
    else if (!isDisabled && (await onCode(code))) setTyped('');
  };
  return (
    <form className={className} onSubmit={(event) => void submit(event)} noValidate>
      <SummaryBox title={failed} failure={error === null ? failure : null} testId="coupon-error" />
      <Field
        id="coupon-code"
        label={texts.label}
        hint={texts.hint}
        error={error ?? undefined}
        isSteady={true}
        name="coupon"
        value={typed}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ActionButton type="submit" look="primary" disabled={isDisabled} data-testid="coupon-add">
        {action}
      </ActionButton>
      {note}
    </form>
  );
}
