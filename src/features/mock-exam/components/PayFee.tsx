import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MockExamDetail } from '#contracts/exam.ts';
import { examProduct } from '#contracts/shopCart.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { describeFailure } from '#shared/form/failure.ts';
import { HttpError } from '#shared/lib/errors.ts';
import { lateLoad } from '#shared/lib/loading/lateLoad.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { examMoment } from '#shared/lib/text/examTime.ts';
import { formatCount, parseTime } from '#shared/lib/text/format.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { texts } from '../texts.ts';
import { useMoment } from '../useExams.ts';

/** The cart code is loaded on the press: no other page of the exams needs it. */
const loadCart = lateLoad(() => import('#shared/lib/shop/cart.ts'));

/** Pays the fee of an entry that waits for it: puts it into the cart, or leads to the existing order. */
export function PayFee({ exam }: { exam: MockExamDetail }) {
  const navigate = useNavigate();
  const now = useMoment();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const order = exam.entry?.order ?? null;
  const until = parseTime(exam.entry_until);
  const pay = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await (await loadCart()).addToCart(examProduct(exam.id));
      void navigate(paths.cart());
    } catch (error) {
      // It was paid in the meantime on another device: the order says so.
      if (error instanceof HttpError && error.code === 'already_owned') void navigate(paths.history());
      else setFailure(describeFailure(error));
    } finally {
      setBusy(false);
    }
  };
  if (order && !order.is_paid)
    return (
      <>
        <p>{texts.ordered}</p>
        <ActionLink to={paths.historyDetail(order.id)} look="primary">
          {texts.toOrder}
        </ActionLink>
      </>
    );
  return (
    <>
      <p>{texts.unpaid(formatCount(exam.fee))}</p>
      {until !== null && <p>{texts.payUntil(examMoment(until, now))}</p>}
      <SummaryBox title={texts.payFailed} failure={failure} testId="exam-pay-error" />
      <ActionButton look="primary" disabled={isBusy} data-testid="exam-pay" onClick={() => void pay()}>
        {texts.toCart}
      </ActionButton>
    </>
  );
}
