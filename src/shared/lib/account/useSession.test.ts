import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { core, type SessionSnapshot } from '../session/core.ts';
import { useSession, useSessionMark } from './useSession.ts';

// An equal but different object would make React render the whole page a second time (performance.md 3, TBT).
it('a ready page is taken over by a guest as it is, and says itself that nobody is known', () => {
  let made: SessionSnapshot | null = null;
  const Page = () => {
    made = useSession();
    return useSessionMark();
  };
  expect(renderToString(createElement(Page))).toBe('pending');
  core.leave();
  expect(made).toBe(core.get());
});
