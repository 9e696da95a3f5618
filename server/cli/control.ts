import { createHash } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Deps } from '../deps.ts';
import { type Command, runCommand } from './command.ts';

/** What a command sends to the running server: one JSON line. */
type Call = { command: string; args: string[]; cwd: string };
/** What comes back: lines to show, then the exit code. One JSON object a line. */
type Reply = { line: string } | { exit: number };

/** Longest name of a socket that every system takes, bytes. */
const longestPath = 100;

/** Address of the control socket of a data folder: a socket in it, a named pipe on Windows. */
export function controlAddress(dataDir: string): string {
  const name = `konomanavi-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const path = join(dataDir, 'control.sock');
  return Buffer.byteLength(path) <= longestPath ? path : join(tmpdir(), `${name}.sock`);
}

function readCall(line: string): Call | null {
  try {
    const call = JSON.parse(line) as Partial<Call>;
    const isCall =
      typeof call.command === 'string' && Array.isArray(call.args) && typeof call.cwd === 'string';
    return isCall ? (call as Call) : null;
  } catch {
    return null;
  }
}

/** What the process that holds the folder does with commands: run them, or say why not. */
export type CommandHost = { deps: Deps; commands: Command[] } | { refusal: string };

async function answer(socket: Socket, host: Promise<CommandHost>): Promise<void> {
  const reply = (message: Reply) => socket.writable && socket.write(`${JSON.stringify(message)}\n`);
  socket.on('error', () => socket.destroy());
  for await (const line of createInterface({ input: socket })) {
    const call = readCall(line);
    if (!call) break;
    const ready = await host;
    const print = (text: string) => reply({ line: text });
    if ('refusal' in ready) {
      print(ready.refusal);
      reply({ exit: 1 });
    } else {
      const context = { deps: ready.deps, args: call.args, cwd: call.cwd, print };
      reply({ exit: await runCommand(ready.commands, call.command, context) });
    }
    break;
  }
  socket.end();
}

/** Lets commands reach this process; only its own user may connect. Commands wait until `host` is known. */
export async function listenForCommands(dataDir: string, host: Promise<CommandHost>): Promise<Server> {
  const address = controlAddress(dataDir);
  if (process.platform !== 'win32') rmSync(address, { force: true });
  const server = createServer((socket) => {
    answer(socket, host).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address, resolve));
  if (process.platform !== 'win32') chmodSync(address, 0o600);
  return server;
}

function connectTo(address: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });
}

/** Whether a server of this data folder is running. */
export async function isServerRunning(dataDir: string): Promise<boolean> {
  const socket = await connectTo(controlAddress(dataDir));
  socket?.destroy();
  return socket !== null;
}

/** Runs a command in the running server; `null` when none is running. */
export async function callServer(
  dataDir: string,
  call: Call,
  print: (line: string) => void,
): Promise<number | null> {
  const socket = await connectTo(controlAddress(dataDir));
  if (!socket) return null;
  socket.write(`${JSON.stringify(call)}\n`);
  for await (const line of createInterface({ input: socket })) {
    const reply = JSON.parse(line) as Reply;
    if ('exit' in reply) return reply.exit;
    print(reply.line);
  }
  print('サーバーが途中で終了しました。もう一度実行してください。');
  return 1;
}
