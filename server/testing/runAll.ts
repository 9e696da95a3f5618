import type { Deps } from '../deps.ts';
import { runCards } from '../domain/card/job.ts';
import { runCommands } from '../domain/order/executor.ts';
import { expireDue } from '../domain/order/expire.ts';
import { observeDue } from '../domain/order/observe.ts';
import { sendPlanNotices } from '../domain/subscription/notices.ts';
import { renewDue } from '../domain/subscription/renew.ts';

/** Does everything that is due now, plans and cards too, as the jobs of one process do. */
export async function runAll(deps: Deps): Promise<void> {
  await renewDue(deps);
  await runCommands(deps);
  await runCards(deps);
  await observeDue(deps);
  await runCommands(deps);
  await expireDue(deps);
  await sendPlanNotices(deps);
}
