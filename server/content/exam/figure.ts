import { createHash } from 'node:crypto';
import { extname, join } from 'node:path';
import { checkFile } from '../mediaFile.ts';
import { isInPack } from '../packNames.ts';
import { pictureSize } from '../pictureSize.ts';
import { readText } from '../yamlFile.ts';
import type { ExamAsset, ExamContext, FigureContent } from './examTypes.ts';
import type { PassageFile } from './formats.ts';
import { cleanSvg } from './svg.ts';

/** Largest figure (exams.md 2.2): bytes and pixels of the longer side. */
export const figureLimit = { bytes: 600_000, pixels: 2_000 } as const;

type FigureFile = PassageFile['figures'][string];
type Sized = { asset: ExamAsset; width: number; height: number };
/** Where a figure was named. */
type Asked = { file: string; line: number };

/** The name of a figure in the takers' pack. It says nothing about what the figure was called. */
export function assetName(sha256: string, path: string): string {
  return `${sha256.slice(0, 20)}${extname(path).toLowerCase()}`;
}

/** A drawing is stored clean; what is wrong with it is reported in its own file. */
async function readDrawing(path: string, asked: Asked, context: ExamContext): Promise<Sized | null> {
  const file = join(context.folder, path);
  if (!(await isInPack(context.root, file))) {
    context.problems.add(asked.file, asked.line, `ファイル「${path}」がありません。`);
    return null;
  }
  const source = await readText(context.root, file, context.problems);
  const clean = source === null ? null : cleanSvg(source, file, context.problems);
  if (!clean) return null;
  const content = Buffer.from(clean.text);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const asset = { name: assetName(sha256, path), size: content.length, sha256, content };
  return { asset, width: clean.width, height: clean.height };
}

async function readPicture(path: string, asked: Asked, context: ExamContext): Promise<Sized | null> {
  const { root, folder, problems } = context;
  const refuse = (message: string) => {
    problems.add(asked.file, asked.line, message);
    return null;
  };
  if (!['.webp', '.avif'].includes(extname(path).toLowerCase()))
    return refuse(`図「${path}」はSVG、WebP、AVIFのどれかにしてください。`);
  const found = await checkFile({ root, folder, store: '' }, path, 'picture', { ...asked, problems });
  if (!found) return null;
  const size = await pictureSize(found.source);
  if (!size) return refuse(`図「${path}」の大きさを読めません。`);
  const { source, sha256 } = found;
  return { asset: { name: assetName(sha256, path), size: found.size, sha256, content: { source } }, ...size };
}

/** Reads a figure (exams.md 2.1): that it is there, drawn with shapes only, and not too large. */
export async function readFigure(
  figure: FigureFile,
  asked: Asked,
  context: ExamContext,
): Promise<FigureContent | null> {
  const isDrawing = extname(figure.file).toLowerCase() === '.svg';
  const found = await (isDrawing ? readDrawing : readPicture)(figure.file, asked, context);
  if (!found) return null;
  const { asset, width, height } = found;
  const refuse = (message: string) => context.problems.add(asked.file, asked.line, message);
  if (figure.alt.includes('要記入'))
    refuse(`図「${figure.file}」の alt の「要記入」を実際の説明に書きかえてください。`);
  if (asset.size > figureLimit.bytes)
    refuse(`図「${figure.file}」が大きすぎます (${figureLimit.bytes / 1000} kBまで)。`);
  if (Math.max(width, height) > figureLimit.pixels)
    refuse(
      `図「${figure.file}」は ${width}×${height} です。長い辺を ${figureLimit.pixels} px までにしてください。`,
    );
  return { asset, alt: figure.alt, long: figure.long, width, height };
}

/** Reads the figures that an item names; `lineOf` gives the line of one. */
export async function readFigures(
  named: Record<string, FigureFile>,
  file: string,
  lineOf: (id: string) => number,
  context: ExamContext,
): Promise<Map<string, FigureContent>> {
  const figures = new Map<string, FigureContent>();
  for (const [id, figure] of Object.entries(named)) {
    context.used.add(figure.file);
    const read = await readFigure(figure, { file, line: lineOf(id) }, context);
    if (read) figures.set(id, read);
  }
  return figures;
}
