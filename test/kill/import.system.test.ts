// `kontor import` as a child, SIGKILL at random moments, and again until it ends: what is there is always the file up
// to one of its records. So it is where the server beside which it runs is killed instead.
import { execFileSync } from 'node:child_process';
import { seedOf } from '../harness/seed.ts';
import { runs } from '../harness/effort.ts';
import { lull, until } from '../harness/until.ts';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Engine } from '../../src/engine/engine.ts';
import { SubjectKeys } from '../../src/engine/privacy/subject-keys.ts';
import { readIdentity } from '../../src/engine/store/identity.ts';
import { bringRecords, linesOf, newEngine, recordsOf } from '../catalogue-files/catalogue-shop.ts';
import { closeAndVerify } from '../engine/store/stores.ts';
import { below, pick, seeded } from './model.ts';
import { KillShop } from './shop.ts';
import type { Program } from '../harness/program.ts';

const KILLS = runs(2);
const SEED = seedOf('import');
const PRODUCTS = 500;
/** Rows shall fall into the import, too; snapshot files and cuts of the journal are a server's (kill-run.ts). */
const ENV = { KONTOR_REPLAY_RECORDS_MAX: '200', KONTOR_CHECKPOINT_ROWS_MAX: '40' };

const random = seeded(SEED);

const ATTRIBUTES = [
  { name: 'text', type: 'TXT' },
  { name: 'price', type: 'FLOAT' },
  { name: 'related', type: 'PRODUCTS' },
];
const CATEGORIES = Array.from({ length: 30 }, (_, at) => (at < 6 ? [`c${at}`] : [`c${at % 6}`, `c${at}`]));
const ENTITIES = Array.from({ length: 40 }, (_, at) => `e${at}`);

/** A shop in which one record is several events: stock, bindings, positions, storages. */
const catalogue = (): object[] => {
  const parents: string[] = [];
  const products = Array.from({ length: PRODUCTS }, (_, at) => {
    const name = `product ${at}`;
    const variation = parents.length > 0 && random() < 0.2 ? { variation_of: pick(random, parents) } : {};
    if (random() < 0.3 && !('variation_of' in variation)) parents.push(name);
    return {
      type: 'product',
      class: 'article',
      name,
      ...variation,
      active: random() < 0.9,
      attributes: { de_DE: { text: `${name} `.repeat(1 + below(random, 40)), price: below(random, 100_000) / 100 } },
      seo: { de_DE: { permalink: `p-${at}` } },
      categories: [pick(random, CATEGORIES), { path: pick(random, CATEGORIES), position: 1 + below(random, 5000) }],
      metadata: { ean: String(at) },
      availability: { active: true, quantity: below(random, 1000) },
      bindings: random() < 0.3 ? [{ element_number: pick(random, ENTITIES), quantity: 1 + below(random, 3) }] : [],
    };
  });
  const related = (): object => ({ de_DE: { related: [1, 2, 3].map(() => `product ${below(random, PRODUCTS)}`) } });
  return [
    { type: 'class', name: 'article', class_type: 'product', attributes: ATTRIBUTES },
    { type: 'class', name: 'part', class_type: 'warehouse_entity' },
    ...CATEGORIES.map((path) => ({
      type: 'category',
      name: path.at(-1),
      parent: path.slice(0, -1),
      labels: { de_DE: path.join(' ') },
    })),
    ...ENTITIES.map((element) => ({
      type: 'warehouse_entity',
      class: 'part',
      name: element,
      metadata: { element_number: element },
      storages: ['north', 'south'].map((storage) => ({ storage, quantity: below(random, 500) })),
    })),
    ...products,
    ...Array.from({ length: PRODUCTS / 5 }, (_, at) => ({
      type: 'references',
      name: `product ${at * 5}`,
      attributes: related(),
    })),
  ];
};

/** A file, what it makes of the shop before, and which number the journal's last record has after each of its lines. */
interface Step {
  readonly file: string;
  readonly records: readonly object[];
  readonly heads: readonly number[];
  readonly text: string;
}

