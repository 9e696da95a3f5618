/** 「日本語」 in each encoding, as hexadecimal strings of a PDF. */
const words = {
  '90ms-RKSJ-H': '93FA967B8CEA',
  'EUC-H': 'C6FCCBDCB8EC',
  'UniJIS-UTF16-H': '65E5672C8A9E',
};

/**
 * A PDF as old Japanese programs write it: text in a standard font of Acrobat's (`Ryumin-Light`) that is neither in the
 * file nor described in it. Every page says 「日本語」.
 */
export function pdfWithoutFonts(encoding: keyof typeof words, pages: number): string {
  const text = `BT /F1 72 Tf 50 400 Td <${words[encoding]}> Tj ET`;
  const numbers = Array.from({ length: pages }, (_, i) => i + 6);
  const page =
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 5 0 R/Resources<</Font<</F1 3 0 R>>>>>>';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${numbers.map((number) => `${number} 0 R`).join(' ')}]/Count ${pages}>>`,
    `<</Type/Font/Subtype/Type0/BaseFont/Ryumin-Light-${encoding}/Encoding/${encoding}/DescendantFonts[4 0 R]>>`,
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    ...numbers.map(() => page),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj ${object} endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return `${file}${table}trailer <</Size ${size}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
}
