import { join } from 'node:path';
import type * as z from 'zod/mini';
import { campaignFormat, slugPattern, successFormat } from './formats.ts';
import { checkPeriod } from './moments.ts';
import { listFolder } from './packNames.ts';
import type { CampaignContent, SuccessContent } from './packTypes.ts';
import type { ProblemList } from './problems.ts';
import { type ReadYaml, readYamlFile } from './yamlFile.ts';

const extension = '.yaml';
const yearName = /^(?:19|20)\d\d$/;

/** What stories and campaigns may name, and where mistakes go. */
type Context = { courses: ReadonlySet<string>; problems: ProblemList };
type Report = (message: string, ...item: PropertyKey[]) => void;

/** Names of the YAML files of a folder that a pack need not have, without their ending. */
async function namesIn(root: string, folder: string, form: RegExp, rule: string, problems: ProblemList) {
  const names: string[] = [];
  for (const { name: file, kind } of await listFolder(root, folder, problems)) {
    const name = file.slice(0, -extension.length);
    if (kind === 'file' && file.endsWith(extension) && form.test(name)) names.push(name);
    else problems.add(join(folder, file), 0, rule);
  }
  return names;
}

function reportUnknown(known: ReadonlySet<string>, wanted: readonly string[], report: (at: number) => void) {
  for (const [at, id] of wanted.entries()) if (!known.has(id)) report(at);
}

/** Reads success/<year>.yaml, every year there is. Courses they name must be in the pack. */
export async function readSuccess(root: string, { courses, problems }: Context): Promise<SuccessContent[]> {
  const rule = 'ファイルの名前は 2025.yaml のように年にしてください。';
  const years: SuccessContent[] = [];
  for (const name of await namesIn(root, 'success', yearName, rule, problems)) {
    const file = join('success', name + extension);
    const { value, lineOf } = await readYamlFile(root, file, successFormat, problems);
    if (!value) continue;
    for (const [i, story] of value.stories.entries()) {
      reportUnknown(courses, story.courses, (at) =>
        problems.add(file, lineOf('stories', i, 'courses', at), unknownCourse(story.courses[at])),
      );
    }
    years.push({
      ...value,
      id: `success-${name}`,
      year: Number(name),
      stories: value.stories.map((story, i) => ({
        ...story,
        place: { file, line: lineOf('stories', i, 'id') },
      })),
      place: { file, line: 1 },
    });
  }
  return years;
}

function unknownCourse(id = ''): string {
  return `講座「${id}」はこの教材にありません。`;
}

type CampaignFile = z.output<typeof campaignFormat>;

function checkSections(
  { sections }: CampaignFile,
  { courses, stories }: { courses: ReadonlySet<string>; stories: ReadonlySet<string> },
  report: Report,
): void {
  for (const [i, section] of sections.entries()) {
    if (section.kind === 'courses') {
      reportUnknown(courses, section.courses, (at) =>
        report(unknownCourse(section.courses[at]), 'sections', i, 'courses', at),
      );
    }
    if (section.kind === 'stories') {
      reportUnknown(stories, section.stories, (at) =>
        report(
          `体験記「${section.stories[at]}」は success フォルダーにありません。`,
          'sections',
          i,
          'stories',
          at,
        ),
      );
    }
  }
}

function fronts(slug: string, file: string, campaign: CampaignFile, lineOf: ReadYaml<unknown>['lineOf']) {
  const { hero, variants, ...content } = campaign;
  const main: CampaignContent = {
    ...content,
    id: slug,
    canonical: null,
    hero,
    place: { file, line: lineOf('title') },
  };
  const others = variants.map(
    (variant, i): CampaignContent => ({
      ...content,
      id: variant.slug,
      canonical: slug,
      hero: variant.hero,
      place: { file, line: lineOf('variants', i, 'slug') },
    }),
  );
  return [main, ...others];
}

/**
 * Reads campaigns/<slug>.yaml; each variant of a campaign becomes a campaign of its own. `isSample`: their times may be
 * relative.
 */
export async function readCampaigns(
  root: string,
  { courses, isSample, problems }: Context & { isSample: boolean },
  stories: ReadonlySet<string>,
): Promise<CampaignContent[]> {
  const rule = 'ファイルの名前は英小文字・数字・ハイフンと .yaml にしてください。';
  const all: CampaignContent[] = [];
  for (const slug of await namesIn(root, 'campaigns', slugPattern, rule, problems)) {
    const file = join('campaigns', slug + extension);
    const { value, lineOf } = await readYamlFile(root, file, campaignFormat, problems);
    if (!value) continue;
    const report: Report = (message, ...item) => problems.add(file, lineOf(...item), message);
    const ends = [
      { name: 'starts_at', at: value.starts_at },
      { name: 'ends_at', at: value.ends_at },
    ];
    checkPeriod(ends, isSample, report);
    checkSections(value, { courses, stories }, report);
    all.push(...fronts(slug, file, value, lineOf));
  }
  return all;
}
