import { Outlet, ScrollRestoration } from 'react-router-dom';
import { Shell } from './shell/Shell.tsx';

/** The frame around every page. It stays mounted while pages, errors and sessions change inside it. */
export function Root() {
  return (
    <Shell>
      <Outlet />
      <ScrollRestoration />
    </Shell>
  );
}
