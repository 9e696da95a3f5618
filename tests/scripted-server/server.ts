import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { type Answer, type Call, type Reply, send } from './answers.ts';
import { api, defaultAnswer } from './defaults.ts';
import type { BuiltFiles, ServedFile } from './files.ts';

type PathPattern = string | RegExp;
type Rule = { method: string; path: PathPattern; replies: Reply[]; met: number };

/** What a server is for: the app's own origin hands out files, another origin answers calls from elsewhere. */
type Role = { files?: BuiltFiles; host: '127.0.0.1' | 'localhost'; isForeign?: boolean };

function matches(pattern: PathPattern, path: string): boolean {
  return typeof pattern === 'string' ? pattern === path : pattern.test(path);
}

function isApi(path: string): boolean {
  return path.startsWith('/api/') || path.startsWith('/accounts/');
}

function corsHeaders(call: Call): Record<string, string> {
  const wanted = call.headers['access-control-request-headers'];
  return {
    'access-control-allow-origin': call.headers.origin ?? '*',
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    ...(typeof wanted === 'string' ? { 'access-control-allow-headers': wanted } : {}),
  };
}

/**
 * The app's files and an API that does what a test says, recording every call. Rules said later win; the last reply
 * of a rule repeats. Unscripted calls get the smallest answer of the specification.
 */
export class ScriptedServer {
  readonly #role: Role;
  readonly #server: Server;
  #rules: Rule[] = [];
  #calls: Call[] = [];
  #files: BuiltFiles | undefined;
  #arrived = 0;
  /** What the lists said of each course; the app asks for a listed course by itself, and must hear the same. */
  #courses = new Map<number, unknown>();
  #waiting = new Set<() => void>();

  constructor(role: Role) {
    this.#role = role;
    this.#files = role.files;
    this.#server = createServer({ maxHeaderSize: 65_536 }, (request, response) => {
      this.#receive(request, response).catch(() => response.destroy());
    });
  }

  /** Listens on a free port. */
  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Address without a slash at its end. */
  get origin(): string {
    return `http://${this.#role.host}:${this.port}`;
  }

  /** The same server under another name, which makes it another origin for a browser. */
  get alias(): string {
    return `http://${this.#role.host === 'localhost' ? '127.0.0.1' : 'localhost'}:${this.port}`;
  }

  /** Path of the script that a source file became in the served build. */
  scriptOf(source: string): string {
    if (!this.#files) throw new Error('This origin serves no build.');
    return this.#files.scriptOf(source);
  }

  /** A file of the served build as an answer, for rules that let it through now and then. */
  fileAnswer(path: string): Answer {
    const file = this.#files?.read(path);
    if (!file) throw new Error(`The build has no ${path}.`);
    return { text: file.content.toString('utf8'), headers: { 'content-type': file.type } };
  }

  /** Serves another build from now on. */
  serve(files: BuiltFiles): void {
    this.#files = files;
  }

  /** Says what happens to calls of `method` (`*`: any) to `path`: the replies in order, the last one for ever. */
  when(method: string, path: PathPattern, ...replies: Reply[]): void {
    this.#rules.unshift({ method, path, replies, met: 0 });
  }

  /** Calls so far, oldest first. */
  calls(method = '*', path?: PathPattern): Call[] {
    return this.#calls.filter(
      (call) =>
        (method === '*' || call.method === method) && (path === undefined || matches(path, call.path)),
    );
  }

  /** Calls to the API, without the small health probe of the connection watch. */
  apiCalls(): Call[] {
    return this.#calls.filter(({ path }) => isApi(path) && path !== '/api/health/');
  }

  /** Forgets the calls so far. */
  forget(): void {
    this.#calls = [];
  }

  /** Waits until `count` calls of that kind have arrived and gives the last of them. Ends with the test at the latest. */
  async arrival(method: string, path: PathPattern, count = 1): Promise<Call> {
    for (;;) {
      const found = this.calls(method, path)[count - 1];
      if (found) return found;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://host.invalid');
    const call: Call = {
      order: this.#nextOrder(),
      at: performance.now(),
      method: request.method ?? 'GET',
      path: url.pathname,
      search: url.search,
      headers: request.headers,
      body: await readText(request),
      isAborted: false,
      isAnswered: false,
    };
    response.on('close', () => {
      call.isAborted = !call.isAnswered;
    });
    if (this.#role.isForeign && call.method === 'OPTIONS') {
      await send({ status: 204, headers: corsHeaders(call) }, call, response);
      return;
    }
    this.#record(call);
    const answer = this.#scripted(call) ?? this.#unscripted(call);
    if (call.path === api.inventory) this.#rememberCourses(answer);
    if ('content' in answer) sendFile(answer, call, response);
    else await send(this.#withCors(answer, call), call, response);
  }

  #nextOrder(): number {
    this.#arrived += 1;
    return this.#arrived;
  }

  #record(call: Call): void {
    this.#calls.push(call);
    for (const resume of this.#waiting) resume();
    this.#waiting.clear();
  }

  #withCors(answer: Answer, call: Call): Answer {
    if (!this.#role.isForeign) return answer;
    return { ...answer, headers: { ...corsHeaders(call), ...answer.headers } };
  }

  #rememberCourses(answer: Answer | ServedFile): void {
    const results = 'json' in answer ? (answer.json as { results?: unknown } | null)?.results : null;
    if (!Array.isArray(results)) return;
    for (const item of results) this.#courses.set(item.id, item);
  }

  #scripted(call: Call): Answer | null {
    const rule = this.#rules.find(
      ({ method, path }) => (method === '*' || method === call.method) && matches(path, call.path),
    );
    if (!rule) return null;
    const reply = rule.replies[Math.min(rule.met, rule.replies.length - 1)];
    rule.met += 1;
    if (!reply) return null;
    return typeof reply === 'function' ? reply(call, rule.met) : reply;
  }

  #unscripted(call: Call): Answer | ServedFile {
    if (call.path === '/__blank') return { text: '<!doctype html><title>blank</title>' };
    if (call.path === '/__barrier') return { status: 204 };
    if (this.#role.isForeign || isApi(call.path)) return defaultAnswer(call, this.#courses);
    return this.#files?.read(call.path) ?? { status: 404, text: 'Not found' };
  }
}

function sendFile(file: ServedFile, call: Call, response: ServerResponse): void {
  const isPage = file.type.startsWith('text/html');
  response.writeHead(200, {
    'content-type': file.type,
    'content-length': String(file.content.length),
    'cache-control': isPage ? 'no-cache' : 'public, max-age=31536000, immutable',
    connection: 'close',
  });
  call.isAnswered = true;
  response.end(call.method === 'HEAD' ? undefined : file.content);
}
