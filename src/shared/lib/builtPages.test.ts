import { expect, test } from 'vitest';
import { builtFileAt } from './builtPages.ts';

test.each([
  ['/', '/pages/home.html'],
  ['/about', '/pages/about.html'],
  ['/about/', '/pages/about.html'],
  ['/login', '/pages/login.html'],
  ['/signup', '/pages/signup.html'],
  ['/signup/verify', null],
  ['/abouts', null],
  ['//', null],
])('%s is %s', (path, file) => {
  expect(builtFileAt(path)).toBe(file);
});
