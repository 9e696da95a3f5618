import { expect, on, startHere, test } from './fixtures.ts';

// exams.md 4, 7: a phone that is turned while somebody writes

test.use({ examName: 'highschool-c' });

const upright = { width: 390, height: 844 };
const turned = { width: 844, height: 390 };

test('row 39: turned, with the keyboard out, and in a split view the caret and the pane stay', async ({
  visit,
  hall,
  taker,
}) => {
  const page = await visit({ as: taker, at: hall.path('japanese'), viewport: upright });
  await startHere(page);
  const tab = (name: string) => page.locator('#root').getByRole('button', { name, exact: true });
  const field = on(page, 'exam-question').locator('input[type="text"][data-slot]').first();
  await field.fill('あいうえお');
  await field.evaluate((one: HTMLInputElement) => one.setSelectionRange(2, 2));
  const caret = () => field.evaluate((one: HTMLInputElement) => [one.value, one.selectionStart]);
  const isHere = async (value: string, at: number) => {
    await expect(field).toBeFocused();
    expect(await caret()).toEqual([value, at]);
  };
  // The keyboard comes out, and goes; half of the screen for another app; turned, and back.
  const looks = [{ width: 390, height: 420 }, upright, { width: 320, height: 844 }, turned, upright, turned];
  for (const look of looks) {
    await page.setViewportSize(look);
    await isHere('あいうえお', 2);
  }
  await page.keyboard.insertText('か');
  await isHere('あいかうえお', 3);

  // The part that is open on a phone is open again after it was turned twice.
  await page.setViewportSize(upright);
  await tab('マーク').click();
  await page.setViewportSize(turned);
  await page.setViewportSize(upright);
  await expect(tab('マーク')).toHaveAttribute('aria-pressed', 'true');
  await expect(on(page, 'exam-save-state')).toHaveAttribute('data-state', 'saved');
  const { id } = await hall.attempt(taker, 'japanese');
  expect(Object.values(await hall.answers(id))).toEqual(['あいかうえお']);
});
