// The real server killed again and again while writers send several writes as one: after each start all parts of such a
// call are there or none is, and all of those that were acknowledged. A standby, the change feed and webhooks see them
// as one record.
import { expect, test } from 'vitest';
import { runs } from '../harness/effort.ts';
import { seedOf } from '../harness/seed.ts';
import { StandbyBeside } from '../harness/standby.ts';
import { lull, until } from '../harness/until.ts';
import { Receiver } from '../outside/http/receiver.ts';
import { Client, must } from './client.ts';
import type { Members } from './client.ts';
import { pick, seeded } from './model.ts';
import { KillShop, LICENCE, LICENCE_ENV } from './shop.ts';

const KILLS = runs(4, 3);
const random = seeded(seedOf('atomic'));
const WRITERS = 3;
const PARTS = 6;

/** Contents of one name, the last ones of which are in a category that the first part makes. */
const pipeOf = (name: string): string => {
  const category = { request: 'create_category', args: { id_parent: 0, name } };
  const content = { request: 'create_content', args: { class: 'page', name: '', categories: ['$1.id'] } };
  const contents = Array.from({ length: PARTS - 1 }, (_, at) => [
    `part_${at}`,
    { ...content, args: { ...content.args, name: `${name} ${at}` } },
  ]);
  return JSON.stringify({ category, ...(Object.fromEntries(contents) as object) });
};

const together = (client: Client, name: string) =>
  client.office('aggregate', { atomic: 1, pipe: pipeOf(name), idempotency_key: name });

/** Name → how many of its contents there are. */
const foundOf = async (client: Client): Promise<ReadonlyMap<string, number>> => {
  const fields = { constraint: '[]', left_limit: 0, right_limit: 100_000 };
  const { result } = (await must(client.office('search_contents', fields))).body as { result: { name: string }[] };
  const found = new Map<string, number>();
  for (const { name } of result) {
    const of = name.split(' ')[0]!;
    found.set(of, (found.get(of) ?? 0) + 1);
  }
  return found;
};

test(`${KILLS} kills: all parts of a call are there, or none`, async () => {
  const shop = await KillShop.open({ KONTOR_CHECKPOINT_PAUSE_MS: '5', KONTOR_REPLAY_RECORDS_MAX: '50' });
  const sent: string[] = [];
  const acknowledged = new Set<string>();
  const write = async (client: Client): Promise<void> => {
    for (;;) {
      const name = `n${sent.length}`;
      sent.push(name);
      const answer = await together(client, name);
      if (answer === undefined) return;
      expect(answer.refusal).toBe('');
      acknowledged.add(name);
    }
  };
  try {
    const office = shop.client();
    let lost = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const program = shop.start(pick(random, ['commit', 'fsync']));
      await program.ready();
      if (kill === 0) await must(office.office('create_class', { name: 'page', type: 'content' }));
      const before = acknowledged.size;
      const work = Promise.all(Array.from({ length: WRITERS }, () => write(shop.client())));
      await until('some are acknowledged', () => acknowledged.size > before + 1);
      await lull(random() * 60);
      await program.kill();
      await work;
      office.hangUp();
      const next = shop.start('commit');
      await next.ready();
      const found = await foundOf(office);
      for (const [name, parts] of found) expect([name, parts]).toEqual([name, PARTS - 1]);
      for (const name of acknowledged) expect([name, found.get(name)]).toEqual([name, PARTS - 1]);
      for (const name of sent.filter((one) => !acknowledged.has(one))) {
        lost += 1;
        // Repeated under its key it happens once, whatever has become of it.
        await must(together(office, name));
        acknowledged.add(name);
      }
      const whole = await foundOf(office);
      expect([...whole.values()].every((parts) => parts === PARTS - 1)).toBe(true);
      expect(whole.size).toBe(acknowledged.size);
      await next.kill();
      office.hangUp();
    }
    expect(lost, 'calls that a kill fell into').toBeGreaterThanOrEqual(1);
    await shop.verifyByCommand();
  } finally {
    await shop.place.clean();
  }
});

/** Opens a change feed. */
const feedOf = (url: string): Promise<Response> => {
  const { username, password, secretKey } = LICENCE;
  const headers = {
    Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    'X-Licence-Secret-Key': secretKey,
  };
  return fetch(new URL('/srv/events', url), { headers });
};

/** Names of a feed's events up to the first position behind one about a content. */
const upToPosition = async (feed: Response): Promise<readonly string[]> => {
  let text = '';
  for await (const piece of feed.body!) {
    text += Buffer.from(piece).toString();
    const blocks = text.split('\n\n').slice(0, -1);
    const first = blocks.findIndex((block) => block.startsWith('event: content'));
    const last = blocks.findIndex((block, at) => first >= 0 && at >= first && /^id: /m.test(block));
    if (last >= 0) return blocks.slice(0, last + 1).flatMap((block) => /^event: (\w+)$/m.exec(block)?.[1] ?? []);
  }
  throw new Error(`the feed has ended: ${text}`);
};

test('a standby, the change feed and webhooks see one record', async () => {
  const shop = await KillShop.open({ KONTOR_WEBHOOK_DELAY_MS: '0' });
  const receiver = await Receiver.open();
  const standby = new StandbyBeside(shop.place, shop.place.path('data'), { env: LICENCE_ENV });
  try {
    const program = shop.start('commit');
    const url = await program.ready();
    const office = shop.client();
    const follower = new Client(Number(new URL(await standby.ready()).port), LICENCE);
    await must(office.office('create_class', { name: 'page', type: 'content' }));
    for (const name of ['WEBHOOK_CONTENT_UPDATE', 'WEBHOOK_CATEGORY_UPDATE'])
      await must(office.office('update_webhook', { name, url: receiver.url, parameter: '', body: 'view' }));
    const feed = await feedOf(url);
    await must(together(office, 'all'));
    const told = await upToPosition(feed);
    expect(told.filter((event) => event === 'content')).toHaveLength(PARTS - 1);
    expect(told).toContain('category');
    await receiver.calls(PARTS);
    const records = new Set(receiver.received.map(({ headers }) => headers['kontor-seq']));
    expect([receiver.received.length, records.size]).toEqual([PARTS, 1]);
    const changes = async (client: Client): Promise<readonly Members[]> =>
      (await must(client.office('get_changelog', { operation: 'aggregate' }))).body['records'] as readonly Members[];
    await until('the standby has it', async () => (await changes(follower)).length > 0);
    for (const client of [office, follower]) {
      const found = await changes(client);
      expect(found.length).toBeGreaterThanOrEqual(PARTS);
      expect([...new Set(found.map(({ seq }) => String(seq)))]).toEqual([...records]);
    }
    expect(await foundOf(follower)).toEqual(new Map([['all', PARTS - 1]]));
    follower.hangUp();
    await standby.stop();
    expect(await program.stop(), program.said).toBe(0);
  } finally {
    await receiver.close();
    await shop.place.clean();
  }
});
