// Finds a browser for the tests, or installs one: Playwright's download, else the distribution's package.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findFirefox, findWebKit } from '../tests/engines/findEngines.ts';
import { findChromium, hasAllChromium } from '../tests/offline-kit/browser.ts';
import { projectEnv, projectNode, root } from './setup.mjs';

const isRootOnDebian = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

function install(command, args, extra = {}) {
  return (
    spawnSync(command, args, { cwd: root, stdio: 'inherit', timeout: 300_000, env: projectEnv(extra) })
      .status === 0
  );
}

/** Installs Debian packages, with a Japanese font: without it every Japanese letter in a screenshot is a box. */
function installFromDistribution(packages) {
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  install('apt-get', ['update', '-qq'], quiet);
  return install(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...packages, 'fonts-noto-cjk'],
    quiet,
  );
}

function installFromPlaywright() {
  return install(projectNode(), [join(root, 'node_modules', 'playwright', 'cli.js'), 'install', 'chromium']);
}

/** @returns {boolean} whether a browser is available; prints what to do if not. */
export function ensureBrowser() {
  if (hasAllChromium()) return true;
  // The full browser works alone but takes twice as long, so a missing headless shell is not a failure.
  if (findChromium() && isRootOnDebian()) installFromDistribution(['chromium', 'chromium-headless-shell']);
  if (findChromium({ isWhole: true })) return true;
  console.log('テスト用のブラウザーが見つからないため、取り込みます…');
  // A root user on Debian is a container or a CI machine; the Debian package also installs the libraries a browser
  // needs.
  const ways = isRootOnDebian()
    ? [() => installFromDistribution(['chromium', 'chromium-headless-shell']), installFromPlaywright]
    : [installFromPlaywright];
  for (const way of ways) {
    if (way() && findChromium({ isWhole: true })) return true;
  }
  console.error(
    'ブラウザーを取り込めませんでした。Chromium か Chrome を入れるか、CHROMIUM_PATH に場所を指定してください。',
  );
  return false;
}

/** Debian packages for the engine suite, by what is missing. */
const enginePackages = {
  firefox: ['firefox-esr'],
  webkit: [
    'webkit2gtk-driver',
    'python3-gi',
    'gir1.2-webkit2-4.1',
    'xvfb',
    'gstreamer1.0-libav',
    'gstreamer1.0-plugins-good',
  ],
};

/** The engines of the suite that are missing on this machine. */
function missingEngines() {
  return [...(findFirefox() ? [] : ['firefox']), ...(findWebKit() ? [] : ['webkit'])];
}

/**
 * WebKit takes its language from the process, so the Japanese locale must exist. Only root can create it; without it
 * WebKit uses English, which does not matter in any scenario.
 */
function makeJapaneseLocale() {
  if (!isRootOnDebian() || existsSync('/usr/lib/locale/ja_JP.utf8')) return;
  spawnSync('localedef', ['-i', 'ja_JP', '-f', 'UTF-8', 'ja_JP.UTF-8'], { stdio: 'ignore' });
}

/** @returns {boolean} whether Chromium, Firefox and WebKit are available; prints what to do if not. */
export function ensureEngines() {
  const hasChromium = ensureBrowser();
  const missing = missingEngines();
  if (missing.length > 0 && isRootOnDebian()) {
    console.log(`テスト用のエンジン(${missing.join('、')})を取り込みます…`);
    installFromDistribution(missing.flatMap((engine) => enginePackages[engine]));
  }
  makeJapaneseLocale();
  const stillMissing = missingEngines();
  for (const engine of stillMissing) {
    console.error(
      `${engine} が見つかりません。Debian / Ubuntu なら次のコマンドで入ります: sudo apt-get install ${enginePackages[engine].join(' ')}`,
    );
  }
  return hasChromium && stillMissing.length === 0;
}
