import { describe, expect, it } from 'vitest';
import { addTiers, type Build, missingFiles, tierOneFiles } from '../scripts/tiers.ts';

const build: Build = {
  html: `<script type="module" src="/assets/index-a1.js"></script>
    <link rel="modulepreload" href="/assets/react-b2.js"><link rel="stylesheet" href="/assets/index-c3.css">`,
  chunks: {
    'index.html': { file: 'assets/index-a1.js', imports: ['_react'], css: ['assets/index-c3.css'] },
    _react: { file: 'assets/react-b2.js' },
    'src/app/routes/mypage/course.tsx': { file: 'assets/course-d4.js', imports: ['_react', '_library'] },
    _library: { file: 'assets/library-e5.js', css: ['assets/library-f6.css'] },
    'src/features/textbook/pdf.ts': { file: 'assets/pdf-g7.js', assets: ['assets/pdf.worker-h8.mjs'] },
    'src/shared/lib/transport/send.ts': { file: 'assets/send-i9.js' },
    'node_modules/fake-indexeddb/index.js': { file: 'assets/fake-indexeddb-j0.js' },
  },
};
const files = [
  'index.html',
  'icons/icon-192.png',
  'pages/home.html',
  'pages/about.html',
  ...Object.values(build.chunks).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]),
];

describe("the worker's list of files", () => {
  it('keeps the start and every page at install, the rest later', () => {
    const tiers = Object.fromEntries(
      addTiers(
        build,
        files.map((url) => ({ url, tier: 0 })),
      ).map(({ url, tier }) => [url, tier]),
    );
    expect(tiers).toEqual({
      'index.html': 1,
      'icons/icon-192.png': 1,
      // The browser answers it without the worker (offline.md 6.13).
      'pages/home.html': 1,
      'pages/about.html': 2,
      'assets/index-a1.js': 1,
      'assets/index-c3.css': 1,
      'assets/react-b2.js': 1,
      'assets/course-d4.js': 1,
      'assets/library-e5.js': 1,
      'assets/library-f6.css': 1,
      'assets/send-i9.js': 1,
      'assets/pdf-g7.js': 2,
      'assets/pdf.worker-h8.mjs': 2,
    });
    expect(tierOneFiles(build.chunks).has('assets/pdf-g7.js')).toBe(false);
  });

  it.each([
    'index.html',
    'assets/index-a1.js',
    'assets/react-b2.js',
    'assets/pdf-g7.js',
    'assets/pdf.worker-h8.mjs',
  ])('fails the build when it lacks %s (offline.md 3.8, 3.10)', (lost) => {
    const listed = files.filter((file) => file !== lost);
    expect(missingFiles(build, new Set(listed))).toEqual([lost]);
    expect(() =>
      addTiers(
        build,
        listed.map((url) => ({ url })),
      ),
    ).toThrow(lost);
  });
});
