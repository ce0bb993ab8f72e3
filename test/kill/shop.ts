// The shop of the kill test: a server that can be started, killed and looked at when it is dead, and what it sells.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openLmdb } from '../../src/engine/journal/lmdb-journal.ts';
import { lockStore } from '../../src/engine/store/store-lock.ts';
import { listSnapshots } from '../../src/engine/snapshots/snapshot-files.ts';
import { readIdentity } from '../../src/engine/store/identity.ts';
import { SubjectKeys } from '../../src/engine/privacy/subject-keys.ts';
import { verifyStore } from '../../src/engine/recovery/verify.ts';
import { Place } from '../harness/program.ts';
import { reservePort } from '../harness/ports.ts';
import type { Env, Program } from '../harness/program.ts';
import { StandbyBeside } from '../harness/standby.ts';
import { THROUGH_STANDBY } from '../harness/variant.ts';
import { Client, must } from './client.ts';
import { makeDelivery } from './delivered.ts';
import type { Licence } from './client.ts';
import { PROMOTED_MAX, claim } from './model.ts';
import type { Books } from './model.ts';
import { headOnDisk } from './on-disk.ts';
import { STORAGES, productFields } from './office.ts';
import { makePromotion } from './promoted.ts';

export const LICENCE: Licence = { username: 'kill_shop', password: 'kill-password', secretKey: 'kill-secret-key' };
export const LICENCE_ENV: Env = {
  KONTOR_LICENCE_USERNAME: LICENCE.username,
  KONTOR_LICENCE_PASSWORD: LICENCE.password,
  KONTOR_LICENCE_SECRET_KEY: LICENCE.secretKey,
};

export interface Dead {
  readonly cut: number;
  readonly head: number;
  readonly snapshots: number;
  /** Snapshot files that a kill left half written. */
  readonly parts: number;
}

/**
 * One data directory and the servers on it, one after the other, on one port; that of a standby which outlives them
 * where the suite is run through one.
 */
export class KillShop {
  readonly place = new Place();
  readonly standby: StandbyBeside | undefined;
  private readonly port: number;
  private readonly serverPort: number;
  private readonly env: Env;

  private constructor(port: number, serverPort: number, env: Env) {
    this.port = port;
    this.serverPort = serverPort;
    this.env = { ...env, ...LICENCE_ENV };
    if (THROUGH_STANDBY) this.standby = new StandbyBeside(this.place, this.data, { port, env: this.env });
  }

  static async open(env: Env): Promise<KillShop> {
    const port = await reservePort();
    return new KillShop(port, THROUGH_STANDBY ? await reservePort() : port, env);
  }

  private get data(): string {
    return this.place.path('data');
  }

  start(durability: string): Program {
    const args = [
      'serve',
      '--port',
      String(this.serverPort),
      '--data',
      this.data,
      '--snapshots',
      this.place.path('snapshots'),
      '--durability',
      durability,
    ];
    const server = this.place.start(args, this.env);
    return this.standby?.before(server) ?? server;
  }

  client(): Client {
    return new Client(this.port, LICENCE);
  }

  /** Of the running server: the last record that it has in memory. */
  async status(): Promise<{ readonly record: number }> {
    const { code, out, err } = await this.place.run(['status', '--json', '--data', this.data]);
    claim(code === 0, () => `kontor status ends with ${code}: ${err.join('\n')}`);
    return JSON.parse(out[0]!) as { readonly record: number };
  }

  /** The last one that it has on the disk. */
  headOnDisk(): Promise<number> {
    return headOnDisk(this.data);
  }

  /** `kontor verify` as an operator runs it; of the standby as well, which ends. */
  async verifyByCommand(): Promise<void> {
    await this.verified(this.data, this.place.path('snapshots'));
    const { standby } = this;
    if (standby?.isRunning !== true) return;
    await standby.stop();
    await this.verified(standby.data, standby.snapshots);
  }

  private async verified(data: string, snapshots: string): Promise<void> {
    const { code, out, err } = await this.place.run(['verify', data, '--snapshots', snapshots]);
    claim(code === 0, () => `kontor verify ${data} ends with ${code}: ${[...out, ...err].join('\n')}`);
  }

  /** The dead server's store: sound, or the findings are the failure. */
  async verify(): Promise<Dead> {
    const identity = readIdentity(this.data);
    claim(identity !== undefined, () => 'the store has no identity');
    const lock = await lockStore(this.data);
    const journal = openLmdb(join(this.data, 'journal'), 'fsync', SubjectKeys.read(this.data).cipher);
    try {
      const files = listSnapshots(this.place.path('snapshots'), identity);
      const { findings, basis } = await verifyStore(journal, files.at(-1));
      claim(findings.length === 0, () => `verify since ${basis} finds:\n  ${findings.join('\n  ')}`);
      const { truncatedSeq = 0, headSeq = 0 } = journal.meta ?? {};
      const parts = readdirSync(this.place.path('snapshots')).filter((name) => name.endsWith('.part')).length;
      return { cut: truncatedSeq, head: headSeq, snapshots: files.length, parts };
    } finally {
      await journal.close();
      await lock.release();
    }
  }
}

const ATTRIBUTES = [
  { name: 'name', type: 'CHAR', de_DE: { label: 'Name', value: '' } },
  { name: 'price', type: 'FLOAT', de_DE: { label: 'Preis', value: 0 } },
];
const PLENTY = 10_000_000;

/** Products with much stock and with little, with stock of their own and from a warehouse. */
export const fill = async (office: Client, books: Books): Promise<void> => {
  const made = await must(office.office('create_class', { name: 'article', type: 'product' }));
  await must(
    office.office('create_class_attributes', {
      id_class: String(made.body['id']),
      attributes: JSON.stringify(ATTRIBUTES),
    }),
  );
  await must(office.office('create_class', { name: 'thing', type: 'warehouse_entity' }));
  const product = async (name: string, cents: number, pieces: number, entity = '', perPiece = 0): Promise<void> => {
    const availability = entity === '' ? { quantity: pieces } : {};
    const { body } = await must(office.office('create_product', productFields(name, cents, availability)));
    const id = Number(body['id']);
    books.products.set(id, { id, cents, scarce: entity !== '' || pieces < PLENTY, pieces, entity, perPiece });
    if (entity !== '')
      await must(office.office('add_binding', { id_product: id, element_number: entity, quantity: perPiece }));
  };
  for (let at = 0; at < 6; at += 1) await product(`plenty-${at}`, 199 + at * 1000, PLENTY);
  for (let at = 0; at < 3; at += 1) await product(`few-${at}`, 4999 + at, 40);
  for (const entity of ['E-1', 'E-2']) {
    await must(
      office.office('create_warehouse_entity', {
        class: 'thing',
        name: entity,
        metadata: JSON.stringify({ element_number: entity }),
      }),
    );
    for (const storage of STORAGES) {
      await must(office.office('inventory_place', { storage, element_number: entity, quantity: 60 }));
    }
    books.stored.set(entity, 60 * STORAGES.length);
    await product(`${entity}-single`, 1250, 0, entity, 1);
    await product(`${entity}-pack`, 2300, 0, entity, 3);
  }
  books.promotion = await makePromotion(office, PROMOTED_MAX);
  await makeDelivery(office);
};
