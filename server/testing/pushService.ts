import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import type { PushInput } from '#contracts/push.ts';
import type { PushPayload } from '#contracts/pushPayload.ts';

/** A message as the service got it, and as the browser would read it. */
export type Received = {
  payload: PushPayload;
  ttl: number;
  /** The contact that the sender names. */
  contact: unknown;
};

type Browser = { ecdh: ECDH; auth: Buffer; received: Received[]; calls: number };
type Reply = { status: number; headers?: Record<string, string> };

/** Opens an `aes128gcm` message (RFC 8188) with the browser's keys (RFC 8291). */
function decrypt(body: Buffer, { ecdh, auth }: Browser): unknown {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const secret = ecdh.computeSecret(sender);
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const material = Buffer.from(hkdfSync('sha256', secret, auth, about, 32));
  const derive = (use: string, length: number) =>
    Buffer.from(hkdfSync('sha256', material, salt, `Content-Encoding: ${use}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  const sealed = body.subarray(21 + keyLength);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/**
 * A push service on this machine, as strict as the real ones: it accepts a message only with a valid signature of the
 * sender for this origin (RFC 8292), and decrypts it with the browser's keys.
 */
export class PushService {
  readonly #server: Server;
  readonly #browsers = new Map<string, Browser>();
  readonly #replies = new Map<string, Reply>();
  readonly #silent = new Set<string>();

  constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<PushService> {
    const server = createServer();
    const service = new PushService(server);
    server.on('request', (request, response) => {
      service.#take(request).then(
        (reply) => reply && response.writeHead(reply.status, reply.headers).end(),
        (error: unknown) => response.writeHead(400).end(String(error)),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A browser that subscribes: what it would send to the app's server. */
  browser(kinds: PushInput['kinds'] = ['notice']): PushInput {
    const ecdh = createECDH('prime256v1');
    const p256dh = ecdh.generateKeys().toString('base64url');
    const auth = randomBytes(16);
    const path = `/push/${randomBytes(8).toString('hex')}`;
    this.#browsers.set(path, { ecdh, auth, received: [], calls: 0 });
    return { endpoint: this.origin + path, keys: { p256dh, auth: auth.toString('base64url') }, kinds };
  }

  /** The messages that a browser has got so far. */
  receivedBy({ endpoint }: PushInput): Received[] {
    return this.#of(endpoint).received;
  }

  /** How often it was called for a browser, successful or not. */
  callsFor({ endpoint }: PushInput): number {
    return this.#of(endpoint).calls;
  }

  /** From now on gives this answer for a browser; `null`: it never answers. */
  replyFor({ endpoint }: PushInput, reply: Reply | null): void {
    const { pathname } = new URL(endpoint);
    this.#silent.delete(pathname);
    if (reply) this.#replies.set(pathname, reply);
    else this.#silent.add(pathname);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #of(endpoint: string): Browser {
    const browser = this.#browsers.get(new URL(endpoint).pathname);
    if (!browser) throw new Error(`no browser at ${endpoint}`);
    return browser;
  }

  async #take(request: IncomingMessage): Promise<Reply | null> {
    const path = request.url ?? '';
    const browser = this.#of(this.origin + path);
    browser.calls += 1;
    const body = await bodyOf(request);
    if (this.#silent.has(path)) return null;
    const reply = this.#replies.get(path) ?? { status: 201 };
    if (reply.status !== 201) return reply;
    const contact = await this.#verify(request.headers.authorization ?? '');
    const payload = decrypt(body, browser) as PushPayload;
    browser.received.push({ payload, ttl: Number(request.headers.ttl), contact });
    return reply;
  }

  async #verify(header: string): Promise<unknown> {
    const found = /^vapid t=(\S+), k=(\S+)$/.exec(header);
    if (!found?.[1] || !found[2]) throw new Error('not signed');
    const point = Buffer.from(found[2], 'base64url');
    const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
    const key = await importJWK({ kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }, 'ES256');
    const { payload } = await jwtVerify(found[1], key, { audience: this.origin });
    return payload.sub;
  }
}
