import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../cli/command.ts';
import { dbCommands } from '../../cli/registry.ts';
import { postalCodes } from '../../db/schema/postal.ts';
import { cleanStreet } from '../../postal/importPostal.ts';
import { bodyOf, type FailureBody, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { expectMembersOnly } from '../../testing/everyCaller.ts';
import type { SignedIn } from '../../testing/users.ts';

type Who = { token?: string; key?: string };

const address = {
  postal_code: '1500001',
  prefecture: '東京都',
  city: '渋谷区',
  street: '神宮前1-2-3',
  building: 'あさがお荘101',
};
let app: TestApp;
let user: SignedIn;
let folder: string;

beforeEach(async () => {
  app = await createTestApp();
  user = await app.signIn();
  folder = mkdtempSync(join(tmpdir(), 'konomanavi-postal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const get = (who: Who = { token: user.token }) => app.call('GET', '/accounts/address/', who);
const put = (fields: object = {}, who: Who = { token: user.token }) =>
  app.call('PUT', '/accounts/address/', { ...who, json: { ...address, ...fields } });
const find = (code: string) => app.call('GET', `/api/master/postal/${code}/`);

describe('accounts/address/', () => {
  it('is empty at first, then what was saved, for this learner alone', async () => {
    const other = await app.signIn();
    expect(await bodyOf(get())).toEqual({
      postal_code: '',
      prefecture: '',
      city: '',
      street: '',
      building: '',
    });
    expect(await bodyOf(put({ postal_code: '〒１５０-０００１' }))).toEqual(address);
    const stored = await get();
    expect(stored.headers.get('Cache-Control')).toBe('no-store');
    expect(await stored.json()).toEqual(address);
    expect(await bodyOf(get({ token: other.token }))).toMatchObject({ city: '' });
  });

  it.each([
    [{ postal_code: '150' }, 'postal_code'],
    [{ prefecture: '江戸' }, 'prefecture'],
    [{ city: '  ' }, 'city'],
    [{ street: '' }, 'street'],
    [{ building: 'あ'.repeat(101) }, 'building'],
  ])('refuses %j', async (fields, field) => {
    const answer = await bodyOf<FailureBody>(put(fields));
    expect([answer.code, Object.keys(answer.fields ?? {})]).toEqual(['validation', [field]]);
  });

  it('answers a repeated key from store', async () => {
    const who = { token: user.token, key: randomUUID() };
    await put({}, who);
    await put({ street: '神南1-1' });
    expect((await put({}, who)).headers.get('Idempotent-Replayed')).toBe('true');
    expect(await bodyOf(get())).toMatchObject({ street: '神南1-1' });
    expect(await refusalOf(put({ street: '9' }, who))).toBe('422 idempotency_mismatch');
  });

  it('is for members only', async () => {
    const other = await app.signIn();
    await expectMembersOnly(app, user, get);
    await expectMembersOnly(app, other, (who) => put({}, who));
  });
});

describe('GET /api/master/postal/{code}/', () => {
  const line = (code: string, prefecture: string, city: string, street: string) =>
    `13101,"${code.slice(0, 3)}  ","${code}","カナ","カナ","カナ","${prefecture}","${city}","${street}",0,0,0,0,0,0\r\n`;
  const load = async (content: string | Buffer) => {
    const file = join(folder, 'utf_ken_all.csv');
    writeFileSync(file, content);
    const lines: string[] = [];
    const print = (text: string) => lines.push(text);
    const context = { deps: app.deps, args: ['utf_ken_all.csv'], cwd: folder, print };
    return { exit: await runCommand(dbCommands, 'postal', context), text: lines.join('\n') };
  };

  it('knows some codes before the operator loads the file', async () => {
    const answer = await find('1500001');
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=86400');
    const place = { prefecture: '東京都', city: '渋谷区', street: '神宮前' };
    expect(await answer.json()).toEqual({ ...place, candidates: [place] });
    expect(await bodyOf(find('1000005'))).toMatchObject({ street: '丸の内' });
    expect(await bodyOf(find('1000000'))).toMatchObject({ city: '千代田区', street: '' });
  });

  it('says that a code is unknown, or none', async () => {
    expect(await bodyOf(find('9999999'))).toMatchObject({
      code: 'not_found',
      detail: '該当する住所が見つかりません。住所を直接入力してください。',
    });
    for (const code of ['150', '150-0001', 'abcdefg'])
      expect(await refusalOf(find(code))).toBe('404 not_found');
  });

  it('answers from the file of the operator, also where places share a code', async () => {
    await find('1500001');
    const rows = Array.from({ length: 1200 }, (_, row) =>
      line(String(2_000_000 + row), '神奈川県', '川崎市', `町${row}`),
    );
    const shared = [
      line('4980000', '愛知県', '弥富市', '以下に掲載がない場合'),
      line('4980000', '三重県', '桑名郡木曽岬町', '以下に掲載がない場合'),
    ];
    expect(await load(`\ufeff${[...rows, ...shared].join('')}`)).toEqual({
      exit: 0,
      text: '郵便番号データを読み込みました(1202件)。',
    });
    expect(await bodyOf(find('2001199'))).toMatchObject({ street: '町1199' });
    expect(await bodyOf(find('4980000'))).toEqual({
      prefecture: '',
      city: '',
      street: '',
      candidates: [
        { prefecture: '愛知県', city: '弥富市', street: '' },
        { prefecture: '三重県', city: '桑名郡木曽岬町', street: '' },
      ],
    });
    expect(await refusalOf(find('1500001'))).toBe('404 not_found');
    expect(await app.db.select().from(postalCodes)).toHaveLength(1202);
  });

  it('keeps the floors of a tower apart, and takes rows that go on for one', async () => {
    const tower = '丸の内新丸の内ビルディング';
    const rows = [
      line('1006501', '東京都', '千代田区', `${tower}（１階）`),
      line('1006530', '東京都', '千代田区', `${tower}（３０階）`),
      line('1006590', '東京都', '千代田区', `${tower}（地階・階層不明）`),
      line('0295523', '岩手県', '和賀郡西和賀町', '越中畑６４地割〜越中畑６６地割（一、二、'),
      line('0295523', '岩手県', '和賀郡西和賀町', '三、四、'),
      line('0295523', '岩手県', '和賀郡西和賀町', '五）'),
      line('0295524', '岩手県', '和賀郡西和賀町', '次の町'),
    ];
    expect(await load(rows.join(''))).toMatchObject({ exit: 0 });
    const streetOf = async (code: string) => (await bodyOf<{ street: string }>(find(code))).street;
    expect(await streetOf('1006501')).toBe(`${tower}１階`);
    expect(await streetOf('1006530')).toBe(`${tower}３０階`);
    expect(await streetOf('1006590')).toBe(tower);
    expect(await bodyOf(find('0295523'))).toMatchObject({ candidates: [{ street: '越中畑' }] });
    expect(await streetOf('0295524')).toBe('次の町');
  });

  const inShiftJis = Buffer.concat([
    Buffer.from('13101,"100  ","1000001","a","a","a","'),
    Buffer.from([0x93, 0x8c, 0x8b, 0x9e]),
    Buffer.from('","b","c",0,0,0,0,0,0\n'),
  ]);

  it.each([
    ['of another form', '1,2,3\n', '1行目が日本郵便の郵便番号データ'],
    ['in Shift_JIS', inShiftJis, '文字コードが違います(1行目)'],
    ['in UTF-16', Buffer.from('\ufeff13101,"100  ","1000001"\n', 'utf16le'), '文字コードが違います(1行目)'],
    [
      'in UTF-16 without a mark',
      Buffer.from('13101,"100  ","1000001"\n', 'utf16le'),
      '文字コードが違います(1行目)',
    ],
    ['that is empty', '', 'ファイルが空です'],
    ['with a broken quotation', '13101,"100', 'CSVとして読み取れませんでした'],
  ])('refuses a file %s and keeps what it has', async (_what, content, words) => {
    await load(line('1000001', '東京都', '千代田区', '千代田'));
    const { exit, text } = await load(content);
    expect(exit).toBe(2);
    expect(text).toContain(words);
    expect(await bodyOf(find('1000001'))).toMatchObject({ street: '千代田' });
    expect(await app.db.select().from(postalCodes)).toHaveLength(1);
  });

  it('says which file is missing', async () => {
    const lines: string[] = [];
    const run = (args: string[]) => {
      const context = { deps: app.deps, args, cwd: folder, print: (text: string) => lines.push(text) };
      return runCommand(dbCommands, 'postal', context);
    };
    expect([await run(['none.csv']), await run([])]).toEqual([2, 2]);
    expect(lines.join()).toContain('ファイルがありません: none.csv');
  });

  it.each([
    ['以下に掲載がない場合', ''],
    ['丸の内（次のビルを除く）', '丸の内'],
    ['大通西（１〜１９丁目）', '大通西'],
    ['境町の次に番地がくる場合', ''],
    ['利島村一円', ''],
    ['一円', '一円'],
    ['霞が関霞が関ビル（９階）', '霞が関霞が関ビル９階'],
    ['丸の内新丸の内ビルディング（３０階）', '丸の内新丸の内ビルディング３０階'],
    ['丸の内新丸の内ビルディング（地階・階層不明）', '丸の内新丸の内ビルディング'],
    ['泉崎（１、２丁目、３階町）', '泉崎'],
    ['葛巻（第４０地割「５７番地１２５、１７６を除く」〜第４５地割）', '葛巻'],
    ['種市第１５地割〜第２１地割（鹿糠、小路合、緑町）', '種市'],
    ['越中畑６４地割〜越中畑６６地割', '越中畑'],
    ['上町第１地割', '上町第１地割'],
    ['常盤町（その他）', '常盤町'],
  ])('cleans %s', (given, street) => {
    expect(cleanStreet(given)).toBe(street);
  });
});
