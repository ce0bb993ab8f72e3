// A server with I/O threads as a process: would catch a reply from a thread that is older than what a writer was told,
// one to credentials that were rotated, calls that nobody counts, and a process that does not end as it should.
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Place } from '../harness/program.ts';
import { until } from '../harness/until.ts';
import type { Program } from '../harness/program.ts';

const place = new Place();
let program: Program;
let url: string;
beforeAll(async () => {
  program = place.start(['serve', '--demo', '--port', '0', '--io-threads', '2', '--data', 'data'], {
    KONTOR_LOG_ONE_CALL_OF: '0',
  });
  url = await program.ready();
});
afterAll(async () => {
  try {
    program.signal('SIGTERM');
    expect(await program.ended).toEqual({ code: 0, signal: null });
    expect(program.err).toEqual([]);
  } finally {
    await place.clean();
  }
});

const CHANNEL = { licence_username: 'demo_kontor', licence_password: 'demo-password' };
const BACK_OFFICE = { ...CHANNEL, licence_secret_key: 'demo-secret-key' };

interface Reply {
  readonly object: string;
  readonly message?: string;
  readonly attributes: { readonly price: { readonly value: number } };
}

/** `request` first, as clients send it: such calls are found by their bytes. */
const asked = (url: string, agent: Agent, operation: string, fields: object): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const body = String(new URLSearchParams({ request: operation, ...fields }));
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const call = request(url, { agent, method: 'POST', headers }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part: string) => (text += part));
      reply.on('end', () => resolve(JSON.parse(text) as Reply));
    });
    call.on('error', reject);
    call.end(body);
  });

const agentsOf = (count: number): Agent[] =>
  Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: 1 }));

const statusOf = async (): Promise<{
  readonly io_threads: readonly { readonly connections: number; readonly cached_replies: number }[];
}> => JSON.parse((await place.run(['status', '--json'])).out.at(-1)!) as never;

test('whoever asks after a change was acknowledged is told of it, on every connection of every thread', async () => {
  const readers = agentsOf(12);
  const writer = new Agent({ keepAlive: true });
  const read = { ...CHANNEL, id_product: '1', language: 'en_EN' };
  let acknowledged = 0;
  const progress = { isOver: false };
  let [late, replies] = [0, 0];
  const reading = readers.map(async (agent) => {
    while (!progress.isOver) {
      const before = acknowledged;
      const { attributes } = await asked(url, agent, 'get_product_details', read);
      replies += 1;
      if (attributes.price.value < before) late += 1;
    }
  });
  for (let price = 1; price <= 60; price += 1) {
    const attributes = JSON.stringify({ en_EN: { price } });
    const { object } = await asked(url, writer, 'update_product', { ...BACK_OFFICE, id_product: '1', attributes });
    expect(object).not.toBe('error');
    acknowledged = price;
    if (price % 3 > 0) continue;
    // Long enough for replies to be shared.
    const before = replies;
    await until('all ask again', () => replies > before + 2 * readers.length);
  }
  progress.isOver = true;
  await Promise.all(reading);
  expect(late).toBe(0);
  // Threads have answered, and all that they have answered is counted.
  await expect
    .poll(async () => (await statusOf()).io_threads.every(({ cached_replies: sent }) => sent > 20))
    .toBe(true);
  const { io_threads: threads } = await statusOf();
  expect(threads.reduce((sum, { cached_replies: sent }) => sum + sent, 0)).toBeLessThanOrEqual(replies);
  for (const agent of [...readers, writer]) agent.destroy();
});

test('what was answered under credentials that were rotated is answered by no thread', async () => {
  const { out } = await place.run(['channel', 'add', 'kiosk', '--json']);
  const { username, password } = JSON.parse(out[0]!) as { username: string; password: string };
  const kiosk = { licence_username: username, licence_password: password, id_product: '1', language: 'en_EN' };
  const agents = agentsOf(8);
  const ask = (agent: Agent): Promise<Reply> => asked(url, agent, 'get_product_details', kiosk);
  for (let times = 0; times < 5; times += 1)
    for (const agent of agents) expect((await ask(agent)).object).toBe('product');
  expect(await place.run(['channel', 'rotate', 'kiosk'])).toMatchObject({ code: 0, err: [] });
  for (const agent of agents) expect((await ask(agent)).message).toBe('PERMISSION_DENIED');
  for (const agent of agents) agent.destroy();
});

test('a number of threads that is none is refused in a line', async () => {
  for (const wrong of ['17', '-1', 'all']) {
    const { err } = await place.refusedHere(['serve', '--demo', '--port', '0', `--io-threads=${wrong}`]);
    expect(err).toEqual([expect.stringContaining('auto or a whole number from 0 to 16')]);
  }
});
