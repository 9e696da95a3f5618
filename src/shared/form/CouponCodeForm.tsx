import { couponCodePattern, tidyCouponCode } from '#contracts/shopCart.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { SummaryBox } from './ErrorSummary.tsx';
import { Field } from './Field.tsx';
import { describeFailure } from './failure.ts';
import { useForm } from './useForm.ts';

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
  const form = useForm({
    initial: { coupon: '' },
    order: ['coupon'],
    check: ({ coupon }) => (couponCodePattern.test(tidyCouponCode(coupon)) ? {} : { coupon: texts.wrong }),
    send: async ({ coupon }) => {
      if (!isDisabled && (await onCode(tidyCouponCode(coupon)))) form.set('coupon', '');
    },
    describe: describeFailure,
  });
  return (
    <form className={className} onSubmit={(event) => void form.submit(event)} noValidate>
      <SummaryBox
        title={failed}
        failure={form.errors.coupon ? null : (failure ?? form.summary.failure)}
        testId="coupon-error"
      />
      <Field
        {...form.bind('coupon')}
        label={texts.label}
        hint={texts.hint}
        isSteady={true}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
      />
      <ActionButton type="submit" look="primary" disabled={isDisabled} data-testid="coupon-add">
        {action}
      </ActionButton>
      {note}
    </form>
  );
}
