import { describe, expect, it } from 'vitest';
import type { Paper, PaperFacts, PaperLine } from '../db/schema/paperFacts.ts';
import { textOfPdf } from '../testing/pdfText.ts';
import { missingGlyphs } from './fonts.ts';
import { renderPaper } from './renderPaper.ts';

const at = Date.parse('2027-04-12T23:30:00+09:00');
const seller = {
  name: '見本学習サービス株式会社',
  representative: '代表取締役 見本 太郎',
  address: '〒000-0000 見本県見本市見本町1丁目2番3号',
  phone: '00-0000-0000',
  email: 'support@example.com',
  invoiceNumber: 'T1234567890123',
};
const line = (name: string, amount = 4233, rate = 10): PaperLine => ({ name, note: '', amount, rate });
const common = {
  orderNo: 'K270412-7H3KQ9ZC',
  issuedAt: at,
  lines: [line('数学Ⅰ 二次関数'), line('英文法〜300題', 8331), line('参考書', 1080, 8)],
  rates: [
    { rate: 10, total: 12_564, tax: 1142 },
    { rate: 8, total: 1080, tax: 80 },
  ],
  total: 13_644,
  seller,
  isTest: false,
};
const facts = {
  receipt: {
    ...common,
    kind: 'receipt',
    number: 'K270412-7H3KQ9ZC-R1',
    paidAt: at,
    method: 'クレジットカード',
    proviso: 'オンライン講座の受講料',
    invoice: null,
  },
  invoice: { ...common, kind: 'invoice', number: 'K270412-7H3KQ9ZC-I1', paidAt: at, method: '銀行振込' },
  return_invoice: {
    ...common,
    kind: 'return_invoice',
    number: 'K270412-7H3KQ9ZC-H1',
    paidAt: at,
    refundedAt: at + 86_400_000,
    method: 'クレジットカードへの返金',
    reason: 'お申し出による返品',
    original: 'K270412-7H3KQ9ZC-I1',
  },
  contract: {
    ...common,
    kind: 'contract',
    number: 'K270412-7H3KQ9ZC-C1',
    orderedAt: at,
    method: 'クレジットカード',
    sections: [{ title: 'クーリング・オフ', lines: ['8日間は契約を解除できます。'], isRed: true }],
  },
} satisfies Record<string, PaperFacts>;

const paper = (of: PaperFacts, more: Partial<Paper> = {}): Paper =>
  ({ ...of, name: '山田 花子', honorific: '様', isReissue: false, ...more }) as Paper;
const pagesOf = async (one: Paper) => textOfPdf(await renderPaper(one));
const textOf = async (one: Paper) => (await pagesOf(one)).join('');

