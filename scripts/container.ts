// Builds the image of deploy/Containerfile, starts it as docs/operate/install.md says, and measures it.
//
//   npm run check -- container
//
// Without a container engine, or where the image that it is built on cannot be had, it says so in one line and ends
// well: most machines of developers have no engine, and some no network.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..');
const IMAGE = 'kontor-check';
const COMPRESSED_BYTES_MAX = 200_000_000;
const READY_MS_MAX = 120_000;

const engine = ['docker', 'podman'].find((name) => spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0);

/** Standard output of the engine; its errors are shown. */
const run = (...args: string[]): Buffer =>
  execFileSync(engine!, args, { cwd: ROOT, maxBuffer: 2 ** 31, stdio: ['ignore', 'pipe', 'inherit'] });

const isReady = async (): Promise<boolean> => {
  const until = Date.now() + READY_MS_MAX;
  while (Date.now() < until) {
    const answered = await fetch('http://127.0.0.1:18081/readyz').then(
      ({ ok }) => ok,
      () => false,
    );
    if (answered) return true;
    await sleep(500);
  }
  return false;
};

const check = async (): Promise<void> => {
  run('build', '--file', 'deploy/Containerfile', '--tag', IMAGE, '.');
  const bytes = gzipSync(run('save', IMAGE)).length;
  console.log(`image: ${Math.round(bytes / 1e6)} MB compressed, at most ${COMPRESSED_BYTES_MAX / 1e6}`);
  const flags = ['--rm', '--detach', '--read-only', '--tmpfs', '/tmp', '--publish', '127.0.0.1:18081:8081'];
  const id = run('run', ...flags, IMAGE)
    .toString()
    .trim();
  try {
    const ready = await isReady();
    console.log(ready ? 'image: ready, with a root that is read-only' : 'image: not ready in time');
    if (!ready || bytes > COMPRESSED_BYTES_MAX) process.exitCode = 1;
  } finally {
    run('stop', id);
  }
};

/** The image that Containerfile begins with. */
const BASE = /^FROM (\S+)/m.exec(readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8'))![1]!;
const has = (...args: string[]): boolean => spawnSync(engine!, args, { stdio: 'ignore' }).status === 0;

if (engine === undefined) console.log('image: no container engine answers here, so it was not built');
else if (!has('image', 'inspect', BASE) && !has('pull', BASE))
  console.log(`image: ${BASE} cannot be fetched here, so it was not built`);
else await check();
