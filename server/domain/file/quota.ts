import { and, isNull, sql } from 'drizzle-orm';
import { networkOf } from '../../clientIp.ts';
import { queryRows, type Tx } from '../../db/client.ts';
import { supportFiles } from '../../db/schema/support.ts';
import { rateLimits } from '../../db/schema/system.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';

const mib = 1024 * 1024;
/**
 * Bytes that one sender may send in a day, and bytes of all guests' files that may wait for an inquiry at the same
 * time.
 */
export const fileQuota = { ofSender: 100 * mib, waiting: 1024 * mib };
const day = 86_400;

/** Number of the advisory lock for adding up the waiting files of guests. */
const quotaLock = 5_606_773;

/** A member by their number, a guest by the network they call from (`networkOf`). */
export type Sender = { userId: number; ip?: never } | { userId: null; ip: string };

function full(detail: string, seconds: number): ApiError {
  const retry_after = Math.max(1, Math.ceil(seconds));
  return new ApiError(429, 'rate', `${detail}ファイルを付けずに送信することもできます。`, { retry_after });
}

/** Adds to the bytes that a sender sent today. The row is locked until the transaction ends, and rolls back with it. */
async function countBytes(tx: Tx, key: string, bytes: number, now: number) {
  const at = new Date(now).toISOString();
  const resets = new Date(now + day * 1000).toISOString();
  const [row] = await queryRows<{ count: number; resets: string }>(
    tx,
    sql`insert into ${rateLimits} as held (key, count, resets) values (${key}, ${bytes}, ${resets})
        on conflict (key) do update set
          count = case when held.resets <= ${at}::timestamptz then 0 else held.count end + excluded.count,
          resets = case when held.resets <= ${at}::timestamptz then excluded.resets else held.resets end
        returning held.count, (extract(epoch from held.resets) * 1000)::float8 as resets`,
  );
  if (!row) throw new Error('quota row missing');
  return { bytes: row.count, resetsIn: (Number(row.resets) - now) / 1000 };
}

/**
 * Counts a file before it is stored. 429 `rate` when its sender has sent enough for today, or when the waiting files of
 * guests fill all the room for them (they are swept a day later).
 */
export async function assertRoom(tx: Tx, { clock }: Deps, sender: Sender, size: number): Promise<void> {
  const who = sender.userId ?? networkOf(sender.ip);
  const today = await countBytes(tx, `file-bytes:${who}`, size, clock.now());
  if (today.bytes > fileQuota.ofSender)
    throw full('今日送れるファイルの量をこえました。明日もう一度お試しください。', today.resetsIn);
  if (sender.userId !== null) return;
  await tx.execute(sql`select pg_advisory_xact_lock(${quotaLock})`);
  const isWaiting = and(isNull(supportFiles.userId), isNull(supportFiles.messageId));
  const [row] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${supportFiles.size}), 0)::float8` })
    .from(supportFiles)
    .where(isWaiting);
  if ((row?.bytes ?? 0) + size > fileQuota.waiting)
    throw full('ただいまファイルを受け付けられません。時間をおいてお試しください。', 3600);
}
