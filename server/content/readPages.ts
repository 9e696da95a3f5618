import { join } from 'node:path';
import { faqFormat, operatorFormat, pageFormat, slugPattern } from './formats.ts';
import { splitFront } from './frontMatter.ts';
import { headingsOf, renderMarkdown } from './markdown.ts';
import { isInPack, listFolder } from './packNames.ts';
import type { FaqContent, OperatorContent, PageContent } from './packTypes.ts';
import type { ProblemList } from './problems.ts';
import { readText, readYaml, readYamlFile } from './yamlFile.ts';

const operatorFile = 'operator.yaml';
const pageFile = /^([1-9]\d{0,5})\.md$/;
/** `{{operator.name}}` in a text stands for what operator.yaml says. */
const slot = /\{\{\s*([\w.]+)\s*\}\}/g;

/** What the texts of pages may name. */
type Facts = ReadonlyMap<string, string>;

function factsOf(operator: OperatorContent): Facts {
  const { is_sample: _, ...facts } = operator;
  return new Map(Object.entries(facts).map(([name, value = '']) => [`operator.${name}`, value]));
}

/**
 * Puts the operator's facts into a text. Line breaks stay where they are, so that a problem is reported at its line.
 */
function fillIn(
  text: string,
  facts: Facts,
  { file, firstLine, problems }: { file: string; firstLine: number; problems: ProblemList },
): string {
  return text.replaceAll(slot, (whole, name: string, at: number) => {
    const fact = facts.get(name);
    if (fact !== undefined) return fact;
    const line = firstLine + text.slice(0, at).split('\n').length - 1;
    problems.add(file, line, `「${whole}」に入れる内容が ${operatorFile} にありません。`);
    return '';
  });
}

async function readPage(
  root: string,
  slug: string,
  version: number,
  { facts, problems }: { facts: Facts; problems: ProblemList },
): Promise<PageContent | null> {
  const file = join('pages', slug, `${version}.md`);
  const text = await readText(root, file, problems);
  const parts = text === null ? null : splitFront(text, file, problems);
  if (!parts) return null;
  const { value: front, lineOf } = readYaml(parts.front, pageFormat, { file, firstLine: 2, problems });
  const place = { file, firstLine: parts.firstLine, problems };
  const body = fillIn(parts.body, facts, place);
  const bodyHtml = renderMarkdown(body, place);
  if (!front) return null;
  return {
    id: `${slug}-${version}`,
    slug,
    version,
    title: front.title,
    effective: new Date(front.effective_at),
    changes: front.changes,
    bodyHtml,
    headings: headingsOf(body),
    place: { file, line: lineOf('title') },
  };
}

/** Reports a later version that is valid from an earlier day: then the version in force would not be the newest. */
function reportOrder(pages: PageContent[], problems: ProblemList): void {
  const sorted = pages.toSorted((a, b) => a.version - b.version);
  for (const [i, page] of sorted.entries()) {
    const before = sorted[i - 1];
    if (before && before.effective >= page.effective)
      problems.add(page.place.file, page.place.line, `施行日が第${before.version}版より後ではありません。`);
  }
}

/** Reads pages/<slug>/<version>.md, every version of every page, and fills in the facts of operator.yaml. */
export async function readPages(
  root: string,
  problems: ProblemList,
): Promise<{ pages: PageContent[]; operator: OperatorContent | null }> {
  const operator = (await isInPack(root, operatorFile))
    ? (await readYamlFile(root, operatorFile, operatorFormat, problems)).value
    : null;
  const facts = operator ? factsOf(operator) : new Map<string, string>();
  const pages: PageContent[] = [];
  for (const { name: slug, kind } of await listFolder(root, 'pages', problems)) {
    if (kind !== 'folder' || !slugPattern.test(slug)) {
      problems.add(join('pages', slug), 0, 'フォルダーの名前は英小文字・数字・ハイフンだけにしてください。');
      continue;
    }
    const own: PageContent[] = [];
    for (const { name } of await listFolder(root, join('pages', slug), problems)) {
      const version = pageFile.exec(name)?.[1];
      if (version === undefined)
        problems.add(join('pages', slug, name), 0, 'ファイルの名前は 1.md のように版の番号にしてください。');
      else {
        const page = await readPage(root, slug, Number(version), { facts, problems });
        if (page) own.push(page);
      }
    }
    reportOrder(own, problems);
    pages.push(...own);
  }
  return { pages, operator: operator ?? null };
}

/** Reads faq.yaml; a pack need not have one. */
export async function readFaq(root: string, problems: ProblemList): Promise<FaqContent[]> {
  const file = 'faq.yaml';
  if (!(await isInPack(root, file))) return [];
  const { value, lineOf } = await readYamlFile(root, file, faqFormat, problems, ['answer']);
  return (value ?? []).map(({ answer, ...entry }, i) => ({
    ...entry,
    // The text of a block (`answer: |`) begins in the line after its name.
    answerHtml: renderMarkdown(answer, { file, firstLine: lineOf(i, 'answer') + 1, problems }),
    place: { file, line: lineOf(i, 'id') },
  }));
}