describe('a paper', () => {
  it('says who, how much, what for, how and when it was paid, and who sells, as text', async () => {
    const text = await textOf(paper(facts.receipt));
    for (const words of [
      '領収書',
      '山田花子様',
      '¥13,644',
      '但し、オンライン講座の受講料として、上記の金額を領収いたしました。',
      'K270412-7H3KQ9ZC-R1',
      '注文番号K270412-7H3KQ9ZC',
      'クレジットカード',
      'お支払い日2027年4月12日',
      '数学Ⅰ二次関数',
      '英文法〜300題',
      '収入印紙は貼付していません。',
      '見本学習サービス株式会社',
      '〒000-0000見本県見本市見本町1丁目2番3号',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('T1234567890123');
    expect(text).not.toMatch(/再発行|見本\(テスト決済\)|ページ/);
  });

  it('is a qualified invoice with number, sum and tax of each rate', async () => {
    const text = await textOf(paper(facts.invoice));
    for (const words of ['適格請求書', '登録番号T1234567890123', '10%対象¥12,564¥1,142', '8%対象¥1,080¥80'])
      expect(text).toContain(words);
  });

  it('is a return invoice that names the sale, or a note of a seller without a number', async () => {
    const text = await textOf(paper(facts.return_invoice));
    for (const words of ['適格返還請求書', 'もとの書類の番号K270412-7H3KQ9ZC-I1', '返金日2027年4月13日'])
      expect(text).toContain(words);
    const unregistered = { ...facts.return_invoice, seller: { ...seller, invoiceNumber: null } };
    const plain = await textOf(paper(unregistered));
    expect(plain).toContain('返金明細書');
    expect(plain).not.toMatch(/適格|登録番号/);
  });

  it('is a contract paper with its passages', async () => {
    const text = await textOf(paper(facts.contract));
    for (const words of ['契約書面', '十分にお読みください', '8日間は契約を解除できます。', '合計¥13,644'])
      expect(text).toContain(words);
    const outline: PaperFacts = { ...facts.contract, kind: 'outline', orderedAt: null };
    const before = await textOf(paper(outline));
    expect(before).toContain('概要書面');
    expect(before).not.toContain('締結日');
  });

  it('says when it is issued again, and when no money was real', async () => {
    const text = await textOf(paper({ ...facts.receipt, isTest: true }, { isReissue: true }));
    expect(text).toContain('再発行');
    expect(text).toContain('見本(テスト決済)');
  });

  it('is the same bytes for the same facts', async () => {
    const one = paper(facts.invoice);
    const [first, again] = [await renderPaper(one), await renderPaper(structuredClone(one))];
    expect(Buffer.from(first).equals(Buffer.from(again))).toBe(true);
    expect(first.length).toBeLessThan(80_000);
  });

  it('row 106: old forms of names are printed and read as they were typed', async () => {
    const name = '髙﨑𠮷齋邉邊濵濱德瀨𣘺神都福祐羽凜塚𠮟𩸽';
    expect(await missingGlyphs(name)).toEqual([]);
    for (const kind of ['receipt', 'contract'] as const) {
      const text = await textOf(paper({ ...facts[kind], lines: [line(`${name}講座`)] }, { name }));
      expect(text).toContain(`${name}様`);
      expect(text).toContain(`${name}講座`);
    }
  });

  it('row 106: what the font lacks is known beforehand', async () => {
    expect(await missingGlyphs('山田😀太郎葛\u{e0100}\n😀')).toEqual(['😀', '\u{e0100}', '\n']);
  });

  it.each(['永', 'W', '長い名前 '])(
    'row 105: names of 2,000 characters (%s) wrap, nothing is lost',
    async (part) => {
      const long = part.repeat(2000 / part.length).trim();
      const pages = await pagesOf(
        paper({ ...facts.receipt, lines: [line(long), line('最後の講座')] }, { name: long }),
      );
      expect(pages.length).toBeGreaterThan(1);
      const text = pages.join('').replaceAll(/領収書K270412-7H3KQ9ZC-R1\d+\/\d+ページ/g, '');
      const letters = long.replaceAll(' ', '');
      expect(text).toContain(`${letters}様`);
      expect(text.split(letters)).toHaveLength(3);
      for (const words of ['最後の講座', '8%対象', seller.email]) expect(text).toContain(words);
      for (const [i, page] of pages.entries()) expect(page).toContain(`${i + 1}/${pages.length}ページ`);
    },
  );

  it('row 105: what cannot be drawn is an error and no half file', async () => {
    const broken = paper({ ...facts.receipt, issuedAt: Number.NaN });
    await expect(renderPaper(broken)).rejects.toThrow();
  });

  it('keeps a long contract on numbered pages, rows and passages whole', async () => {
    const sections = Array.from({ length: 30 }, (_, i) => ({
      title: `第${i + 1}条`,
      lines: ['本文です。'.repeat(40)],
      isRed: i % 7 === 0,
    }));
    const pages = await pagesOf(paper({ ...facts.contract, sections }));
    expect(pages.length).toBeGreaterThan(2);
    const text = pages.join('');
    for (let i = 1; i <= 30; i += 1) expect(text).toContain(`第${i}条本文です。`);
  });
});
