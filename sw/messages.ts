import type { PageMessage } from '#shared/lib/worker/workerMessages.ts';
import { dropFormerBuilds } from './cleanup.ts';
import { keepSeenPage } from './keptPages.ts';
import { makeWay, untilMakingWay } from './makeWay.ts';
import { worker } from './scope.ts';
import { checkApp, warm } from './warm.ts';

/** Handles a message of a page; answers through its port. */
export async function handleMessage(message: PageMessage, port: MessagePort | undefined): Promise<void> {
  if (message.type === 'SKIP_WAITING') return takeOver();
  if (message.type === 'make-way') return makeWay();
  if (message.type === 'claim') return worker.clients.claim();
  if (message.type === 'check-app') return port?.postMessage(await checkApp());
  if (message.type === 'seen') return void (await untilMakingWay(keepSeenPage(message.path)));
  if (message.type === 'warm') await untilMakingWay(warmFor(port));
}

function takeOver(): Promise<void> {
  worker.registration.active?.postMessage({ type: 'make-way' } satisfies PageMessage);
  return worker.skipWaiting();
}

async function warmFor(port: MessagePort | undefined): Promise<void> {
  const answer = await warm();
  port?.postMessage(answer);
  await dropFormerBuilds();
}
