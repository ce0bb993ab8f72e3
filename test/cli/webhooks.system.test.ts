// `kontor webhooks` on the store of a server that was stopped: what waits, how receivers do, and sending again.
import { afterEach, expect, test } from 'vitest';
import { WEBHOOK_EVENT_NAMES } from '../../src/domain/webhooks/webhook.ts';
import { Receiver } from '../outside/http/receiver.ts';
import { Client, must } from '../kill/client.ts';
import { Place } from '../harness/program.ts';
import { until } from '../harness/until.ts';
import { reservePort } from '../harness/ports.ts';
import type { Env, Program } from '../harness/program.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const LICENCE = { username: 'shop_1', password: 'webhooks-password', secretKey: 'secret-key-1' };
const ENV = {
  KONTOR_WEBHOOK_DELAY_MS: '0',
  KONTOR_WEBHOOK_BACKLOG_MAX: '2',
  KONTOR_LICENCE_USERNAME: LICENCE.username,
  KONTOR_LICENCE_PASSWORD: LICENCE.password,
  KONTOR_LICENCE_SECRET_KEY: LICENCE.secretKey,
};

const stop = async (program: Program): Promise<void> => {
  program.signal('SIGTERM');
  expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
};

test('lists target, health, last answer, backlog and loss; sends again from a record on', async () => {
  const place = new Place();
  closing.push(() => place.clean());
  const receiver = await Receiver.open((_received, reply) => void reply.writeHead(500).end());
  closing.push(() => receiver.close());
  const port = await reservePort();
  const client = new Client(port, LICENCE);
  closing.push(async () => client.hangUp());
  const start = async (env: Env): Promise<Program> => {
    const program = place.start(['serve', '--port', String(port)], env);
    await program.ready();
    return program;
  };
  const run = (...args: string[]): ReturnType<Place['run']> => place.run(['webhooks', ...args], ENV);
  const more = { ...ENV, KONTOR_WEBHOOK_BACKLOG_MAX: '3' };
  const refused = async (args: readonly string[], said: string): Promise<void> => {
    const { code, err } = await run(...args);
    expect([code, err.join('\n')]).toEqual([1, expect.stringContaining(said)]);
  };

  await refused([], 'holds no store');
  const program = await start(ENV);
  await must(client.office('create_class', { name: 'page', type: 'content' }));
  await must(
    client.office('update_webhook', { name: 'WEBHOOK_CONTENT_UPDATE', url: `${receiver.url}/hook`, parameter: '' }),
  );
  for (const name of ['a', 'b', 'c']) {
    await must(client.office('create_content', { class: 'page', name }));
    // The third finds no room and suspends the webhook: it is to have been called before.
    await receiver.calls(1);
  }
  // The answer is noted after the receiver has given it.
  const served = await until('the last answer', async () => {
    const listed = await run();
    return listed.out.some((one) => one.includes('HTTP 500')) && listed;
  });
  await stop(program);

  const { code, out } = await run();
  expect(out).toEqual(served.out);
  const text = out.join('\n');
  expect([code, out.filter((line) => !line.startsWith(' ')).length], text).toEqual([0, WEBHOOK_EVENT_NAMES.length]);
  const [, seq] = /lost +1, the first with record (\d+)/.exec(text)!;
  const own = out.slice(out.indexOf('WEBHOOK_CONTENT_UPDATE (WEBHOOK_CONTENT_UPDATE)') + 1).slice(0, 5);
  expect(own).toEqual([
    `  target       ${receiver.url}/hook`,
    '  health       suspended',
    expect.stringMatching(/^ {2}last answer {2}HTTP 500, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/),
    '  waiting      2',
    `  lost         1, the first with record ${seq}`,
  ]);

  await refused(['replay', 'NONE', '--from', '1'], 'there is no webhook NONE');
  await refused(['replay', 'WEBHOOK_CONTENT_UPDATE', '--from', 'x'], '--from');
  await refused(['replay', 'WEBHOOK_CONTENT_UPDATE'], '--from');
  const full = await run('replay', 'WEBHOOK_CONTENT_UPDATE', '--from', seq!);
  expect(full.out.join('\n')).toContain(`go on with --from ${seq}`);

  const { out: queued } = await place.run(['webhooks', 'replay', 'WEBHOOK_CONTENT_UPDATE', '--from', seq!], more);
  expect(queued.at(-1)).toBe('kontor: 1 messages of WEBHOOK_CONTENT_UPDATE wait to be sent again');
  expect((await run()).out.join('\n')).not.toContain('lost');

  receiver.behave = (_received, reply) => void reply.end('WEBHOOK_EXECUTED');
  const told = receiver.received.length;
  const again = await start(more);
  await must(
    client.office('update_webhook', { name: 'WEBHOOK_CONTENT_UPDATE', url: `${receiver.url}/hook`, parameter: '' }),
  );
  const received = await receiver.calls(told + 3);
  expect(received.at(-1)!.headers['kontor-seq']).toBe(seq);
  const ids = received
    .slice(told)
    .map(({ target }) => Number(new URL(target, 'http://a').searchParams.get('id_shopobject')));
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect(new Set(ids).size).toBe(3);
  await stop(again);
});
