// The real server killed when its mail server has a mail and the shop does not know it, just after it has said so, and
// before it had the text. Every mail of an order that was acknowledged arrives, those to one address in order, and a
// repeat has the same Message-ID.
import { expect, test } from 'vitest';
import { runs } from '../harness/effort.ts';
import { MailServer } from '../harness/mail-server.ts';
import { seedOf } from '../harness/seed.ts';
import { until } from '../harness/until.ts';
import { must } from './client.ts';
import type { Client } from './client.ts';
import { pick, seeded } from './model.ts';
import { KillShop } from './shop.ts';

const KILLS = runs(6, 3);
const random = seeded(seedOf('mail'));
const LINE = {
  id_shopobject: 0,
  element_type: 'FREE_ELEMENT',
  quantity: 1,
  price_field: '12.50',
  name_field: 'Lamp',
  description_field: '',
  language: 'de_DE',
  country: 'DE',
  id_parent_element: 0,
  attributes: '[]',
};
const ADDRESSES = ['ada@example.org', 'bob@example.org'] as const;
const STEPS = ['had', 'said', 'addressed'] as const;

const ordered = async (client: Client, email: string): Promise<number> => {
  const session = String((await must(client.call('get_new_session'))).body['code']);
  await must(client.office('add_to_cart', { session, ...LINE }));
  await must(client.call('set_order_details', { session, email }));
  return Number((await must(client.call('checkout', { session }))).body['id_order']);
};

const waiting = async (client: Client): Promise<number> =>
  Number((await must(client.office('get_mail_messages'))).body['waiting']);

test(`${KILLS} kills: every mail arrives at least once, in order per address`, async () => {
  const mails = new MailServer();
  const shop = await KillShop.open({
    ...(await mails.open()),
    // A mail that a busy machine makes slowly would be tried again a minute later.
    KONTOR_HTML_TIMEOUT_MS: '60000',
    KONTOR_MAIL: JSON.stringify({ sends: ['order_confirmation'] }),
  });
  const client = shop.client();
  const orders: (readonly [id: number, email: string])[] = [];
  let unknown = 0;
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const program = shop.start(pick(random, ['commit', 'fsync']));
      await program.ready();
      // Not before its orders are acknowledged: mails of before wait as well.
      let isOpen = false;
      const step = STEPS[kill % STEPS.length]!;
      const killed = new Promise<void>((resolve) => {
        mails.at = (at) => {
          if (!isOpen || at !== step) return;
          if (at === 'had') unknown += 1;
          program.signal('SIGKILL');
          resolve();
        };
      });
      for (const email of ADDRESSES) orders.push([await ordered(client, email), email]);
      isOpen = true;
      orders.push([await ordered(client, ADDRESSES[kill % 2]!), ADDRESSES[kill % 2]!]);
      await killed;
      expect((await program.ended).signal).toBe('SIGKILL');
      client.hangUp();
    }
    mails.at = () => {};
    const last = shop.start('commit');
    await last.ready();
    await until('no mail waits', async () => (await waiting(client)) === 0);
    for (const email of ADDRESSES) {
      const keys = new Map<number, string>();
      const own = mails.arrived.filter(({ to }) => to === email);
      for (const { subject, key } of own) {
        const order = Number(/\d+/.exec(subject)?.[0]);
        expect(keys.get(order) ?? key, `a repeat of order ${order}`).toBe(key);
        keys.set(order, key);
      }
      expect([...keys.keys()], `mails to ${email}`).toEqual(orders.flatMap(([id, to]) => (to === email ? [id] : [])));
      expect(own.length - keys.size, 'a kill repeats one mail of an address at most').toBeLessThanOrEqual(KILLS);
    }
    expect(unknown, 'mails that the shop did not know to be taken').toBeGreaterThanOrEqual(1);
    expect(mails.arrived.length, 'a mail that the shop did not know of comes again').toBeGreaterThan(orders.length);
    last.signal('SIGTERM');
    expect(await last.ended, last.said).toEqual({ code: 0, signal: null });
    await shop.verifyByCommand();
  } finally {
    await mails.close();
    await shop.place.clean();
  }
});
