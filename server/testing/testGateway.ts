import { type ScriptedGateway, type ScriptedOptions, startScriptedGateway } from '../gateway/start.ts';
import { silentLog } from '../log.ts';
import type { CallLimits } from '../payment/gmo/call.ts';
import { scriptedGateway } from '../payment/open.ts';
import type { Access, PayMethod, PaymentGateway } from '../payment/port.ts';
import { scriptedShop } from '../payment/settings.ts';
import { testStart } from './createTestApp.ts';

export type TestGateway = {
  scripted: ScriptedGateway;
  /** The protocol client that speaks to it; give it to `createTestApp`. */
  gateway: PaymentGateway;
  /** From now on it uses this clock, as `app.clock`. */
  follow(clock: { now(): number }): void;
  /** An attempt that was entered. */
  enter(orderId: string, method: PayMethod, amount: number, isProved?: boolean): Promise<Access>;
  /** Ends it; a test does so afterwards. */
  stop(): Promise<void>;
};

/**
 * A scripted gateway in memory with a client. Notifications wait until `scripted.deliver()`. Its clock starts at the
 * same time as the tests' clock.
 */
export async function testGateway(
  options: Partial<ScriptedOptions> & { limits?: Partial<CallLimits> } = {},
): Promise<TestGateway> {
  let clock: { now(): number } = { now: () => testStart };
  const scripted = await startScriptedGateway({
    port: 0,
    file: null,
    shop: scriptedShop,
    isAutomatic: false,
    clock: { now: () => clock.now() },
    ...options,
  });
  const gateway = scriptedGateway(scripted, silentLog, options.limits);
  return {
    scripted,
    gateway,
    follow(next) {
      clock = next;
    },
    async enter(gatewayOrderId, method, amount, isProved = true) {
      const authentication = isProved ? '3ds' : 'none';
      const answer = await gateway.entry({ gatewayOrderId, method, amount, authentication });
      if (answer.kind !== 'ok') throw new Error(`${gatewayOrderId} was not entered: ${answer.kind}`);
      return answer.access;
    },
    stop: () => scripted.stop(),
  };
}
