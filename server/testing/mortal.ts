/** A process that may die at any await of the database or the gateway (row 116 of money.md 7). */
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
  /** Whether it has died since it was last started. */
  isDead(): boolean;
  /** Starts it again on the same database. */
  revive(): void;
  /** Sets how likely it dies at one await; 0: not at all. */
  danger(rate: number): void;
};

type Ask = (...args: never[]) => unknown;

/**
 * Makes a process out of these dependencies that dies at random, by the numbers of `random`. Only for the embedded
 * database.
 */
export function mortal(deps: Deps, client: PGlite, random: () => number): Mortal {
  let [rate, isDead] = [0, false];
  const mayDie = () => {
    if (!isDead && rate > 0 && random() < rate) isDead = true;
    if (isDead) throw new Killed();
  };
  /** Dies before the call, or after its answer and before the caller gets it. */
  const between = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    mayDie();
    const result = await ask();
    mayDie();
    return result;
  };

  const connection = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(real, name) {
        const value = Reflect.get(real, name, real) as unknown;
        if (typeof value !== 'function') return value;
        const call = value as Ask;
        if (name === 'query') return (...args: never[]) => between(async () => call.apply(real, args));
        if (name === 'transaction')
          // If it dies before the end of `run`, the transaction rolls back; after that, it stays committed.
          return (run: (tx: object) => Promise<unknown>) =>
            between(async () =>
              call.apply(real, [((tx: object) => between(() => run(connection(tx)))) as never]),
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
      return (...args: never[]) => between(async () => (value as Ask).apply(real, args));
    },
  }) as PaymentGateway;

  return {
    deps: { ...deps, db: drizzle(connection(client)) as unknown as Db, gateway },
    isDead: () => isDead,
    revive() {
      isDead = false;
    },
    danger(next) {
      rate = next;
    },
  };
}
