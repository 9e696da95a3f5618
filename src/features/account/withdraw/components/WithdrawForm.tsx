import { type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { ErrorSummary } from '#shared/form/ErrorSummary.tsx';
import formStyles from '#shared/form/Form.module.css';
import { describeFailure } from '#shared/form/failure.ts';
import { MarkedLabel } from '#shared/form/MarkedLabel.tsx';
import { PasswordField } from '#shared/form/PasswordField.tsx';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { TextBox } from '#shared/form/TextBox.tsx';
import { formTexts } from '#shared/form/texts.ts';
import { useForm } from '#shared/form/useForm.ts';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx';
import { type OpenOrders, openOrdersOf, postWithdrawal } from '../api.ts';
import { closeAccount } from '../closeAccount.ts';
import { texts } from '../texts.ts';
import styles from './WithdrawForm.module.css';

type Values = { reason: string; password: string };

/** Most characters of a reason, as the server counts them. */
const longestReason = 1000;

function check({ reason, password }: Values) {
  return {
    reason: reason.trim().length > longestReason ? texts.reasonLong : undefined,
    password: password === '' ? formTexts.missing(texts.password) : undefined,
  };
}

/**
 * The end of a membership: what is deleted, what stays, the password, and a final question (product.md 2.3.J).
 * Afterwards the learner is logged out, and none of their data is on the device. Nothing typed here is stored.
 */
export function WithdrawForm() {
  const [isAsking, setAsking] = useState(false);
  const [openOrders, setOpenOrders] = useState<OpenOrders>([]);
  const element = useRef<HTMLFormElement>(null);
  const keys = useRef(createSubmissionKey());
  const form = useForm<Values>({
    initial: { reason: '', password: '' },
    order: ['reason', 'password'],
    check,
    describe: describeFailure,
    send: async () => setAsking(true),
  });
  const { password, reason } = form.values;
  useBusy(password !== '' || reason !== '', 'form');
  const leave = async ({ password, reason }: Values, cancelsOrders: boolean) => {
    const body = {
      password,
      ...(reason.trim() ? { reason: reason.trim() } : {}),
      ...(cancelsOrders ? { cancel_orders: true } : {}),
    };
    try {
      await closeAccount(() => postWithdrawal(body, keys.current.keyFor(body)));
    } catch (error) {
      const orders = openOrdersOf(error);
      if (orders === null) throw error;
      setOpenOrders(orders);
      return;
    }
    blueAlert.show(texts.done);
  };
  const confirm = (cancelsOrders: boolean) => {
    setAsking(false);
    setOpenOrders([]);
    const send = (values: Values) => leave(values, cancelsOrders);
    if (element.current) void form.run(element.current, { check, send });
  };
  return (
    <>
      <Part title={texts.lost} className={styles.lost} items={texts.lostItems}>
        <p>
          <Link to={`${paths.history()}?kind=subscription`}>{texts.plans}</Link>
        </p>
      </Part>
      <Part title={texts.kept} items={texts.keptItems}>
        <p>
          <Link to={paths.privacy()}>{texts.privacy}</Link>
        </p>
      </Part>
      <form
        ref={element}
        className={formStyles.form}
        onSubmit={(event) => void form.submit(event)}
        noValidate
        aria-busy={form.isBusy}
      >
        <ErrorSummary {...form.summary} title={texts.failed} />
        <div className={styles.reason}>
          <TextBox
            {...form.bind('reason')}
            label={<MarkedLabel>{texts.reason}</MarkedLabel>}
            hint={texts.reasonHint}
          />
        </div>
        <PasswordField {...form.bind('password')} label={texts.password} />
        <ActionButton type="submit" disabled={form.isBusy}>
          {form.isBusy ? texts.busy : texts.submit}
        </ActionButton>
        <p className={formStyles.links}>
          <Link to={paths.contact()}>{texts.contact}</Link>
        </p>
      </form>
      {isAsking && (
        <ConfirmDialog
          title={texts.askTitle}
          body={texts.askBody}
          confirm={texts.confirm}
          onConfirm={() => confirm(false)}
          onCancel={() => setAsking(false)}
        />
      )}
      {openOrders.length > 0 && (
        <ConfirmDialog
          title={texts.ordersTitle}
          body={texts.ordersBody(openOrders)}
          confirm={texts.ordersConfirm}
          onConfirm={() => confirm(true)}
          onCancel={() => setOpenOrders([])}
        />
      )}
    </>
  );
}

function Part({
  title,
  className = '',
  items,
  children,
}: {
  title: string;
  className?: string;
  items: readonly string[];
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section className={`${styles.part} ${className}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={formStyles.points}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      {children}
    </section>
  );
}
