import { join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verdicts } from '../../testing/sampleVerdicts.ts';
import { samplesIn, trySample } from '../../testing/trySample.ts';

/**
 * Published samples of other systems (exams.md 2.3). We may not store them here: SAMPLES=<folder> names what
 * `scripts/fetchSamples.mjs` downloads, one folder for each source. Each question is imported or refused as
 * sampleVerdicts.ts says. What is imported gives the same points as the sample, for right and wrong answers.
 */
const folder = process.env.SAMPLES;

describe.runIf(folder !== undefined)('published samples', () => {
  it.each(Object.keys(verdicts))(
    'of %s are imported, or refused in the right words, and marked as they say',
    async (source) => {
      const root = join(folder ?? '', source);
      const wrong: string[] = [];
      const tally: Record<string, number> = {};
      const add = (name: string, count = 1) => {
        tally[name] = (tally[name] ?? 0) + count;
      };
      for (const sample of await samplesIn(root)) {
        const seen = await trySample(sample);
        for (const verdict of seen.verdicts) add(`${sample.format}: ${verdict.slice(0, 90)}`);
        for (const line of seen.wrong)
          wrong.push(`${relative(root, sample.file).replaceAll(sep, '/')}: ${line}`);
        if (seen.compared > 0) add(`${sample.format}: compared`, seen.compared);
      }
      expect({ wrong, tally }).toEqual({ wrong: [], tally: verdicts[source] });
    },
  );
});
