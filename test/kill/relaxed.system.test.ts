// `relaxed` answers before the disk: a kill may take the last moments, nothing older than a second, and what is left
// is a beginning of what was, never a mixture.
import { seedOf } from '../harness/seed.ts';
import { runs } from '../harness/effort.ts';
import { expect, test } from 'vitest';
import type { Client } from './client.ts';
import { Books, below, claim, seeded } from './model.ts';
import { KillShop, fill } from './shop.ts';

const KILLS = runs(2, 5);
const SEED = seedOf('relaxed');
const SHOPPERS = 8;
const LOSS_MS_MAX = 1000;
const TRAFFIC_MS = 1300;
/** A cart is walked away from when it has so many lines, so that replies stay small. */
const LINES_MAX = 200;

const ENV = {
  KONTOR_REPLAY_RECORDS_MAX: '50',
  KONTOR_CHECKPOINT_PAUSE_MS: '5',
  KONTOR_SNAPSHOT_INTERVAL_RECORDS: '1000',
  KONTOR_SNAPSHOT_FILES_MAX: '2',
  KONTOR_PASS_ON_MS_MAX: '500',
};

const random = seeded(SEED);
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Puts line after line into its cart, and knows when each was acknowledged. */
class Collector {
  lost = 0;
  checked = 0;
  private readonly client: Client;
  private readonly product: number;
  private session = '';
  private sinceMs = 0;
  private readonly ackMs: number[] = [];

  constructor(client: Client, product: number) {
    this.client = client;
    this.product = product;
  }

  async collect(): Promise<void> {
    for (;;) {
      if (this.session === '' || this.ackMs.length >= LINES_MAX) {
        const opened = await this.client.call('get_new_session');
        if (opened === undefined || opened.refusal === 'NOT_LEADER') return;
        if (opened.refusal === 'OVERLOADED') {
          await wait(50);
          continue;
        }
        this.session = String(opened.body['code']);
        this.sinceMs = opened.readMs;
        this.ackMs.length = 0;
      }
      const line = { id_shopobject: this.product, element_type: 'PRODUCT', quantity: 1, price_field: 'price' };
      const answer = await this.client.call('add_to_cart', { ...line, session: this.session });
      if (answer === undefined || answer.refusal === 'NOT_LEADER') return;
      // A machine whose disk stalls sheds load: nothing happened, and the shopper asks again.
      if (answer.refusal === 'OVERLOADED') {
        await wait(50);
        continue;
      }
      claim(answer.refusal === '', () => `add_to_cart refused: ${answer.refusal}`);
      claim(
        answer.body['last_inserted_element_id'] === this.ackMs.length + 1,
        () => `line ${String(answer.body['last_inserted_element_id'])} after ${this.ackMs.length}`,
      );
      this.ackMs.push(answer.readMs);
    }
  }

  async check(killedMs: number): Promise<void> {
    this.client.hangUp();
    if (this.session === '') return;
    const answer = await this.client.call('get_cart', { session: this.session });
    claim(answer !== undefined, () => 'no reply to get_cart');
    const old = this.ackMs.filter((ms) => ms < killedMs - LOSS_MS_MAX).length;
    if (answer.refusal !== '') {
      claim(
        answer.refusal === 'SESSION_INVALID' && this.sinceMs >= killedMs - LOSS_MS_MAX,
        () => `the session is gone, opened ${killedMs - this.sinceMs} ms before the kill`,
      );
      this.session = '';
      return;
    }
    const ids = (answer.body['contents'] as readonly { readonly id: number }[]).map(({ id }) => id);
    claim(
      ids.every((id, at) => id === at + 1),
      () => `the lines are ${ids.join(', ')}`,
    );
    claim(
      ids.length >= old,
      () => `${ids.length} lines are there, ${old} were acknowledged more than a second before the kill`,
    );
    this.checked += ids.length;
    this.lost += Math.max(0, this.ackMs.length - ids.length);
    // The one in flight may have come through.
    this.session = '';
  }
}

test(
  `${KILLS} kills of a relaxed server take at most the last second`,
  async () => {
    const shop = await KillShop.open(ENV);
    const books = new Books(10_001);
    const verified: number[] = [];
    try {
      const setup = shop.start('fsync');
      await setup.ready();
      await fill(shop.client(), books);
      setup.signal('SIGTERM');
      await setup.ended;
      const [product] = books.products.keys();
      const collectors = Array.from({ length: SHOPPERS }, () => new Collector(shop.client(), product!));
      let killedMs = 0;
      for (let kill = 0; kill <= KILLS; kill += 1) {
        const program = shop.start('relaxed');
        await program.ready();
        if (kill > 0) await Promise.all(collectors.map((one) => one.check(killedMs)));
        const work = Promise.all(collectors.map((one) => one.collect()));
        work.catch(() => program.signal('SIGKILL'));
        await wait(TRAFFIC_MS + below(random, 300));
        killedMs = Date.now();
        await program.kill();
        await work;
        expect(program.err).toEqual([]);
        verified.push((await shop.verify()).head);
      }
      const lost = collectors.reduce((sum, one) => sum + one.lost, 0);
      const checked = collectors.reduce((sum, one) => sum + one.checked, 0);
      console.log(`relaxed, seed ${SEED}: ${JSON.stringify({ kills: KILLS + 1, checked, lost, heads: verified })}`);
      expect(checked).toBeGreaterThan(0);
    } catch (error) {
      (error as Error).message = `seed ${SEED}, after ${verified.length} kills: ${(error as Error).message}`;
      throw error;
    } finally {
      await shop.place.clean();
    }
  },
  60_000 + KILLS * 5000,
);
