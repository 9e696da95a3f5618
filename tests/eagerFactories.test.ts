import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { eagerFactories } from '../scripts/eagerFactories.ts';

it('puts brackets around the factories of its chunk, and leaves everything else', () => {
  const { renderChunk } = eagerFactories('react');
  if (typeof renderChunk !== 'object') throw new Error('no hook');
  const run = (code: string, name: string) =>
    renderChunk.handler.call({ parse: parseAst } as never, code, { name } as never, {} as never, {} as never);
  const code =
    'import{t as e}from"./a.js";var t=e(e=>{e.b=1}),n=e((e,n)=>{n(()=>2)}),o=3;t(()=>4);export{n,o};';
  expect(run(code, 'react')).toBe(
    'import{t as e}from"./a.js";var t=e((e=>{e.b=1})),n=e(((e,n)=>{n(()=>2)})),o=3;t(()=>4);export{n,o};',
  );
  expect(run(code, 'router')).toBeNull();
});
