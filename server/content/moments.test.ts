import { asc } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { coupons } from '../db/schema/shop.ts';
import { campaigns } from '../db/schema/site.ts';
import { createTestApp } from '../testing/createTestApp.ts';
import { emptyFolder } from '../testing/emptyFolder.ts';
import { type TestPack, writeTestPack } from '../testing/pack.ts';
import { importPack } from './importPack.ts';
import { PackRefusedError } from './problems.ts';
import { readPack } from './readPack.ts';

const day = 86_400_000;
let pack: TestPack;

const facts = 'name representative privacy_officer address phone phone_hours email court'.split(' ');
const writeOperator = (isSample: boolean) =>
  pack.write('operator.yaml', `${facts.map((name) => `${name}: 見本\n`).join('')}is_sample: ${isSample}\n`);
const writeCampaign = (starts: string, ends: string) =>
  pack.write(
    'campaigns/autumn.yaml',
    `title: 秋の学び直し
starts_at: ${starts}
ends_at: ${ends}
hero: { eyebrow: 見出し, heading: [正面], lead: 説明, picture: season }
cta: { to: signup, label: 会員登録 }
sections:
  - { kind: words, heading: 料金, body: 無料です。 }
`,
  );
const writeCoupon = (expires: string) =>
  pack.write(
    'coupons.yaml',
    `- id: c-1
  code: MANABU
  name: クーポン
  description: 説明
  type: percent
  value: 10
  expires_at: ${expires}
`,
  );

async function problems(): Promise<string[]> {
  const refusal = await readPack(pack.root).catch((error: unknown) => error);
  return refusal instanceof PackRefusedError ? refusal.list.lines() : [];
}

beforeEach(async () => {
  pack = await writeTestPack();
});

describe('days from the import, in campaigns and coupons', () => {
  it('are for samples alone', async () => {
    await writeOperator(false);
    await writeCampaign('-1d 09:00', '+8d 23:59');
    await writeCoupon('+8d 23:59');
    const rule = '「+3d 09:00」の形は見本 (is_sample: true) だけに書けます。';
    expect(await problems()).toEqual([
      `campaigns/autumn.yaml:2: ${rule}`,
      `campaigns/autumn.yaml:3: ${rule}`,
      `coupons.yaml:7: ${rule}`,
    ]);
    await writeOperator(true);
    expect(await problems()).toEqual([]);
  });

  it.each([
    ['2026-01-01T00:00:00+09:00', '+8d 23:59', '日時はすべて同じ形で書いてください。'],
    ['+8d 23:59', '+8d 23:58', 'ends_at は starts_at より後にしてください。'],
    [
      '-1d 09:00',
      '明日',
      '「ends_at」: 2027-06-01T09:00:00+09:00 か、見本なら「+3d 09:00」の形で書いてください。',
    ],
  ])('%s to %s is refused', async (starts, ends, message) => {
    await writeOperator(true);
    await writeCampaign(starts, ends);
    expect(await problems()).toEqual([`campaigns/autumn.yaml:3: ${message}`]);
  });

  it('count from the day of each import in Japan', async () => {
    const app = await createTestApp({ config: { mediaDir: await emptyFolder() } });
    const ends = async () => {
      await importPack(app.deps, pack.root);
      const [campaign] = await app.db.select().from(campaigns);
      const [coupon] = await app.db.select().from(coupons).orderBy(asc(coupons.key));
      return [campaign?.starts, campaign?.ends, coupon?.expiresAt].map((at) => at?.toISOString());
    };
    await writeOperator(true);
    await writeCampaign('-1d 09:00', '+8d 23:59');
    await writeCoupon('+8d 23:59');
    expect(await ends()).toEqual([
      '2026-04-09T00:00:00.000Z',
      '2026-04-18T14:59:00.000Z',
      '2026-04-18T14:59:00.000Z',
    ]);
    app.clock.advance(20 * day);
    expect((await ends())[1]).toBe('2026-05-08T14:59:00.000Z');
  });
});
