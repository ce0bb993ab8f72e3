// The real server killed again and again while webhooks are called: every change that was acknowledged is told, in
// order, and nothing is told that was not recorded.
import { seedOf } from '../harness/seed.ts';
import { runs } from '../harness/effort.ts';
import { lull, until } from '../harness/until.ts';
import { expect, test } from 'vitest';
import { Receiver } from '../outside/http/receiver.ts';
import type { Received } from '../outside/http/receiver.ts';
import type { Program } from '../harness/program.ts';
import type { Client } from './client.ts';
import { must } from './client.ts';
import { pick, seeded } from './model.ts';
import { KillShop } from './shop.ts';

const KILLS = runs(3, 2);
const SEED = seedOf('webhooks');
const WRITERS = 4;
const random = seeded(SEED);

const EVENTS = [
  {
    name: 'WEBHOOK_CONTENT_UPDATE',
    parameter: 'id_shopobject',
    make: 'create_content',
    fields: { class: 'page', shop_active: 1 },
    body: 'form',
  },
  {
    name: 'WEBHOOK_CATEGORY_UPDATE',
    parameter: 'id_category',
    make: 'create_category',
    fields: { id_parent: 0 },
    body: 'view',
  },
] as const;

/** What was acknowledged: name of the event → ids. */
const acknowledged = new Map<string, Set<number>>(EVENTS.map(({ name }) => [name, new Set()]));
let made = 0;

/** Makes contents and categories until the server is gone. */
const write = async (client: Client): Promise<void> => {
  for (let event = 0; ; event = (event + 1) % EVENTS.length) {
    const { name, make, fields } = EVENTS[event]!;
    const answer = await client.office(make, { ...fields, name: `object ${(made += 1)}` });
    if (answer === undefined) return;
    if (answer.refusal === 'SHUTTING_DOWN' || answer.refusal === 'NOT_LEADER') return;
    expect(answer.refusal).toBe('');
    acknowledged.get(name)!.add(Number(answer.body['id']));
    // The receiver is to be about as fast as the writers: some of a backlog, not all of it.
    await lull(8 + random() * 8);
  }
};

interface Told {
  readonly seq: number;
  readonly id: number;
}

/** The id that a call with the body `view` tells of, which its object must have. */
const idInView = ({ body }: Received, parameter: string): number => {
  const { parameters, object } = JSON.parse(body) as { parameters: Record<string, number>; object: { id: number } };
  expect(object.id, 'the object of the message').toBe(parameters[parameter]);
  return object.id;
};

const toldOf = (received: readonly Received[], { name, parameter, body }: (typeof EVENTS)[number]): Told[] =>
  received
    .filter(({ headers }) => headers['kontor-event'] === name)
    .map((one) => ({
      seq: Number(one.headers['kontor-seq']),
      id:
        body === 'view'
          ? idInView(one, parameter)
          : Number(new URL(one.target, 'http://a').searchParams.get(parameter)),
    }));

const backlog = async (client: Client): Promise<number> => {
  const { body } = await must(client.office('get_webhooks'));
  return (body['webhooks'] as { backlog: number }[]).reduce((sum, one) => sum + one.backlog, 0);
};

const settled = (client: Client): Promise<boolean> =>
  until('the backlog ends', async () => (await backlog(client)) === 0);

test(`${KILLS} kills: every event is told at least once, in order`, async () => {
  const shop = await KillShop.open({
    KONTOR_WEBHOOK_DELAY_MS: '0',
    KONTOR_REPLAY_RECORDS_MAX: '50',
    KONTOR_CHECKPOINT_PAUSE_MS: '5',
    KONTOR_SNAPSHOT_INTERVAL_RECORDS: '1000',
    KONTOR_SNAPSHOT_FILES_MAX: '2',
    KONTOR_PASS_ON_MS_MAX: '500',
  });
  const receiver = await Receiver.open(
    (_received, reply) => void lull(random() * 4).then(() => reply.end('WEBHOOK_EXECUTED')),
  );
  const started = async (): Promise<Program> => {
    const program = shop.start(pick(random, ['commit', 'commit', 'fsync']));
    await program.ready();
    return program;
  };
  try {
    const office = shop.client();
    let underWay = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const program = await started();
      if (kill === 0) {
        await must(office.office('create_class', { name: 'page', type: 'content' }));
        for (const { name, body } of EVENTS)
          await must(office.office('update_webhook', { name, url: receiver.url, parameter: '', body }));
      }
      const before = receiver.received.length;
      const work = Promise.all(Array.from({ length: WRITERS }, () => write(shop.client())));
      // Most lives end while webhooks are called, the first among them; some before the first call.
      if (kill === 0 || random() >= 0.2) await receiver.calls(before + 1);
      // The kill falls into any moment.
      await lull(20 + random() * 200);
      const { signal } = await program.kill();
      expect(signal).toBe('SIGKILL');
      expect(program.err, 'what the server complained of').toEqual([]);
      await work;
      office.hangUp();
      if (receiver.received.length > before) underWay += 1;
    }
    const last = await started();
    await settled(office);
    for (const event of EVENTS) {
      const told = toldOf(receiver.received, event);
      for (const [at, { seq }] of told.entries()) if (at > 0) expect(seq).toBeGreaterThanOrEqual(told[at - 1]!.seq);
      const ids = new Set(told.map(({ id }) => id));
      expect(
        [...acknowledged.get(event.name)!].filter((id) => !ids.has(id)),
        'acknowledged and not told',
      ).toEqual([]);
      expect(told.length - ids.size, 'a kill repeats one call at most').toBeLessThanOrEqual(KILLS);
    }
    for (const { id } of toldOf(receiver.received, EVENTS[0])) {
      expect(
        (await must(office.office('get_content_details', { id_content: id }))).body['id'],
        'told and not recorded',
      ).toBe(id);
    }
    // The traffic must have been what the test is about, or it proves nothing.
    expect(underWay, 'lives in which webhooks were called').toBeGreaterThanOrEqual(Math.max(1, KILLS / 4));
    console.log(
      `webhook kill test, seed ${SEED}: ${JSON.stringify({ kills: KILLS, acknowledged: [...acknowledged.values()].map(({ size }) => size), told: receiver.received.length, lives: underWay })}`,
    );
    last.signal('SIGTERM');
    expect(await last.ended, last.said).toEqual({ code: 0, signal: null });
    await shop.verifyByCommand();
  } catch (error) {
    (error as Error).message = `seed ${SEED} : ${(error as Error).message}`;
    throw error;
  } finally {
    await receiver.close();
    await shop.place.clean();
  }
});