const ASKED = { stock: true };

const stepsOf = async (): Promise<readonly [Step, Step]> => {
  const engine = newEngine();
  const follow = async (file: string, records: readonly object[]): Promise<Step> => {
    const heads: number[] = [];
    const answered = (): Promise<void> => Promise.resolve(void heads.push(engine.headSeq));
    expect((await bringRecords(engine, records, { ...ASKED, answered })).listed).toEqual([]);
    return { file, records, heads, text: linesOf(engine) };
  };
  const first = await follow('first.jsonl', catalogue());
  const changed = (recordsOf(engine) as { type: string; name: string; active?: boolean; availability?: object }[]).map(
    (record) =>
      record.type !== 'product' || random() < 0.3
        ? record
        : {
            ...record,
            active: record.active !== true,
            attributes: { de_DE: { text: 'changed', price: 1 } },
            availability: { active: true, quantity: below(random, 1000) },
            bindings: [],
          },
  );
  const second = await follow('second.jsonl', changed);
  await closeAndVerify(engine);
  return [first, second];
};

const importing = ({ file }: Step): string[] => ['import', file, '--data', 'data', '--stock'];

/** The shop as it is when the import has come so far. */
class Model {
  private readonly engine: Engine = newEngine();
  private at = 0;
  private readonly steps: readonly Step[];

  constructor(steps: readonly Step[]) {
    this.steps = steps;
  }

  /** Undefined when no record of a file ends there. */
  async textAt(head: number): Promise<string | undefined> {
    const records = this.steps.flatMap((step) => step.records.map((record, at) => ({ record, head: step.heads[at]! })));
    while (this.engine.headSeq < head && this.at < records.length) {
      const next = records.slice(this.at).findIndex((one) => one.head >= head);
      const to = next < 0 ? records.length : this.at + next + 1;
      await bringRecords(
        this.engine,
        records.slice(this.at, to).map((one) => one.record),
        ASKED,
      );
      this.at = to;
    }
    return this.engine.headSeq === head ? linesOf(this.engine) : undefined;
  }

  close(): Promise<void> {
    return closeAndVerify(this.engine);
  }
}

interface Figures {
  kills: number;
  /** Before there was a store to look at. */
  early: number;
  /** Between the first and the last record of a file: what the test is about. */
  middle: number;
  readonly heads: number[];
}

const isEnough = ({ kills, middle }: Figures): boolean => kills >= KILLS && middle >= KILLS / 3;

/** Any moment of an import: of its start, or behind a record that was drawn; its end where it was faster. */
const moment = async (program: Program, head: () => Promise<number>, { heads }: Step): Promise<void> => {
  if (random() < 0.2) return lull(random() * 1000);
  const wanted = heads[0]! + Math.floor(random() * (heads.at(-1)! - heads[0]!));
  await until('the import comes so far', async () => !program.running || (await head()) >= wanted);
  await lull(random() * 5);
};

