import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const text = /\.(js|mjs|css|html|json|webmanifest)$/;
const twin = /\.(br|gz)$/;

/** A file of a build by its path below the folder, and its content. */
type Files = Map<string, Buffer>;

/**
 * The folder a server hands files out of, and what deployments do to it: a new version with other names for every
 * hashed file, with or without the old ones beside it, or only half of it.
 */
export class Deployment {
  /** What the server serves. */
  readonly folder: string;
  readonly #first: Files;
  readonly #buildId: string;
  readonly #hashedFolder: string;
  #isFirst = false;

  /**
   * @param build a finished build, which is not touched.
   * @param hashedFolder folder whose file names carry hashes.
   */
  constructor(build: string, hashedFolder = 'assets') {
    this.#first = readBuild(build);
    this.folder = mkdtempSync(join(tmpdir(), 'offline-kit-deploy-'));
    this.#hashedFolder = hashedFolder;
    this.#buildId = JSON.parse(this.#first.get('version.json')?.toString() ?? '{}').build ?? '';
    this.restore();
  }

  /** The first version again. */
  restore(): void {
    if (this.#isFirst) return;
    this.#write(this.#first, false);
    this.#isFirst = true;
  }

  /**
   * Deploys the next version: the same app under another build id and other file names. `keepOld` leaves the files of
   * the version before beside it, as a careful host does.
   */
  deploy(name: string, { keepOld = false }: { keepOld?: boolean } = {}): void {
    this.#write(this.next(name), keepOld);
  }

  /** A file of the first version as text, for example its page. */
  read(path: string): string {
    const content = this.#first.get(path);
    if (!content) throw new Error(`The build has no ${path}.`);
    return content.toString();
  }

  /** In the middle of a deployment: the new page and worker are there, the new hashed files are not. */
  deployHalf(name: string): void {
    const files = [...this.next(name)].filter(([path]) => !path.startsWith(`${this.#hashedFolder}/`));
    this.#write(new Map(files), true);
  }

  /** Takes files away, for example one chunk. Answers their names. */
  remove(path: RegExp): string[] {
    this.#isFirst = false;
    const gone = [...readBuild(this.folder).keys()].filter((file) => path.test(file));
    for (const file of gone) rmSync(join(this.folder, file));
    return gone;
  }

  /** Adds a file or puts another in its place, until `restore`. */
  write(path: string, content: string): void {
    this.#isFirst = false;
    mkdirSync(join(this.folder, path, '..'), { recursive: true });
    writeFileSync(join(this.folder, path), content);
  }

  /**
   * Runs a script before everything else of every page, in any engine: for what a browser lacks or refuses. Say it
   * before the app is loaded for the first time; a worker that keeps the page keeps this too.
   */
  injectScript(script: string): void {
    this.write('injected.js', script);
    const page = readFileSync(join(this.folder, 'index.html'), 'utf8');
    this.write('index.html', page.replace('<head>', '<head><script src="/injected.js"></script>'));
  }

  /** Deletes the folder. */
  drop(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * The next version, made of the first one by giving every hashed file and the build another name. `index-XXXXXXXX.js`
   * becomes `index-B2~XXXXXXXX.js`: no hash has a `~`, so no new name can be that of an old file. A page that got the
   * other version's content under such a name would run both versions at once.
   */
  next(name: string): Files {
    const renamed = new Map<string, string>();
    for (const path of this.#first.keys()) {
      if (!path.startsWith(`${this.#hashedFolder}/`)) continue;
      const file = basename(path);
      const hashed = /^(.+-)([\w-]{8})(\.[a-z0-9.]+)$/i.exec(file);
      if (hashed) renamed.set(file, `${hashed[1]}${name}~${hashed[2]}${hashed[3]}`);
    }
    const rename = (content: string) => {
      let result = content.replaceAll(this.#buildId, this.#buildId.slice(name.length) + name);
      for (const [from, to] of renamed) result = result.replaceAll(from, to);
      return result;
    };
    const files = [...this.#first].map(([path, content]): [string, Buffer] => [
      rename(path),
      text.test(path) ? Buffer.from(rename(content.toString())) : content,
    ]);
    return new Map(files);
  }

  #write(files: Files, keepOld: boolean): void {
    this.#isFirst = false;
    if (!keepOld) {
      for (const entry of readdirSync(this.folder)) rmSync(join(this.folder, entry), { recursive: true });
    }
    for (const [path, content] of files) {
      mkdirSync(join(this.folder, path, '..'), { recursive: true });
      writeFileSync(join(this.folder, path), content);
    }
  }
}

/** Compressed twins are left out: they would say the old. */
function readBuild(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !twin.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path)]));
}
