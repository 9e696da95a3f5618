import { describe, expect, it } from 'vitest';
import { commandOf, type KeyTarget } from './shortcuts.ts';

const press = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  ...more,
});
const on = (key: string, target: KeyTarget = 'page', more: object = {}) =>
  commandOf(press(key, more), target);

describe('keys', () => {
  it.each([
    [' ', 'toggle'],
    ['k', 'toggle'],
    ['K', 'toggle'],
    ['j', 'back'],
    ['ArrowRight', 'forward'],
    ['>', 'faster'],
    ['<', 'slower'],
    ['c', 'captions'],
    ['n', 'note'],
    ['?', 'map'],
  ])('%s means %s', (key, command) => {
    expect(on(key)).toBe(command);
  });

  it('mean nothing while the learner types or composes Japanese', () => {
    expect(on('k', 'text')).toBeNull();
    expect(on('k', 'page', { isComposing: true })).toBeNull();
    expect(on('k', 'page', { keyCode: 229 })).toBeNull();
  });

  it('leave buttons their space bar and widgets their arrows', () => {
    expect(on(' ', 'button')).toBeNull();
    expect(on('k', 'button')).toBe('toggle');
    expect(on('ArrowLeft', 'widget')).toBeNull();
    expect(on('ArrowLeft', 'button')).toBe('back');
  });

  it('leave the browser its own', () => {
    expect(on('c', 'page', { ctrlKey: true })).toBeNull();
    expect(on('f', 'page', { metaKey: true })).toBeNull();
    expect(on('x')).toBeNull();
  });
});
