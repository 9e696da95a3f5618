import { describe, expect, it } from 'vitest';
import { addCosts, costLines, dearestFiles, type Step } from '../scripts/costs.ts';

function step(category: string, title: string, duration: number, steps: Step[] = []): Step {
  return { category, title, duration, steps };
}

describe('the costs of a browser test', () => {
  it('are counted by kind wherever they stand, and never twice', () => {
    const steps = [
      step('hook', 'Before Hooks', 5000, [
        step('fixture', 'Fixture "sharedSite"', 3000, [step('pw:api', 'Launch browser', 900)]),
        step('fixture', 'Fixture "visit"', 500, [step('pw:api', 'Create page', 400)]),
      ]),
      step('pw:api', 'Navigate to "/course"', 2000),
      step('pw:api', `Fill "a" getByTestId('login-id')`, 30),
      step('pw:api', "Click getByTestId('login-submit')", 70),
      step('test.step', 'on a desktop', 4000, [
        step('test.step', 'axe', 700, [step('pw:api', 'Evaluate', 600)]),
        step('test.step', 'axe', 300),
        step('expect', 'Expect "toBeVisible"', 250),
      ]),
    ];
    expect(addCosts(steps, { axe: { ms: 1, times: 1 } })).toEqual({
      'start server': { ms: 3000, times: 1 },
      'open browser': { ms: 400, times: 1 },
      'open page': { ms: 2000, times: 1 },
      'log in': { ms: 100, times: 2 },
      axe: { ms: 1001, times: 3 },
      'wait for what shows': { ms: 250, times: 1 },
    });
  });

  it('name the dearest files, all tests of each together', () => {
    const results = [
      { file: 'a', duration: 1000 },
      { file: 'b', duration: 1500 },
      { file: 'a', duration: 1000 },
      { file: 'c', duration: 1 },
    ];
    expect(dearestFiles(results, 2)).toEqual([
      ['a', 2000],
      ['b', 1500],
    ]);
  });

  it('are said with what no kind accounts for, the dearest first', () => {
    const costs = { axe: { ms: 500, times: 2 }, 'open page': { ms: 1500, times: 3 } };
    const lines = costLines(costs, [{ file: 'a', duration: 3000 }], [{ file: 'b', duration: 4000 }]).map(
      (line) => line.trim(),
    );
    expect(lines).toEqual([
      'seconds of the browser tests, by kind of cost:',
      '1.5 s open page (3)',
      '0.5 s axe (2)',
      '1.0 s everything else',
      'the dearest files:',
      '4.0 s b',
      '3.0 s a',
    ]);
  });
});
