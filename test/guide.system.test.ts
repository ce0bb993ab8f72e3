// docs/guide.md, followed step by step in an empty directory: would catch a command or a program of it that fails, and
// an answer that is another one than it shows.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { reservePort } from './harness/ports.ts';
import { newDirectory } from './harness/directories.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Block {
  readonly language: string;
  readonly text: string;
  /** The last line of prose above it. */
  readonly above: string;
}

const blocksOf = (page: string): Block[] =>
  [...page.matchAll(/(?:([^\n]*)\n)?\n```(\w+)\n([\s\S]*?)```\n/g)].map(([, above = '', language, text]) => ({
    language: language!,
    text: text!,
    above,
  }));

/** Commands that go on until they are stopped. */
const isServer = (text: string): boolean => /(?:kontor serve|node shop\.mjs)\s*$/.test(text);

const servers: ChildProcess[] = [];
afterAll(async () => {
  for (const server of servers) {
    const ended = new Promise((resolve) => server.once('close', resolve));
    process.kill(-server.pid!, 'SIGTERM');
    await ended;
  }
});

const outputOf = (directory: string, script: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: directory });
    let said = '';
    for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (said += String(chunk)));
    child.once('close', (code) => (code === 0 ? resolve(said) : reject(new Error(`exit ${code}: ${script}\n${said}`))));
  });

const start = async (directory: string, script: string, ready: string): Promise<void> => {
  // A group of its own: npx starts the program as a child.
  const server = spawn('bash', ['-c', script], { cwd: directory, detached: true, stdio: 'ignore' });
  servers.push(server);
  await expect
    .poll(() =>
      fetch(ready).then(
        ({ status }) => status > 0,
        () => false,
      ),
    )
    .toBe(true);
};

test('every command of the guide, in order, leads to a paid order', async () => {
  const [kontor, pages] = [await reservePort(), await reservePort()];
  const page = readFileSync(join(ROOT, 'docs/guide.md'), 'utf8')
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${kontor}`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${pages}`)
    .replaceAll('listen(3000', `listen(${pages}`)
    .replaceAll('../kontor', ROOT);
  const [build, directory, ...steps] = blocksOf(page);
  // The build is there: all tests of the program need it.
  expect(build!.text).toBe('npm ci && npm run build\n');
  const place = newDirectory();
  await outputOf(place, directory!.text);
  const shop = join(place, 'my-shop');
  let said = '';
  for (const { language, text, above } of steps) {
    const file = /`([\w.-]+\.\w+)`:$/.exec(above)?.[1];
    if (file !== undefined) writeFileSync(join(shop, file), text);
    else if (language === 'text') expect(said).toContain(text.trim());
    else if (isServer(text)) {
      const isKontor = text.includes('kontor serve');
      // The port is an option of the program, so that this one can be any.
      const script = isKontor ? `${text.trim()} --port ${kontor}` : text;
      await start(shop, script, `http://127.0.0.1:${isKontor ? kontor : pages}/`);
    } else said = await outputOf(shop, text);
  }
  expect(said).toContain('52.00');
  expect(steps.filter(({ language }) => language === 'text')).toHaveLength(2);
});
