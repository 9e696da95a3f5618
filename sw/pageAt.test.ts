import { expect, it } from 'vitest';
import { pageAt } from './pageAt.ts';

const at = (address: string) => pageAt(new URL(address, 'https://app.example'));

it.each([
  ['/', '/pages/home.html'],
  ['/parent', '/pages/parent.html'],
  ['/parent/?utm_source=mail', '/pages/parent.html'],
  ['/login', '/pages/login.html'],
])('%s is a page of the build', (address, file) => {
  expect(at(address)).toEqual({ by: 'built', file });
});

it.each([
  ['/course', '/course'],
  ['/course/12?fbclid=1&source=app', '/course/12'],
  ['/teacher/3', '/teacher/3'],
  ['/notice', '/notice'],
  ['/success/2025', '/success/2025'],
  ['/campaign/spring-2', '/campaign/spring-2'],
])('%s is a page of the server', (address, path) => {
  expect(at(address)).toEqual({ by: 'served', path });
});

// A page filtered by a query is neither made by the server nor kept.
it.each([
  '/course?subject=math',
  '/parent?view=abc',
  '/parent/?view=abc',
  '/parent?order=abc',
  '/mypage',
  '/mypage/course',
  '/inquiry/12',
])('%s is made in the browser', (address) => {
  expect(at(address)).toEqual({ by: 'shell' });
});
