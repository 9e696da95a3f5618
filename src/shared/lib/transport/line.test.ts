import { expect, test } from 'vitest';
import { isSpared } from './line.ts';

test.each([
  [undefined, true, false],
  [{ saveData: true }, false, true],
  [{ type: 'cellular' }, true, true],
  [{ type: 'cellular' }, false, false],
  [{ type: 'wifi' }, true, false],
  [{}, true, false],
])('line %j with Wi-Fi only %s: spared %s', (line, wifiOnly, spared) => {
  expect(isSpared(line, wifiOnly)).toBe(spared);
});
