/** A process that may die at any await of the database or the gateway (row 116 of money.md 7). */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import type { PaymentGateway } from '../payment/port.ts';

/** Thrown where the process died, and by everything that it tries to do afterwards. */
export class Killed extends Error {
  override name = 'Killed';
}

export type Mortal = {
  deps: Deps;
  /**
   * Runs something as this process. What is still on its way in it when it dies is dead for good: a process that is
   * started again does not go on with what the one before had begun.
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Whether it has died since it was last started. */
  isDead(): boolean;
  /** Starts it again on the same database. */
  revive(): void;
  /** Sets how likely it dies at one await; 0: not at all. */
  danger(rate: number): void;
  /** It sleeps once, soon: where it has an answer of the database or the gateway; `meanwhile` is what happens then. */
  sleep(meanwhile: () => Promise<void>): void;
};

type Ask = (...args: never[]) => unknown;

/**
 * Makes a process out of these dependencies that dies at random, by the numbers of `random`. Only for the embedded
 * database.
 */
export function mortal(deps: Deps, client: PGlite, random: () => number): Mortal {
  let rate = 0;
  let life = { isDead: false };
  const lives = new AsyncLocalStorage<typeof life>();
  let nap: (() => Promise<void>) | null = null;
  const mayDie = () => {
    const own = lives.getStore() ?? life;
    if (!own.isDead && rate > 0 && random() < rate) own.isDead = true;
    if (own.isDead) throw new Killed();
  };
  /** Sleeps, if it is to and this is the moment. Not inside a transaction, because the database waits for its end. */
  const maySleep = async (rate: number) => {
    if (nap === null || random() >= rate) return;
    const meanwhile = nap;
    nap = null;
    await meanwhile();
  };
  /** Dies before the call, or after its answer and before the caller gets it. */
  const between = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    mayDie();
    const result = await ask();
    mayDie();
    return result;
  };

  /** The same, where it may also sleep before the caller gets the answer. */
  const sleepily =
    (rate: number) =>
    <Result>(ask: () => Promise<Result>): Promise<Result> =>
      between(async () => {
        const result = await ask();
        await maySleep(rate);
        return result;
      });
  const [afterQuery, afterCall] = [sleepily(0.05), sleepily(0.5)];

  const connection = <Target extends object>(target: Target, ask: typeof between): Target =>
    new Proxy(target, {
      get(real, name) {
        const value = Reflect.get(real, name, real) as unknown;
        if (typeof value !== 'function') return value;
        const call = value as Ask;
        if (name === 'query') return (...args: never[]) => ask(async () => call.apply(real, args));
        if (name === 'transaction')
          // If it dies before the end of `run`, the transaction rolls back; after that, it stays committed.
          return (run: (tx: object) => Promise<unknown>) =>
            between(async () =>
              call.apply(real, [((tx: object) => between(() => run(connection(tx, between)))) as never]),
            );
        return call.bind(real);
      },
    });

  const gateway = new Proxy(deps.gateway, {
    get(real, name) {
      const value = Reflect.get(real, name, real) as unknown;
      const isPlain =
        typeof value !== 'function' || name === 'readNotification' || name === 'takesNotificationFrom';
      if (isPlain) return value;
      return (...args: never[]) => afterCall(async () => (value as Ask).apply(real, args));
    },
  }) as PaymentGateway;

  const mail: Deps['mail'] = {
    send: (...args) => between(() => deps.mail.send(...args)),
  };

  return {
    deps: { ...deps, db: drizzle(connection(client, afterQuery)) as unknown as Db, gateway, mail },
    run: (work) => lives.run(life, work),
    isDead: () => life.isDead,
    revive() {
      life = { isDead: false };
    },
    danger(next) {
      rate = next;
    },
    sleep(meanwhile) {
      nap = meanwhile;
    },
  };
}
