import { courseSchema } from '#contracts/course.ts';
import type { CartItem } from '#contracts/shopCart.ts';
import { putBookmarkIntent } from '#features/bookmark/local.ts';
import { type Member, member } from './memberStart.ts';

/** The learner's area, once it is open. */
function opened(): Promise<Member> {
  return new Promise((resolve) => {
    const look = () => {
      const now = member.get();
      if (!now) return;
      stop();
      resolve(now);
    };
    const stop = member.subscribe(look);
    look();
  });
}

/** Bookmarks a course of the cart; returns a function that undoes it. */
export async function keepForLater({ course: id, name, thumbnail }: CartItem): Promise<() => void> {
  const { db } = await opened();
  const course = courseSchema.parse({ id, name, thumbnail });
  await putBookmarkIntent(db, course, null, true);
  return () => void putBookmarkIntent(db, course, null, false).catch(() => undefined);
}
