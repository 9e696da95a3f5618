import { IconBuildingStore, IconCash, IconReceipt } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Order } from '#contracts/shopOrder.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { groupsOf } from '../model.ts';
import { texts } from '../texts.ts';
import { CopyButton } from './CopyButton.tsx';
import styles from './Order.module.css';

const words = texts.slip;
/** What a slip is about. */
type Payable = Pick<Order, 'payment' | 'total'>;
const icons = [IconBuildingStore, IconReceipt, IconCash];
/** The store chain that has its own name for the number. */
const sevenEleven = '00007';

/** A payment number: in groups for reading, without spaces for copying and screen readers. */
function PlainNumber({ label, value, testId }: { label: string; value: string; testId: string }) {
  const groups = groupsOf(value);
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>
        <span className={styles.number} data-testid={testId}>
          {groups.map(({ at, text }) => (
            <span key={at}>{text}</span>
          ))}
        </span>
        <CopyButton what={label} value={value} />
      </dd>
    </div>
  );
}

function Fact({ label, testId, children }: { label: string; testId?: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd data-testid={testId}>{children}</dd>
    </div>
  );
}

function Due({ order: { payment } }: { order: Payable }) {
  const due = parseTime(payment.due_at);
  return (
    due !== null && (
      <Fact label={words.due} testId="slip-due">
        {texts.moment(due)}
      </Fact>
    )
  );
}

/**
 * How to pay an unpaid order: number and steps of a store, or a bank account, with the exact amount and the deadline
 * (product.md 2.2.D). `isKept`: the device has stored it, too; `null`: it is not meant to. Nothing for other methods.
 * The caller shows it until the money has arrived.
 */
export function Slip({ order, isKept }: { order: Payable; isKept: boolean | null }) {
  const { cvs, bank } = order.payment;
  if (!cvs && !bank) return null;
  return (
    <section className={styles.card} aria-labelledby="slip-title" data-testid="slip">
      <h2 id="slip-title">{cvs ? words.storeTitle : words.bankTitle}</h2>
      {cvs && <Store order={order} cvs={cvs} />}
      {bank && <Account order={order} bank={bank} />}
      <p className={isKept === false ? styles.warn : styles.small}>
        {isKept === null ? words.byMail : isKept ? words.kept : words.notKept}
      </p>
    </section>
  );
}

function Store({ order, cvs }: { order: Payable; cvs: NonNullable<Order['payment']['cvs']> }) {
  const steps = words.steps[cvs.code] ?? words.otherSteps;
  return (
    <>
      <dl className={styles.facts}>
        <Fact label={words.store}>{cvs.name}</Fact>
        <PlainNumber
          label={cvs.code === sevenEleven ? words.slipNo : words.receiptNo}
          value={cvs.receipt_no}
          testId="slip-number"
        />
        {cvs.conf_no && <PlainNumber label={words.confNo} value={cvs.conf_no} testId="slip-conf-number" />}
        <Fact label={words.amount}>
          <span className={styles.big}>{texts.yen(order.total)}</span>
        </Fact>
        <Due order={order} />
      </dl>
      {/^https:\/\//.test(cvs.url) && (
        <p>
          <a href={cvs.url} target="_blank" rel="noreferrer">
            {words.sheet}
          </a>
        </p>
      )}
      <p className={styles.warn}>{words.notYet}</p>
      <h3>{words.stepsTitle}</h3>
      <ol className={styles.steps}>
        {steps.map((step, place) => {
          const Icon = icons[place % icons.length] ?? IconReceipt;
          return (
            <li key={step}>
              <span className={styles.stepIcon} aria-hidden="true">
                <Icon size={24} stroke={1.75} />
              </span>
              <span>{step}</span>
            </li>
          );
        })}
      </ol>
    </>
  );
}

function Account({ order, bank }: { order: Payable; bank: NonNullable<Order['payment']['bank']> }) {
  const { received, rest, due_at } = order.payment;
  const due = parseTime(due_at);
  const isPart = received > 0 && rest > 0;
  const amount = isPart ? rest : order.total;
  return (
    <>
      {isPart && due !== null && (
        <p className={styles.warn} data-testid="part-paid">
          {words.part(received, rest, texts.day(due))}
        </p>
      )}
      <dl className={styles.facts}>
        <Fact label={words.bank}>{bank.bank_name}</Fact>
        <Fact label={words.branch}>{bank.branch}</Fact>
        <PlainNumber
          label={`${words.account}(${words.type(bank.type)})`}
          value={bank.number}
          testId="slip-number"
        />
        <Fact label={words.holder}>{bank.holder}</Fact>
        <div className={styles.fact}>
          <dt>{isPart ? words.rest : words.amount}</dt>
          <dd>
            <span className={styles.big} data-testid="slip-amount">
              {texts.yen(amount)}
            </span>
            <CopyButton what={isPart ? words.rest : words.amount} value={String(amount)} />
          </dd>
        </div>
        <Due order={order} />
      </dl>
      <p className={styles.warn}>{`${words.exact(amount)}${words.bankNotYet}`}</p>
      <ul className={styles.notes}>
        {words.bankNotes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  );
}
