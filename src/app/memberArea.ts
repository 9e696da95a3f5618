import type { User } from '#contracts/accounts.ts';
import { session } from '#shared/lib/account/session.ts';
import { whenIdle } from '#shared/lib/loading/idle.ts';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import type { SessionEnd } from '#shared/lib/session/core.ts';
import { holdLock } from '#shared/lib/storage/webLock.ts';
import { owedForgetting } from './owedForgetting.ts';

let last: Promise<void> = Promise.resolve();

/** Comings and goings are worked off in their order: who logs in again must not be forgotten afterwards. */
function inOrder(work: () => Promise<void>): void {
  last = last.then(work).catch((error: unknown) => console.error('member area', error));
}

const loadStart = loadAgain(() => import('./routes/mypage/memberStart.ts'));

function enter(user: User): void {
  inOrder(async () => {
    // Whoever is back must not be deleted at a later start because that failed before.
    for (const end of owedForgetting.all()) if (end.userId === user.id) owedForgetting.settle(end);
    const { enterMember } = await loadStart();
    await enterMember(user);
    // At hand when the session ends, whatever has become of its file by then.
    whenIdle(() => void import('./routes/mypage/memberEnd.ts').catch(() => undefined));
  });
}

/** Makes up for a start that failed because its chunk could not be loaded then; entering twice is entering once. */
export function enterMemberArea(): void {
  const { user } = session.getSnapshot();
  if (user) enter(user);
}

/** How long the chunk that forgets a learner may take to come, ms. It is fetched ahead with the member area. */
const patienceMs = 5000;

/**
 * Forgetting must not depend on a file that may be gone since a new version is out, or on a network: what every learner
 * has loaded by then can do it, too.
 */
async function forget(end: SessionEnd): Promise<void> {
  const tooLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('memberEnd is late')), patienceMs);
  });
  const chunk = await Promise.race([import('./routes/mypage/memberEnd.ts'), tooLate]).catch(() => null);
  if (chunk) await chunk.leaveMember(end);
  else await (await loadStart()).leaveByHand(end);
}

/**
 * Forgets and then is even with it. One tab at a time: what another tab has just made up for may belong to a learner
 * who is back by now.
 */
function forgetInTurn(end: SessionEnd, isStillWanted: () => boolean): void {
  inOrder(() =>
    holdLock(
      'forget',
      async () => {
        if (!isStillWanted()) return;
        await forget(end);
        owedForgetting.settle(end);
      },
      patienceMs,
    ),
  );
}

/**
 * Hangs the member area on the session: who logs in gets their stored work and the first load of the lists, who
 * leaves is forgotten. Nothing of it is downloaded for a guest. Called once, before the session starts.
 */
export function startMemberArea(): void {
  for (const end of owedForgetting.all()) forgetInTurn(end, () => owedForgetting.has(end));
  session.onEnter(enter);
  session.onEnd((end) => {
    owedForgetting.note(end);
    forgetInTurn(end, () => true);
  });
}
