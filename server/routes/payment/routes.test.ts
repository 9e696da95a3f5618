import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../db/client.ts';
import { gatewayEvents, paymentAttempts } from '../../db/schema/order.ts';
import { cards } from '../../db/schema/subscription.ts';
import { workList } from '../../domain/operator/worklist.ts';
import { noteAnswer, noteUnknown } from '../../domain/order/gatewayHealth.ts';
import { onKick } from '../../domain/order/kick.ts';
import { startMaintenance } from '../../maintenance/store.ts';
import { bodyOf } from '../../testing/answers.ts';
import { openTestShop, signInBuyer, type TestShop } from '../../testing/buyer.ts';
import { createTestApp } from '../../testing/createTestApp.ts';
import { act, orderPlan, prove, runPlans, storePlan, subscribe, typedCard } from '../../testing/plans.ts';
import { countRoundTrips } from '../../testing/roundTrips.ts';
import {
  comeBack,
  commandLines,
  itemsOf,
  lookAt,
  mailsOf,
  minute,
  noteOf,
  notify,
  orderFor,
  pass,
  runDue,
} from '../../testing/shop.ts';

/** How often row 51 of money.md 7 is tried: 100 times in the long run. */
const turnsOfRow51 = Number(process.env.PROPERTY_CASES ?? 200) >= 2000 ? 100 : 10;

let shop: TestShop;
const open = async () => {
  shop = await openTestShop();
  return shop;
};
afterEach(() => shop.gateway.stop());

type Result = { next: string; failure: string | null; is_uncharged: boolean };
const resultOf = (ref: string) => bodyOf<Result>(shop.app.call('GET', `/api/payment/gmo/result/${ref}/`));
const events = () => shop.app.db.select().from(gatewayEvents);

const challengedOrder = async () => {
  const order = await orderFor(shop, { method: 'card' });
  await runDue(shop.app.deps);
  return { order, ref: (await lookAt(shop, order)).last.returnRef };
};

