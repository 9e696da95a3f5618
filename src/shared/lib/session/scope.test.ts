import { describe, expect, it } from 'vitest';
import { userHasScope } from './scope.ts';

describe('scope of a user', () => {
  it.each([
    [['member', 'mockexam'], true],
    [['staff', 'member'], true],
    [['staff'], false],
    [['membership'], false],
    [[], false],
    [{}, false],
    [{ member: 1 }, true],
    [{ member: 0 }, false],
    [{ other: true }, false],
    [Object.create({ member: true }), false],
    ['member', false],
    [7, false],
    [null, false],
    [undefined, false],
  ])('%j has "member": %s', (scope, expected) => {
    expect(userHasScope({ scope }, 'member')).toBe(expected);
  });

  it('is nobody without a user', () => {
    expect(userHasScope(null, 'member')).toBe(false);
  });

  it('does not take inherited names of an object for scopes', () => {
    expect(userHasScope({ scope: {} }, 'toString')).toBe(false);
    expect(userHasScope({ scope: {} }, 'constructor')).toBe(false);
    expect(userHasScope({ scope: ['a'] }, 'length')).toBe(false);
  });
});