/** The lines of an export behind the first, which says the currency. */
const recordsIn = (file: string): string => readFileSync(file, 'utf8').replace(/^\{"type":"shop".*\n/, '');

/** Kills imports until both files are in. */
const round = async (steps: readonly [Step, Step], figures: Figures): Promise<void> => {
  const shop = await KillShop.open(ENV);
  const env = { ...ENV, KONTOR_SNAPSHOTS: shop.place.path('snapshots') };
  mkdirSync(shop.place.path('snapshots'));
  const model = new Model(steps);
  const ends = [0, ...steps.map(({ heads }) => heads.at(-1)!)];
  const exported = async (): Promise<string> => {
    const ran = await shop.place.run(['export', 'out.jsonl', '--data', 'data'], env);
    expect(ran, ran.err.join('\n')).toMatchObject({ code: 0, err: [] });
    return recordsIn(shop.place.path('out.jsonl'));
  };
  try {
    for (const step of steps) {
      writeFileSync(shop.place.path(step.file), step.records.map((one) => JSON.stringify(one)).join('\n'));
      for (;;) {
        const program = shop.place.start(importing(step), env);
        const kill = !isEnough(figures);
        if (kill) await moment(program, () => shop.headOnDisk(), step);
        const { code, signal } = await (kill ? program.kill() : program.ended);
        if (signal !== 'SIGKILL') {
          expect(code, program.said).toBe(0);
          break;
        }
        figures.kills += 1;
        // On a busy machine it takes long enough to say how far it is.
        expect(program.err.filter((line) => !line.startsWith('kontor: importing: '))).toEqual([]);
        if (
          readIdentity(shop.place.path('data')) === undefined ||
          SubjectKeys.read(shop.place.path('data')) === undefined
        )
          figures.early += 1;
        else {
          const { head } = await shop.verify();
          figures.heads.push(head);
          if (!ends.includes(head)) figures.middle += 1;
          if (head > 0 && random() < 0.4)
            expect(await exported(), `after record ${head}`).toBe(await model.textAt(head));
        }
      }
      await shop.verifyByCommand();
      expect(await exported()).toBe(step.text);
    }
  } finally {
    await model.close();
    await shop.place.clean();
  }
};

test(`${KILLS} kills of an import leave whole records, in order, and the same again ends it`, async () => {
  const steps = await stepsOf();
  const [first] = steps;
  const figures: Figures = { kills: 0, early: 0, middle: 0, heads: [] };
  try {
    while (!isEnough(figures)) await round(steps, figures);
  } catch (error) {
    (error as Error).message = `seed ${SEED}, after ${figures.kills} kills : ${(error as Error).message}`;
    throw error;
  }
  console.log(`import kill test, seed ${SEED}: ${first.records.length} records, ${JSON.stringify(figures)}`);
  expect(figures.middle, 'kills in the middle of a file').toBeGreaterThanOrEqual(KILLS / 3);
});

test('a server that is killed in the middle of an import has whole records, and the same again ends it', async () => {
  const [step] = await stepsOf();
  const { records, heads } = step;
  const lines = records.map((one) => `${JSON.stringify(one)}\n`);
  const half = Math.floor(lines.length / 2);
  const shop = await KillShop.open(ENV);
  const served = async (): Promise<Program> => {
    const program = shop.start('commit');
    await program.ready();
    return program;
  };
  try {
    let server = await served();
    const before = await shop.headOnDisk();
    // The second half never comes, so that the import cannot have ended before the server does.
    const pipe = shop.place.path('pipe.jsonl');
    execFileSync('mkfifo', [pipe]);
    const writer = openSync(pipe, 'r+');
    const first = shop.place.start(importing({ ...step, file: 'pipe.jsonl' }), ENV);
    await writeFile(pipe, lines.slice(0, half).join(''));
    const wanted = before + heads[Math.floor(half / 2)]!;
    await until('the import comes so far', async () => !first.running || (await shop.headOnDisk()) >= wanted);
    await server.kill();
    closeSync(writer);
    const { code } = await first.ended;
    expect(code, first.said).toBe(1);
    expect(first.err.at(-1), first.said).toMatch(/^kontor: /);
    const { head } = await shop.verify();
    expect(head).toBeGreaterThanOrEqual(wanted);
    expect(head).toBeLessThan(before + heads.at(-1)!);

    server = await served();
    writeFileSync(shop.place.path(step.file), lines.join(''));
    const again = await shop.place.run(importing(step), ENV);
    expect(again, again.err.join('\n')).toMatchObject({ code: 0 });
    const out = await shop.place.run(['export', 'out.jsonl', '--data', 'data'], ENV);
    expect(out, out.err.join('\n')).toMatchObject({ code: 0, err: [] });
    expect(recordsIn(shop.place.path('out.jsonl'))).toBe(step.text);
    expect(await server.stop()).toBe(0);
    await shop.verifyByCommand();
  } finally {
    await shop.place.clean();
  }
});