describe('/api/payment/gmo/return/{ref}/', () => {
  it('row 30: a cross-site form without cookies or login is enough', async () => {
    await open();
    const { order, ref } = await challengedOrder();
    const { last } = await lookAt(shop, order);
    shop.gateway.challenge(last.gatewayOrderId);
    const answer = await shop.app.call('POST', `/api/payment/gmo/return/${ref}/`, {
      raw: 'MD=1&PaRes=%82%A0&Event=AuthResultReady',
      headers: { Origin: 'https://bank.example', 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/payment/gmo?r=${ref}`]);
    expect(answer.headers.get('Set-Cookie')).toBeNull();
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    await runDue(shop.app.deps);
    expect((await lookAt(shop, order)).status).toBe('paid');
  });

  it('row 33: a guessed ref is not found and changes nothing', async () => {
    await open();
    const { order, ref } = await challengedOrder();
    for (const guess of [
      `${ref.slice(0, -1)}${ref.endsWith('A') ? 'B' : 'A'}`,
      'x'.repeat(43),
      'short',
      '%00',
    ]) {
      for (const method of ['GET', 'POST'])
        expect((await shop.app.call(method, `/api/payment/gmo/return/${guess}/`)).status).toBe(404);
      expect((await shop.app.call('GET', `/api/payment/gmo/result/${guess}/`)).status).toBe(404);
    }
    const { last } = await lookAt(shop, order);
    expect(last.returnedAt).toBeNull();
    expect(await commandLines(shop, last.id)).toEqual(['entry 1 done', 'exec 1 done']);
  });

  it('takes a buyer in during maintenance, and the gateway’s word', async () => {
    await open();
    const { order, ref } = await challengedOrder();
    const { last } = await lookAt(shop, order);
    const state = { title: '', message: '', starts_at: null, ends_at: null, affected: [], contact_url: null };
    await startMaintenance(shop.app.db, state, shop.app.clock.now());
    shop.app.clock.advance(2000);
    expect((await shop.app.call('GET', `/api/payment/gmo/result/${ref}/`)).status).toBe(503);
    shop.gateway.challenge(last.gatewayOrderId);
    expect((await shop.app.call('GET', `/api/payment/gmo/return/${ref}/`)).status).toBe(303);
    expect((await notify(shop, 'ShopID=&ErrCode=&ErrInfo=E00000000')).status).toBe(200);
    await runDue(shop.app.deps);
    expect((await lookAt(shop, order)).status).toBe('paid');
  });

  it('leads to the app where it lives elsewhere', async () => {
    await open();
    const config = { publicUrl: 'https://api.example', appUrl: 'https://app.example' };
    const { ref } = await challengedOrder();
    const other = await createTestApp({ besides: shop.app, config });
    const answer = await other.call('GET', `/api/payment/gmo/return/${ref}/`);
    expect(answer.headers.get('Location')).toBe(`https://app.example/payment/gmo?r=${ref}`);
  });

  it('refuses a body that is too large', async () => {
    await open();
    const { ref } = await challengedOrder();
    const answer = await shop.app.call('POST', `/api/payment/gmo/return/${ref}/`, {
      raw: 'x'.repeat(17_000),
    });
    expect(answer.status).toBe(413);
  });
});

describe('/api/payment/gmo/result/{ref}/', () => {
  it('row 35: another browser learns the state alone, for half an hour', async () => {
    await open();
    const { order, ref } = await challengedOrder();
    // Somebody who has only the address is not sent to the bank's page.
    expect(await resultOf(ref)).toEqual({ next: 'poll', failure: null, is_uncharged: false, to: null });
    await comeBack(shop, order);
    await runDue(shop.app.deps);
    const answer = await shop.app.call('GET', `/api/payment/gmo/result/${ref}/`);
    expect(await answer.json()).toEqual({ next: 'done', failure: null, is_uncharged: false, to: null });
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
    await pass(shop, 29 * minute, 10 * minute);
    expect((await resultOf(ref)).next).toBe('done');
    await pass(shop, 2 * minute);
    expect((await shop.app.call('GET', `/api/payment/gmo/result/${ref}/`)).status).toBe(404);
  });

  it('says that nothing was charged only when that is certain, and asks the gateway not more than every 20 s', async () => {
    await open();
    const { order, ref } = await challengedOrder();
    shop.gateway.faults([{ fault: 'drop_before', on: 'SecureTran2' }]);
    await comeBack(shop, order);
    await runDue(shop.app.deps);
    expect(await resultOf(ref)).toEqual({ next: 'poll', failure: 'unknown', is_uncharged: false, to: null });
    const checks = async () => (await lookAt(shop, order)).last.checks;
    await runDue(shop.app.deps);
    expect(await checks()).toBe(1);
    for (let second = 0; second < 40; second += 5) {
      shop.app.clock.advance(5000);
      await resultOf(ref);
      await runDue(shop.app.deps);
    }
    expect(await checks()).toBe(3);
    await pass(shop, 15 * minute);
    expect(await resultOf(ref)).toEqual({ next: 'failed', failure: 'tds', is_uncharged: true, to: null });
  });
});

describe('/api/payment/gmo/result/{ref}/ of a card that is only checked', () => {
  it('a card for a plan leads back to the plan, is told for half an hour, and charges nothing', async () => {
    await open();
    const { buyer, id } = await subscribe(shop, await storePlan(shop.app));
    await act(shop, buyer, id, 'card', typedCard(shop, 'challenge'));
    await runPlans(shop);
    const [card] = await shop.app.db.select().from(cards).where(eq(cards.state, 'challenged'));
    const ref = card?.returnRef ?? '';
    const to = `/mypage/history/subscribe/${id}`;
    // Somebody who has only the address is not sent to the bank's page.
    expect(await resultOf(ref)).toEqual({ next: 'poll', failure: null, is_uncharged: true, to });
    await prove(shop, card?.gatewayOrderId ?? '');
    await runPlans(shop);
    expect(await resultOf(ref)).toEqual({ next: 'done', failure: null, is_uncharged: true, to });
    shop.app.clock.advance(30 * minute);
    expect((await resultOf(ref)).next).toBe('done');
    shop.app.clock.advance(1);
    expect((await shop.app.call('GET', `/api/payment/gmo/result/${ref}/`)).status).toBe(404);
  });

  it('a card that begins a trial leads to no page of cards: the order is looked at', async () => {
    await open();
    const buyer = await signInBuyer(shop.app);
    const plan = await storePlan(shop.app, { trialDays: 7 });
    await orderPlan(shop, buyer, plan, { method: 'card', ...typedCard(shop, 'challenge') });
    await runPlans(shop);
    const [card] = await shop.app.db.select().from(cards);
    await prove(shop, card?.gatewayOrderId ?? '', 'fail');
    await runPlans(shop);
    expect(await resultOf(card?.returnRef ?? '')).toEqual({
      next: 'failed',
      failure: 'tds',
      is_uncharged: true,
      to: null,
    });
  });
});

describe('/api/payment/gmo/notify/', () => {
  const paidSlip = async () => {
    const order = await orderFor(shop, { method: 'cvs' });
    await runDue(shop.app.deps);
    const { last } = await lookAt(shop, order);
    shop.gateway.payAtTill(last.gatewayOrderId);
    return { order, gatewayOrderId: last.gatewayOrderId };
  };

  it('row 65: six times the same is one event and one posting, and is received each time', async () => {
    await open();
    const { order, gatewayOrderId } = await paidSlip();
    const note = noteOf(shop, gatewayOrderId);
    for (let turn = 0; turn < 6; turn += 1) {
      const answer = await notify(shop, note);
      expect([answer.status, answer.headers.get('Content-Type'), await answer.text()]).toEqual([
        200,
        'text/plain; charset=UTF-8',
        '0',
      ]);
      await runDue(shop.app.deps);
      // A known state is not even searched for.
      expect(shop.gateway.asked('SearchTradeMulti', gatewayOrderId)).toBe(1);
    }
    expect(await events()).toHaveLength(1);
    const { status, balance } = await lookAt(shop, order);
    expect([status, balance.clearing_cvs]).toEqual(['paid', 9800]);
    expect(await itemsOf(shop, order)).toHaveLength(1);
  });

  it('costs three round trips, and a repetition wakes no job', async () => {
    await open();
    const { gatewayOrderId } = await paidSlip();
    let woken = 0;
    const off = onKick(shop.app.deps, () => {
      woken += 1;
    });
    for (let turn = 0; turn < 2; turn += 1) {
      const count = countRoundTrips(shop.app.db);
      const answer = await notify(shop, noteOf(shop, gatewayOrderId, { TranID: '1' }));
      expect([await answer.text(), count(), woken]).toEqual(['0', 3, 1]);
    }
    off();
  });

  it('keeps nothing secret or personal of a notification', async () => {
    await open();
    const { gatewayOrderId } = await paidSlip();
    await notify(shop, noteOf(shop, gatewayOrderId, { CustomerName: 'YAMADA', TelNo: '09012345678' }));
    const [event] = await events();
    const trade = shop.gateway.trade(gatewayOrderId);
    const text = JSON.stringify(event);
    for (const secret of [trade?.accessPass ?? '', 'YAMADA', '09012345678'])
      expect(text).not.toContain(secret);
  });

  it('row 66: before our own reply is stored it is kept, and applied later', async () => {
    await open();
    const order = await orderFor(shop, { method: 'card', card: 'frictionless' });
    const { runCommands } = await import('../../domain/order/executor.ts');
    const { gateway } = shop.app.deps;
    const early = {
      ...gateway,
      execCard: async (request: Parameters<typeof gateway.execCard>[0]) => {
        const answer = await gateway.execCard(request);
        expect(await (await notify(shop, noteOf(shop, request.gatewayOrderId))).text()).toBe('0');
        return answer;
      },
    };
    await runCommands({ ...shop.app.deps, gateway: early });
    await runDue(shop.app.deps);
    const { status, balance } = await lookAt(shop, order);
    expect([status, balance.clearing_card]).toEqual(['paid', 9800]);
    expect((await events()).map(({ state }) => state)).toEqual(['matched']);
  });

  it('row 66: one that nobody knows is parked, and matched when its order appears', async () => {
    await open();
    const { order, gatewayOrderId } = await paidSlip();
    const { last } = await lookAt(shop, order);
    const hide = { gatewayOrderId: 'K000000-HIDDEN00-01', accessHash: null, nextCheckAt: null };
    await shop.app.db.update(paymentAttempts).set(hide).where(eq(paymentAttempts.id, last.id));
    expect(await (await notify(shop, noteOf(shop, gatewayOrderId))).text()).toBe('0');
    expect((await events()).map(({ state }) => state)).toEqual(['parked']);
    const back = { gatewayOrderId, accessHash: last.accessHash };
    await shop.app.db.update(paymentAttempts).set(back).where(eq(paymentAttempts.id, last.id));
    const { matchParked } = await import('../../domain/order/hints.ts');
    await matchParked(shop.app.deps);
    await runDue(shop.app.deps);
    expect((await lookAt(shop, order)).status).toBe('paid');
    expect((await events()).map(({ state }) => state)).toEqual(['matched']);
  });

  it('row 67: out of order the state comes from the search', async () => {
    await open();
    const order = await orderFor(shop, { method: 'cvs' });
    await runDue(shop.app.deps);
    const { last } = await lookAt(shop, order);
    const old = noteOf(shop, last.gatewayOrderId);
    shop.gateway.payAtTill(last.gatewayOrderId);
    for (const note of [noteOf(shop, last.gatewayOrderId), old]) {
      await notify(shop, note);
      await runDue(shop.app.deps);
    }
    expect((await lookAt(shop, order)).status).toBe('paid');
    expect(await events()).toHaveLength(2);
  });

  it('row 68: a foreign source is refused and counted, a wrong shop too, a false status is contradicted', async () => {
    await open();
    const order = await orderFor(shop, { method: 'cvs' });
    await runDue(shop.app.deps);
    const { last } = await lookAt(shop, order);
    const lines: string[] = [];
    const log = { info: () => undefined, error: (event: string) => void lines.push(event) };
    const gateway = { ...shop.app.deps.gateway, takesNotificationFrom: () => false };
    const { createApp } = await import('../../app.ts');
    const guarded = createApp({ ...shop.app.deps, gateway, log });
    const body = noteOf(shop, last.gatewayOrderId, { Status: 'PAYSUCCESS' });
    const refused = await guarded.request('/api/payment/gmo/notify/', { method: 'POST', body });
    expect(refused.status).toBe(403);
    expect(lines).toEqual(['payment_notification_refused']);
    const wrong = noteOf(shop, last.gatewayOrderId, { ShopID: 'tshop99999999' });
    expect((await notify(shop, wrong)).status).toBe(400);
    expect(await events()).toEqual([]);
    expect(await (await notify(shop, body)).text()).toBe('0');
    await runDue(shop.app.deps);
    expect((await lookAt(shop, order)).status).toBe('awaiting_payment');
  });

  it('row 69: what cannot be read is kept for an operator and received', async () => {
    await open();
    const odd = [
      'ShopID=tshop00000001&Status=%FF%FF',
      'ShopID=tshop00000001&OrderID=&Status=',
      '',
      '\u0000=1',
    ];
    const answers: (string | number)[] = [];
    for (const raw of odd) {
      const answer = await notify(shop, raw);
      answers.push(answer.status === 200 ? await answer.text() : answer.status);
    }
    // What names another shop than ours is not the gateway's.
    expect(answers).toEqual(['0', '0', '0', 400]);
    const kept = await events();
    expect(kept).toHaveLength(3);
    const group = (await workList(shop.app.deps)).find(({ title }) => title === '読み取れない通知(odd)');
    expect(group?.lines).toHaveLength(3);
    expect(kept.every(({ state, attemptId }) => state === 'odd' && attemptId === null)).toBe(true);
  });

  it('row 79: asked whether we are there, we are; too much is refused', async () => {
    await open();
    const answer = await notify(shop, 'ShopID=&ErrCode=&ErrInfo=E00000000');
    expect([answer.status, await answer.text()]).toEqual([200, '0']);
    expect(await events()).toEqual([]);
    expect((await notify(shop, `ShopID=tshop00000001&OrderID=${'x'.repeat(17_000)}`)).status).toBe(413);
  });

  it('row 51: a way back and a notification at the same moment post once, whichever comes first', {
    timeout: 180_000,
  }, async () => {
    await open();
    for (let turn = 0; turn < turnsOfRow51; turn += 1) {
      const { order } = await challengedOrder();
      const { last } = await lookAt(shop, order);
      shop.gateway.challenge(last.gatewayOrderId);
      const back = () => shop.app.call('GET', `/api/payment/gmo/return/${last.returnRef}/`);
      const tell = () => notify(shop, noteOf(shop, last.gatewayOrderId));
      const both = turn % 2 === 0 ? [back, tell] : [tell, back];
      await Promise.all(both.map((act) => act()));
      await Promise.all([runDue(shop.app.deps), tell(), runDue(shop.app.deps)]);
      await Promise.all([runDue(shop.app.deps), tell()]);
      await runDue(shop.app.deps);
      const { status, balance } = await lookAt(shop, order);
      expect([status, balance.clearing_card, balance.sales]).toEqual(['paid', 9800, -9800]);
      expect(await itemsOf(shop, order)).toHaveLength(1);
    }
    expect(await mailsOf(shop)).toEqual(Array(turnsOfRow51).fill('order-paid'));
  });
});

describe('GET /api/payment/settings/', () => {
  it('says what can be paid by here, and where the card frame is', async () => {
    await open();
    expect(await bodyOf(shop.app.call('GET', '/api/payment/settings/'))).toEqual({
      methods: ['card', 'cvs', 'bank'],
      frame_url: '/pay-frame/',
      is_test: true,
    });
  });

  it('row 58: offers no card while nobody knows how payments end, slips and transfers still', async () => {
    await open();
    await shop.app.db.transaction(async (tx) => {
      for (let turn = 0; turn < 5; turn += 1) await noteUnknown(tx as Tx, shop.app.clock.now());
    });
    const offered = async () =>
      (await bodyOf<{ methods: string[] }>(shop.app.call('GET', '/api/payment/settings/'))).methods;
    expect(await offered()).toEqual(['cvs', 'bank']);
    await noteAnswer(shop.app.db);
    expect(await offered()).toEqual(['card', 'cvs', 'bank']);
  });
});
