import { expect, test } from 'vitest';
import { builtFileAt, framedFileAt } from './builtPages.ts';

test.each([
  ['/', '/pages/home.html'],
  ['/about', '/pages/about.html'],
  ['/about/', '/pages/about.html'],
  ['/login', '/pages/login.html'],
  ['/signup', '/pages/signup.html'],
  ['/maintenance', '/pages/maintenance.html'],
  ['/signup/verify', null],
  ['/abouts', null],
  ['//', null],
])('%s is %s', (path, file) => {
  expect(builtFileAt(path)).toBe(file);
});

test.each([
  ['/login/password/reset/a1/b-2', '/frames/passwordReset.html'],
  ['/login/password/reset/complete', '/frames/passwordDone.html'],
  ['/inquiry/a1/', '/frames/inquiryDetail.html'],
  ['/signup/verify', '/frames/signupVerify.html'],
  ['/inquiry', null],
  ['/inquiry/a/b', null],
  ['/login', null],
])('%s is framed by %s', (path, file) => {
  expect(framedFileAt(path)).toBe(file);
});
