import { holdUndo } from '../shortLived.ts';
import { expect, lecture, test } from './fixtures.ts';

test('◎△× and the star of a lesson are kept, in the contents too', async ({
  site,
  student,
  physics,
  visit,
}) => {
  const lesson = physics.lesson('0102');
  const page = await visit({ as: student, at: lecture(physics, lesson) });
  const level = async () => {
    const [row] = await site.rows<{ level: number }>(
      `select level from checks where user_id = ${student.id} and lesson_id = ${lesson.id}`,
    );
    return row?.level;
  };
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: lesson.name }) });
  await page.getByRole('button', { name: 'あいまい' }).click();
  await expect(row).toContainText('△');
  await expect.poll(level).toBe(2);
  await page.getByRole('button', { name: 'あいまい' }).click();
  await expect(page.getByRole('button', { name: 'あいまい' })).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(level).toBe(0);

  await row.getByRole('button', { name: `「${lesson.name}」のお気に入り` }).click();
  const stars = page.getByRole('button', { name: `「${lesson.name}」のお気に入り`, pressed: true });
  await expect(stars).toHaveCount(2);
  await page.reload();
  await expect(stars).toHaveCount(2);
});

test('the bookmark of the course can be taken off, and that taken back', { tag: '@long' }, async ({
  student,
  math,
  visit,
}) => {
  const page = await visit({ as: student, at: lecture(math) });
  const bookmark = page.getByRole('button', { name: `「${math.name}」のしおり` });
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true');
  await holdUndo(page);
  await bookmark.click();
  await expect(bookmark).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: '元に戻す' }).click();
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true');
});

test('a lesson to read is done when the learner says so', async ({ site, student, physics, visit }) => {
  const lesson = physics.lesson('0102');
  const page = await visit({ as: student, at: lecture(physics, lesson) });
  // The place that says so is there before: what comes with its words is often not read out.
  const place = page.getByRole('status').filter({ hasText: '読み終わったら' });
  await expect(place).toBeVisible();
  const told = await place.elementHandle();
  await page.getByRole('button', { name: '読み終えた' }).click();
  await expect.poll(() => told?.textContent()).toBe('読み終えました');
  await expect(page.getByText('1 / 16 授業を完了')).toBeVisible();
  await expect
    .poll(async () => {
      const [row] = await site.rows<{ is_completed: boolean }>(
        `select is_completed from watch_histories where user_id = ${student.id} and lesson_id = ${lesson.id}`,
      );
      return row?.is_completed;
    })
    .toBe(true);
});
