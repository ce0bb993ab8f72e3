// `relaxed` answers before the disk: would catch a kill that takes what the journal had on the disk, a journal that
// falls behind for good, and a store that is left as a mixture and not as a beginning of what was.
import { seedOf } from '../harness/seed.ts';
import { runs } from '../harness/effort.ts';
import { lull, until } from '../harness/until.ts';
import { expect, test } from 'vitest';
import type { Program } from '../harness/program.ts';
import type { Client } from './client.ts';
import { Books, below, claim, seeded } from './model.ts';
import { KillShop, fill } from './shop.ts';

const KILLS = runs(2);
const SEED = seedOf('relaxed');
const SHOPPERS = 8;
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

/** Puts line after line into its cart, and knows how many were acknowledged when the disk was looked at. */
class Collector {
  lost = 0;
  checked = 0;
  private readonly client: Client;
  private readonly product: number;
  private session = '';
  private acknowledged = 0;
  /** Of the present session, lines that the disk has; undefined for one that is younger. */
  private onDisk: number | undefined;

  constructor(client: Client, product: number) {
    this.client = client;
    this.product = product;
  }

  async collect(): Promise<void> {
    for (;;) {
      if (this.session === '' || this.acknowledged >= LINES_MAX) {
        const opened = await this.client.call('get_new_session');
        if (opened === undefined || opened.refusal === 'NOT_LEADER') return;
        if (opened.refusal === 'OVERLOADED') continue;
        this.session = String(opened.body['code']);
        this.acknowledged = 0;
        this.onDisk = undefined;
      }
      const line = { id_shopobject: this.product, element_type: 'PRODUCT', quantity: 1, price_field: 'price' };
      const answer = await this.client.call('add_to_cart', { ...line, session: this.session });
      if (answer === undefined || answer.refusal === 'NOT_LEADER') return;
      // A machine whose disk stalls sheds load: nothing happened, and the shopper asks again.
      if (answer.refusal === 'OVERLOADED') continue;
      claim(answer.refusal === '', () => `add_to_cart refused: ${answer.refusal}`);
      claim(
        answer.body['last_inserted_element_id'] === this.acknowledged + 1,
        () => `line ${String(answer.body['last_inserted_element_id'])} after ${this.acknowledged}`,
      );
      this.acknowledged += 1;
    }
  }

  /** What it knows now will be on the disk before the kill. */
  mark(): void {
    this.onDisk = this.session === '' ? undefined : this.acknowledged;
  }

  async check(): Promise<void> {
    this.client.hangUp();
    if (this.session === '') return;
    const answer = await this.client.call('get_cart', { session: this.session });
    claim(answer !== undefined, () => 'no reply to get_cart');
    if (answer.refusal !== '') {
      claim(
        answer.refusal === 'SESSION_INVALID' && this.onDisk === undefined,
        () => `the session with ${this.onDisk} lines on the disk: ${answer.refusal}`,
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
      ids.length >= (this.onDisk ?? 0),
      () => `${ids.length} lines are there, ${this.onDisk} were on the disk before the kill`,
    );
    this.checked += ids.length;
    this.lost += Math.max(0, this.acknowledged - ids.length);
    // The one in flight may have come through.
    this.session = '';
  }
}

test(`${KILLS} kills of a relaxed server take nothing that was on the disk`, async () => {
  const shop = await KillShop.open(ENV);
  const books = new Books(10_001);
  const verified: number[] = [];
  try {
    const collectors: Collector[] = [];
    const started = async (): Promise<Program> => {
      const program = shop.start('relaxed');
      await program.ready();
      await Promise.all(collectors.map((one) => one.check()));
      return program;
    };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const program = await started();
      if (kill === 0) {
        // Before the records that are waited for below.
        await fill(shop.client(), books);
        const [product] = books.products.keys();
        for (let one = 0; one < SHOPPERS; one += 1) collectors.push(new Collector(shop.client(), product!));
      }
      const work = Promise.all(collectors.map((one) => one.collect()));
      work.catch(() => program.signal('SIGKILL'));
      // Traffic, the disk that comes up with it by itself, and the moments for which it may not: of any length.
      await lull(below(random, 300));
      for (const one of collectors) one.mark();
      const { record } = await shop.status();
      await until(`record ${record} is on the disk`, async () => (await shop.headOnDisk()) >= record);
      await lull(below(random, 300));
      await program.kill();
      await work;
      expect(program.err).toEqual([]);
      verified.push((await shop.verify()).head);
    }
    const last = await started();
    last.signal('SIGTERM');
    expect(await last.ended, last.said).toEqual({ code: 0, signal: null });
    verified.push((await shop.verify()).head);
    const lost = collectors.reduce((sum, one) => sum + one.lost, 0);
    const checked = collectors.reduce((sum, one) => sum + one.checked, 0);
    console.log(`relaxed, seed ${SEED}: ${JSON.stringify({ kills: KILLS, checked, lost, heads: verified })}`);
    expect(checked).toBeGreaterThan(0);
  } catch (error) {
    (error as Error).message = `seed ${SEED}, after ${verified.length} kills: ${(error as Error).message}`;
    throw error;
  } finally {
    await shop.place.clean();
  }
});
