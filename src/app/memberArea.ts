import type { User } from '#contracts/accounts.ts';
import { session } from '#shared/lib/account/session.ts';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import type { SessionEnd } from '#shared/lib/session/core.ts';
import { holdLock } from '#shared/lib/storage/webLock.ts';
import { owedForgetting } from './owedForgetting.ts';

let last: Promise<void> = Promise.resolve();

/** Runs entering and leaving one after the other: a learner who logs in again must not be forgotten afterwards. */
function inOrder(work: () => Promise<void>): void {
  last = last.then(work).catch((error: unknown) => console.error('member area', error));
}

const loadStart = loadAgain(() => import('./routes/mypage/memberStart.ts'));
const loadEnd = () => import('./routes/mypage/memberEnd.ts');

function enter(user: User): void {
  inOrder(async () => {
    // A learner who is back must not be deleted at a later start because an earlier deletion failed.
    for (const end of owedForgetting.all()) if (end.userId === user.id) owedForgetting.settle(end);
    // The end is loaded in advance: when the session ends, its file may no longer exist on the server.
    await (await loadStart()).enterMember(user, loadEnd);
  });
}

/** Repeats a start whose chunk could not be loaded; a second start of the same learner changes nothing. */
export function enterMemberArea(): void {
  const { user } = session.getSnapshot();
  if (user) enter(user);
}

/** Longest wait for the chunk that forgets a learner, ms. It is loaded in advance behind the learner's first page. */
const patienceMs = 5000;

/**
 * Forgetting must not depend on the network, or on a file that a new version has removed. If the chunk cannot be
 * loaded, code that every learner already has does it.
 */
async function forget(end: SessionEnd): Promise<void> {
  const tooLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('memberEnd is late')), patienceMs);
  });
  const chunk = await Promise.race([loadEnd(), tooLate]).catch(() => null);
  if (chunk) await chunk.leaveMember(end);
  else await (await loadStart()).leaveByHand(end);
}

/**
 * Forgets the learner and then removes the pending entry. Only one tab at a time: otherwise a tab could repeat what
 * another tab has just done, and delete the data of a learner who is back by now.
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
 * Connects the member area to the session: who logs in gets their stored work and the first load of the lists, who
 * leaves is forgotten. A guest downloads nothing of it. Called once, before the session starts.
 */
export function startMemberArea(): void {
  for (const end of owedForgetting.all()) forgetInTurn(end, () => owedForgetting.has(end));
  session.onEnter(enter);
  session.onEnd((end) => {
    owedForgetting.note(end);
    forgetInTurn(end, () => true);
  });
}
