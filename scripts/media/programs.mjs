// Runs the external programs (ffmpeg, open_jtalk, …) with low priority and few threads.
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

export function findProgram(...names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
      const file = path.join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // not here: look in the next folder
      }
    }
  }
  throw new Error(`program not found: ${names.join(' / ')} (see scripts/media/README.md)`);
}

/** Starts a program; `done` resolves to its standard output as a Buffer. */
export function start(name, args) {
  const child = spawn('nice', ['-n', '10', findProgram(name), ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  const output = [];
  const errors = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => errors.push(chunk));
  child.stdin.on('error', () => {}); // a failing program reports by its exit code
  const done = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(output));
      else reject(new Error(`${name} ended with ${code}: ${Buffer.concat(errors).toString().slice(-1500)}`));
    });
  });
  return { stdin: child.stdin, done };
}

export function run(name, args, input) {
  const { stdin, done } = start(name, args);
  stdin.end(input);
  return done;
}

export const ffmpeg = (args, input) =>
  run('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', '-threads', '1', ...args], input);
