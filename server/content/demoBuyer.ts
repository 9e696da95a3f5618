/** Somebody of the demo who orders and pays in the past, through the same functions as all other orders. */
import { and, eq, inArray } from 'drizzle-orm';
import type { PayerInput } from '#contracts/shopCheckout.ts';
import type { Tx } from '../db/client.ts';
import type { UserRow } from '../db/schema/accounts.ts';
import { courses } from '../db/schema/catalog.ts';
import { type OrderRow, orders, paymentAttempts } from '../db/schema/order.ts';
import { cards, plans } from '../db/schema/subscription.ts';
import { transaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { runCards } from '../domain/card/job.ts';
import { noteCardReturn } from '../domain/card/return.ts';
import { addToCart, chooseCoupon, lockForCheckout } from '../domain/cart/change.ts';
import { freeze } from '../domain/checkout/freeze.ts';
import { freezePlan } from '../domain/checkout/freezePlan.ts';
import { storeCheckout } from '../domain/checkout/store.ts';
import { findByCode } from '../domain/coupon/store.ts';
import { runCommands } from '../domain/order/executor.ts';
import { expireDue } from '../domain/order/expire.ts';
import { noteReturn } from '../domain/order/hints.ts';
import { observeDue } from '../domain/order/observe.ts';
import { placeOrder } from '../domain/order/place.ts';
import { renewDue } from '../domain/subscription/renew.ts';
import type { ScriptedGateway } from '../gateway/start.ts';
import { cardThat } from '../gateway/testCards.ts';

/**
 * What people do at the test gateway: enter a card, authenticate, pay at a till or a bank. Also the gateway's clock.
 */
export type DemoPeople = Pick<ScriptedGateway, 'token' | 'challenge' | 'payAtTill' | 'deposit' | 'shift'>;

export type Paying =
  | { method: 'card'; card?: 'frictionless' | 'challenge' | 'G02' }
  | { method: 'cvs' }
  | { method: 'bank' }
  | { method: 'none' };

const day = 86_400_000;
/** Stored with orders: from where, and with which browser, the buyer agreed. */
const evidence = { from: 'demo', browser: 'demo' };
const typed = { brand: 'VISA', last4: '4444' };

/** One account of the demo at a moment. Moments are days before the demo was loaded; they never go back. */
export class DemoBuyer {
  readonly #real: Deps;
  readonly #people: DemoPeople;
  readonly #user: UserRow;
  readonly #start: number;
  #shifted = 0;
  /** Dependencies with a clock at the buyer's present moment. */
  deps: Deps;

  constructor(deps: Deps, people: DemoPeople, user: UserRow) {
    this.#real = deps;
    this.#people = people;
    this.#user = user;
    this.#start = deps.clock.now();
    this.deps = deps;
  }

  get userId(): number {
    return this.#user.id;
  }

  /** Goes to a moment, with the gateway's clock, and does everything that is due there. */
  async goTo(daysAgo: number): Promise<void> {
    this.#shiftTo(-daysAgo * day);
    const now = this.#start - daysAgo * day;
    this.deps = { ...this.#real, clock: { ...this.#real.clock, now: () => now } };
    await this.work();
  }

  /** Back to the present. */
  leave(): void {
    this.#shiftTo(0);
    this.deps = this.#real;
  }

  #shiftTo(shift: number): void {
    this.#people.shift(shift - this.#shifted);
    this.#shifted = shift;
  }

  /** Does what is due, as the jobs of a server do. */
  async work(): Promise<void> {
    const { deps } = this;
    await renewDue(deps);
    for (let turn = 0; turn < 2; turn += 1) {
      await runCommands(deps);
      await runCards(deps);
      await observeDue(deps);
    }
    await runCommands(deps);
    await expireDue(deps);
  }

  write<Result>(run: (tx: Tx, deps: Deps) => Promise<Result>): Promise<Result> {
    return transaction(this.deps.db, (tx) => run(tx, this.deps));
  }

  /** Orders courses, by their keys, with the coupon of a code, and does what follows from it. */
  async buy(keys: readonly string[], paying: Paying, code = ''): Promise<OrderRow> {
    const rows = await this.deps.db
      .select()
      .from(courses)
      .where(inArray(courses.key, [...keys]));
    if (rows.length !== keys.length) throw new Error(`the demo has no ${keys.join(', ')}`);
    const { userId } = this;
    for (const { id } of rows) await this.write((tx, deps) => addToCart(tx, deps, userId, `course-${id}`));
    if (code !== '') await this.#chooseCode(code);
    const checkout = await this.write(async (tx, deps) => {
      const view = await lockForCheckout(tx, deps, userId);
      const frozen = await freeze(tx, deps, {
        userId,
        productIds: view.lines.map(({ product }) => product.id),
        couponId: view.pricing.discount > 0 ? (view.coupon?.held.coupon.id ?? null) : null,
        method: paying.method,
        cvsCode: paying.method === 'cvs' ? '10001' : null,
        cardId: null,
        card: paying.method === 'card' ? typed : null,
        saveCard: false,
        offeredAt: deps.clock.now(),
      });
      const token = paying.method === 'card' ? this.#people.token(paying.card) : null;
      return storeCheckout(tx, deps, {
        userId,
        cartVersion: view.version,
        frozen,
        payer: this.#payer(),
        token,
      });
    });
    return this.#place(checkout);
  }

  /** Begins a plan, by its key, with a card that is kept, and proves to be its owner. */
  async subscribe(key: string, card: 'frictionless' | 'renewal_G02' = 'frictionless'): Promise<OrderRow> {
    const [plan] = await this.deps.db.select().from(plans).where(eq(plans.key, key));
    if (!plan) throw new Error(`the demo has no ${key}`);
    const { userId } = this;
    const checkout = await this.write(async (tx, deps) => {
      const frozen = await freezePlan(tx, deps, {
        userId,
        productIds: [`plan-${plan.id}`],
        couponId: null,
        method: 'card',
        cvsCode: null,
        cardId: null,
        card: { ...typed, last4: cardThat(card).slice(-4) },
        saveCard: true,
        offeredAt: deps.clock.now(),
      });
      const token = this.#people.token(card);
      return storeCheckout(tx, deps, { userId, cartVersion: null, frozen, payer: this.#payer(), token });
    });
    const order = await this.#place(checkout);
    await this.#prove(order);
    return order;
  }

  async #chooseCode(code: string): Promise<void> {
    await this.write(async (tx, deps) => {
      const held = await findByCode(tx, this.userId, code);
      if (!held) throw new Error(`the demo has no coupon ${code}`);
      await chooseCoupon(tx, deps, this.userId, held);
    });
  }

  async #place(checkout: { id: string; confirmHash: string }): Promise<OrderRow> {
    const ask = {
      userId: this.userId,
      checkoutId: checkout.id,
      confirmHash: checkout.confirmHash,
      ...evidence,
    };
    const order = await this.write((tx, deps) => placeOrder(tx, deps, ask));
    await this.work();
    return order;
  }

  /** If the bank's page waits for the buyer, the buyer passes it and comes back. */
  async #prove({ id }: Pick<OrderRow, 'id'>): Promise<void> {
    const { db } = this.deps;
    const isAsked = and(eq(paymentAttempts.orderId, id), eq(paymentAttempts.state, 'challenged'));
    const isCardAsked = and(eq(cards.userId, this.userId), eq(cards.state, 'challenged'));
    const ids = { id: paymentAttempts.gatewayOrderId };
    const asked = [
      ...(await db.select(ids).from(paymentAttempts).where(isAsked)),
      ...(await db.select({ id: cards.gatewayOrderId }).from(cards).where(isCardAsked)),
    ];
    for (const { id: gatewayOrderId } of asked) {
      const ref = /\/return\/([^/]+)\//.exec(this.#people.challenge(gatewayOrderId))?.[1] ?? '';
      if (!(await noteReturn(this.deps, ref))) await noteCardReturn(this.deps, ref);
    }
    await this.work();
  }

  /**
   * The order stays as it is, with its buyer at the bank's page: nobody searches for it, so that the jobs do not end it
   * after 20 minutes, as they end every other. Its buyer can still go on, or call it off.
   */
  async stayAtBank({ id }: Pick<OrderRow, 'id'>): Promise<void> {
    await this.write((tx) =>
      tx.update(paymentAttempts).set({ nextCheckAt: null }).where(eq(paymentAttempts.orderId, id)),
    );
  }

  /** The slip of an order is paid at a store's till. */
  payAtTill(order: Pick<OrderRow, 'orderNo'>): void {
    this.#people.payAtTill(`${order.orderNo}-01`);
  }

  /** Money comes to the account of an order. */
  deposit(order: Pick<OrderRow, 'orderNo'>, amount: number): void {
    this.#people.deposit(`${order.orderNo}-01`, { amount });
  }

  #payer(): PayerInput {
    const { familyName, givenName, familyNameKana, givenNameKana, phone } = this.#user;
    return {
      kind: 'self',
      family_name: familyName,
      given_name: givenName,
      family_name_kana: familyNameKana,
      given_name_kana: givenNameKana,
      phone,
    };
  }

  /** An order as it stands now. */
  async now({ id }: Pick<OrderRow, 'id'>): Promise<OrderRow> {
    const [order] = await this.deps.db.select().from(orders).where(eq(orders.id, id));
    if (!order) throw new Error('order vanished');
    return order;
  }
}
