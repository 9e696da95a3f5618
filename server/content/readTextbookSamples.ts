import type * as z from 'zod/mini';
import type { courseFormat } from './formats.ts';
import { checkFile } from './mediaFile.ts';
import type { TextbookContent, TextbookSampleContent } from './packTypes.ts';
import { pictureSize } from './pictureSize.ts';
import type { ProblemList } from './problems.ts';

type Samples = z.output<typeof courseFormat>['textbook_samples'];
/** What the samples of a course are read with; `lineOf` counts from `textbook_samples`. */
type SampleContext = {
  place: { root: string; folder: string; store: string };
  file: string;
  lineOf: (...item: PropertyKey[]) => number;
  problems: ProblemList;
};

/**
 * Reports problems of the pages that the pictures claim to show. `book`: `undefined` for a course without a textbook.
 */
function checkPages(
  samples: Samples,
  book: TextbookContent | null | undefined,
  { file, lineOf, problems }: SampleContext,
): void {
  if (samples.length > 0 && book === undefined) {
    problems.add(file, lineOf(), 'この講座にはテキストがないため、見本を載せられません。');
  }
  samples.forEach(({ page }, i) => {
    const line = lineOf(i, 'page');
    if (book && page > book.pages) {
      problems.add(file, line, `テキストは${book.pages}ページまでです (指定は${page})。`);
    }
    if (samples.findIndex((one) => one.page === page) < i) {
      problems.add(file, line, `${page}ページの見本が2回書かれています。`);
    }
  });
}

/** Reads the pictures of textbook pages that everybody may see, with their sizes. */
export async function readTextbookSamples(
  samples: Samples,
  book: TextbookContent | null | undefined,
  context: SampleContext,
): Promise<TextbookSampleContent[]> {
  checkPages(samples, book, context);
  const { place, file, lineOf, problems } = context;
  const read: TextbookSampleContent[] = [];
  for (const [i, sample] of samples.entries()) {
    const asked = { file, line: lineOf(i, 'file'), problems };
    const picture = await checkFile(place, sample.file, 'picture', asked);
    if (!picture) continue;
    const size = await pictureSize(picture.source);
    if (size) read.push({ picture, page: sample.page, ...size });
    else problems.add(file, asked.line, `「${sample.file}」の大きさを読めません。AVIFかWebPにしてください。`);
  }
  return read;
}
