import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { addCosts, type Cost } from './costs.ts';

/**
 * Writes how the time of a test run was spent, by kind of cost: the runner's own report contains neither steps of
 * fixtures nor steps of the browser.
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
