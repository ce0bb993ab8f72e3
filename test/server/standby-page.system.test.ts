// The commands of docs/operate/standby.md in their order, as a person would paste them: would catch a page that asks
// for what does not work, or says what does not happen.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { Place } from '../harness/program.ts';
import { reservePort } from '../harness/ports.ts';
import type { Program, Ran } from '../harness/program.ts';
import { WAITS } from './standby-shop.ts';

const page = readFileSync(new URL('../../docs/operate/standby.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) => text!.trim());
const place = new Place();
afterAll(() => place.clean());

/** Ports of the page → ports that nobody has. */
const ports = new Map<string, number>();
const mapped = (text: string): string => text.replaceAll(/\b808\d\b/g, (port) => String(ports.get(port)));

/** In a terminal of its own, where it stays. */
const serve = async (block: string): Promise<Program> => {
  const [command, ...args] = mapped(block).split(' ');
  expect([command, args[0]]).toEqual(['kontor', 'serve']);
  const program = place.start(args, WAITS);
  await program.ready();
  return program;
};

/** Commands of the program run in this process, others in a shell. */
const paste = async (block: string): Promise<Ran> => {
  const all: Ran[] = [];
  for (const line of mapped(block).split('\n')) {
    const [command, ...args] = line.split(' ');
    if (command === 'kontor') all.push(await place.run(args));
    else {
      const { stdout } = await promisify(execFile)('bash', ['-c', line], { cwd: place.directory });
      all.push({ code: 0, signal: null, out: [stdout], err: [] });
    }
  }
  const code = all.find((one) => one.code !== 0)?.code ?? 0;
  return { code, signal: null, out: all.flatMap(({ out }) => out), err: all.flatMap(({ err }) => err) };
};

const call = async (
  port: string,
  request: string,
  fields: { readonly [name: string]: string } = {},
): Promise<unknown> => {
  const keys = { licence_username: 'demo_kontor', licence_password: 'demo-password' };
  const body = new URLSearchParams({ ...keys, request, ...fields });
  return (await fetch(`http://127.0.0.1:${ports.get(port)}/srv/service/`, { method: 'POST', body })).json();
};

test('a standby is run, takes the shop over, and is followed', async () => {
  for (const port of ['8080', '8081', '8082']) ports.set(port, await reservePort());
  expect(blocks).toHaveLength(5);
  const [lead, follow, look, promote, next] = blocks as [string, string, string, string, string];
  const shop = await serve(lead);
  await serve(follow);

  const [opened, ...status] = (await paste(look)).out;
  const { code: session } = JSON.parse(opened!) as { readonly code: string };
  expect(status.join('\n')).toMatch(/^followed by +directory .+standby, .*sentSeq \d+/m);
  expect(status.join('\n')).toMatch(/^follows +state following, leader shop, questions \d+, passedOn 1, waiting 0$/m);
  // Any call may go to either port.
  expect(await call('8080', 'get_cart', { session })).toMatchObject({ object: 'cart' });

  const early = await paste(promote);
  expect([early.code, early.err]).toEqual([1, [expect.stringContaining('the server of shop runs')]]);
  shop.signal('SIGTERM');
  expect(await shop.ended).toEqual({ code: 0, signal: null });
  const waiting = call('8081', 'get_cart', { session });
  const promoted = await paste(promote);
  expect([promoted.code, promoted.out.at(-1)]).toEqual([0, expect.stringMatching(/standby leads from record \d+ on$/)]);
  expect(await waiting).toMatchObject({ object: 'cart' });
  await serve(next);
  expect(await call('8082', 'get_cart', { session })).toMatchObject({ object: 'cart' });
});
