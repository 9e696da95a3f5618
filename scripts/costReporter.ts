import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { addCosts, type Cost } from './costs.ts';

/**
 * Writes what the seconds of a run were spent on, by kind of cost: the runner's own report has neither the steps of
 * fixtures nor those of the browser.
 */
export default class CostReporter implements Reporter {
  readonly #outputFile: string;
  readonly #costs: Record<string, Cost> = {};

  constructor({ outputFile }: { outputFile: string }) {
    this.#outputFile = outputFile;
  }

  onTestEnd(_test: TestCase, { steps }: TestResult): void {
    addCosts(steps, this.#costs);
  }

  onEnd(): void {
    mkdirSync(dirname(this.#outputFile), { recursive: true });
    writeFileSync(this.#outputFile, JSON.stringify(this.#costs));
  }

  printsToStdio(): boolean {
    return false;
  }
}
