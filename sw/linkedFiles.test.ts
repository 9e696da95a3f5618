import { expect, it } from 'vitest';
import { linkedFiles } from './linkedFiles.ts';

it('finds scripts, preloaded modules and styles of the shell, and nothing else', () => {
  const html = `<link rel="icon" href="/icons/favicon.svg" />
    <script type="module" crossorigin src="/assets/index-a1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/react-b2.js">
    <link rel="stylesheet" crossorigin href="/assets/index-c3.css">
    <script>const link = '/assets/no.js';</script>`;
  expect(linkedFiles(html)).toEqual(['/assets/index-a1.js', '/assets/react-b2.js', '/assets/index-c3.css']);
});
