// The guide of docs/start, both halves, followed step by step in an empty directory: would catch a command or a program
// of it that fails, and an answer that is another one than it shows.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { onFailure } from './harness/failure.ts';
import { reservePort } from './harness/ports.ts';
import { until } from './harness/until.ts';
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

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
  said: string;
}

/** Each leads a group of its own: npx starts the program as a child. */
const started: Started[] = [];
const saidAll = (): string => started.map(({ child, said }) => `${child.spawnargs.at(-1)}\n${said}`).join('\n');
const withdraw = onFailure(saidAll);
afterAll(async () => {
  withdraw();
  for (const { child, ended } of started) {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // The whole group has ended.
    }
    await ended;
  }
});

const startGroup = (directory: string, script: string): Started => {
  const args = ['-e', '-o', 'pipefail', '-c', script];
  const child = spawn('bash', args, { cwd: directory, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const one = { child, ended: new Promise((resolve) => child.once('close', resolve)), said: '' };
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (one.said += String(chunk)));
  started.push(one);
  return one;
};

const outputOf = async (directory: string, script: string): Promise<string> => {
  const one = startGroup(directory, script);
  const code = await one.ended;
  if (code !== 0) throw new Error(`exit ${String(code)}: ${script}\n${one.said}`);
  return one.said;
};

const start = async (directory: string, script: string, ready: string): Promise<void> => {
  const { child } = startGroup(directory, script);
  await until(`${script} answers`, async () => {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    return fetch(ready).then(
      ({ status }) => status > 0,
      () => false,
    );
  });
};

/**
 * What npx finds in a directory whose packages are installed, without a start of npm before it. The first command of
 * the guide that uses npx has npx itself.
 */
const FOUND = `npx() { ./node_modules/.bin/"$@"; }\n`;

test('every command of the guide, in order, leads to a paid order', async () => {
  const [kontor, pages] = [await reservePort(), await reservePort()];
  const page = ['docs/start/guide.md', 'docs/start/guide-storefront.md']
    .map((half) => readFileSync(join(ROOT, half), 'utf8'))
    .join('\n')
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
  let hasUsedNpx = false;
  const scriptOf = (text: string): string => {
    const script = hasUsedNpx ? `${FOUND}${text}` : text;
    hasUsedNpx ||= text.includes('npx ');
    return script;
  };
  for (const { language, text, above } of steps) {
    const file = /`([\w.-]+\.\w+)`:$/.exec(above)?.[1];
    if (file !== undefined) writeFileSync(join(shop, file), text);
    else if (language === 'text') expect(said).toContain(text.trim());
    else if (isServer(text)) {
      const isKontor = text.includes('kontor serve');
      // The port is an option of the program, so that this one can be any.
      const script = isKontor ? `${text.trim()} --port ${kontor}` : text;
      await start(shop, scriptOf(script), `http://127.0.0.1:${isKontor ? kontor : pages}/`);
    } else said = await outputOf(shop, scriptOf(text));
  }
  expect(said).toContain('52.00');
  expect(steps.filter(({ language }) => language === 'text')).toHaveLength(2);
});
