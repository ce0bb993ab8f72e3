// Runs in a process of its own, because damage in an LMDB file may end the process by a signal.
//   lmdb-process.ts write DIRECTORY      changes four tables without end; sends 'written' after each 100 commits
//   lmdb-process.ts probe DIRECTORY…     opens each, reads all, changes much; prints its name before, `held` or `named`
// The tables are as those of a journal. Probing damages them further: that is what it is for.
import { open } from 'lmdb';
import type { Database } from 'lmdb';
import { seeded } from '../kill/model.ts';

const random = seeded(Number(process.env['KONTOR_TEST_SEED'] ?? 1));
const upTo = (most: number): number => Math.floor(random() * most);

const KEPT_BATCHES = 150;
/** Of each table: one is as deep as real ones, the others are small, so that files are read in no time. */
const KEYS = [5000, 400, 400] as const;

class Tables {
  readonly env;
  readonly rows: readonly Database<Buffer, number>[];
  readonly batches: Database<Buffer, number>;
  private seq = 0;

  constructor(path: string) {
    this.env = open({
      path,
      noSubdir: false,
      maxDbs: 64,
      overlappingSync: false,
      eventTurnBatching: false,
      noSync: true,
    });
    this.rows = ['a', 'b', 'c'].map((name) =>
      this.env.openDB({ name: `row.${name}`, keyEncoding: 'uint32', encoding: 'binary' }),
    );
    this.batches = this.env.openDB({ name: 'journal', encoding: 'binary' });
  }

  async commit(): Promise<void> {
    await this.batches.transaction(() => {
      void this.batches.put(this.seq, Buffer.alloc(100 + upTo(20_000), this.seq));
      if (this.seq > KEPT_BATCHES) void this.batches.remove(this.seq - KEPT_BATCHES);
      this.seq += 1;
      for (let change = 20 + upTo(80); change > 0; change -= 1) {
        // The deep one grows fastest.
        const table = random() < 0.7 ? 0 : 1 + upTo(2);
        const [row, key] = [this.rows[table]!, upTo(KEYS[table]!)];
        if (random() < 0.2) void row.remove(key);
        else void row.put(key, Buffer.alloc(upTo(random() < 0.05 ? 9000 : 500), key));
      }
    });
  }

  readAll(): number {
    let sum = 0;
    for (const table of [...this.rows, this.batches])
      for (const { value } of table.getRange({ snapshot: false }))
        for (let at = 0; at < value.length; at += 512) sum += value[at]!;
    return sum;
  }
}

const write = async (directory: string): Promise<void> => {
  const tables = new Tables(directory);
  for (let commits = 1; ; commits += 1) {
    await tables.commit();
    if (commits % 100 === 0) process.send?.('written');
  }
};

const probe = async (directory: string): Promise<string> => {
  console.log(directory);
  try {
    const tables = new Tables(directory);
    tables.readAll();
    for (let commits = 0; commits < 10; commits += 1) await tables.commit();
    tables.readAll();
    await tables.env.close();
    return 'held';
  } catch {
    return 'named';
  }
};

// LMDB also rejects a promise of its own for a commit that fails.
process.on('unhandledRejection', () => {});
const [, , role, ...directories] = process.argv;
if (role === 'write') await write(directories[0]!);
else for (const directory of directories) console.log(await probe(directory));
