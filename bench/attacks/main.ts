// npm run bench -- attacks: what a shop with 2 GB of heap and 3 GB of memory does while it is attacked, beside a
// shopper who buys and, in some rows, another whom the attack must not reach.
//
// Exit 1 where a limit of verdict.ts is missed. A p99 of a few hundred calls is made by its six slowest: an attack
// whose shop is too slow alone is measured again, twice at most.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CREDENTIALS } from '../../test/generated-shop/measure.ts';
import { markdownRow } from '../table.ts';
import { ATTACKS } from './attacks.ts';
import { Client, codeOf } from './client.ts';
import type { Fields } from './client.ts';
import { newOutcome } from './hammer.ts';
import type { Outcome, Target } from './hammer.ts';
import { OWNER, XML, prepare } from './prepare.ts';
import { ROWS } from './rows.ts';
import type { Row } from './rows.ts';
import { Server } from './server.ts';
import { line, shop } from './shopper.ts';
import { startSleeper } from './sleeper.ts';
import { HEADINGS, isSlowAlone, rowOf, wrongOf } from './verdict.ts';
import type { Measured } from './verdict.ts';

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '10' },
    heap: { type: 'string', default: '2048' },
    only: { type: 'string', multiple: true },
    rows: { type: 'string', default: 'all' },
    engine: { type: 'string', default: 'dist/main.js' },
    core: { type: 'string', default: '0' },
    data: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const HELP = `Attacks a shop in every known way, beside a shopper.

  --only NAME    the attack of that name; may be given several times
  --rows ci      leaves out what CI leaves to the nights (rows.ts says why)
  --seconds N    how long each is attacked, 10 unless told, at least 3
  --products N   products of the shop, 20000 unless told
  --heap MB      heap of the program, 2048 unless told
  --core SHARE   share of a core that the program has, such as 0.1; exit 3 where there are no cgroups for that
  --engine FILE  another build: its main.js, in a tree whose sources make its shop
  --data DIR     keep the shop there that each attack finds, and use it again`;

const seconds = Number(values.seconds);
const sleeper = startSleeper();
const engine = resolve(values.engine);

const AT_FIRST_MS = 500;

const LICENCE = { licence_username: CREDENTIALS.username, licence_password: CREDENTIALS.password };

interface Attack {
  /** Resolves when it has made what it needs. */
  readonly begun: Promise<void>;
  /** `failure`: why it ended by itself, if it did. */
  end(): Promise<{ readonly outcome: Outcome; readonly failure: readonly string[] }>;
}

/** The process that attacks, with less claim to the processor than the shopper. */
const attack = (name: string, target: Target): Attack => {
  const script = new URL('attacker.ts', import.meta.url).pathname;
  const args = ['-n', '10', process.execPath, '--import', 'tsx', script, name, JSON.stringify(target)];
  const child = spawn('nice', args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  let begin = (): void => {};
  const begun = new Promise<void>((started) => (begin = started));
  const ended = new Promise<Awaited<ReturnType<Attack['end']>>>((done) => {
    child.on('message', (message: { begun?: true; outcome?: Outcome }) => {
      if (message.begun === true) begin();
      if (message.outcome !== undefined) done({ outcome: message.outcome, failure: [] });
    });
    child.once('exit', () => {
      process.off('exit', kill);
      done({ outcome: newOutcome(), failure: ['the attack ended by itself'] });
    });
  });
  return {
    begun: Promise.race([begun, ended.then(() => {})]),
    end: () => {
      if (child.connected) child.send('end');
      return ended;
    },
  };
};

/** Carts of before a flood, for as many purchases as its seconds hold. */
const carts = async (client: Client): Promise<string[]> => {
  const codes: string[] = [];
  for (let at = 0; at < 40 * seconds; at += 1) {
    const session = codeOf(await client.call('get_new_session'));
    await client.call('add_to_cart', { session, ...line('the first piece') });
    codes.push(session);
  }
  return codes;
};

interface Prepared {
  readonly directory: string;
  /** Of the owner. */
  readonly password: string;
}

const run = async (name: string, { directory: made, password }: Prepared): Promise<string[]> => {
  const row = ROWS[name] ?? {};
  // Each attack finds the shop as it was made.
  const directory = `${made}-attacked`;
  rmSync(directory, { recursive: true, force: true });
  cpSync(made, directory, { recursive: true });
  const server = await Server.open({ engine, directory, heapMb: values.heap, share: Number(values.core), row });
  const client = new Client(server.url, LICENCE as Fields, Infinity, server.ca);
  const target: Target = {
    url: server.url,
    adminUrl: server.adminUrl,
    legacyPort: server.legacyPort,
    ca: server.ca,
    credentials: LICENCE,
    xmlCredentials: { ...XML },
    officeCredentials: { ...LICENCE, licence_secret_key: CREDENTIALS.secretKey },
    owner: { username: OWNER, password },
    engine,
    directory,
  };
  const measured = await measure(name, row, server, client, target);
  client.close();
  rmSync(directory, { recursive: true, force: true });
  const wrong = wrongOf(measured);
  console.log(markdownRow(rowOf(name, measured, wrong)));
  return wrong;
};

const measure = async (name: string, row: Row, server: Server, client: Client, target: Target): Promise<Measured> => {
  const sessions = row.isFlood === true ? await carts(client) : [];
  await shop(client, 1);
  const quietFromMs = Date.now();
  const quiet = await shop(client, Math.min(3, seconds - 2));
  const quietTurnMs = server.longestTurnMs(quietFromMs, Date.now());
  const witness = await row.bystander?.(target, (seconds - 2) * 1000);
  server.fillLog();
  const quietMb = server.resetHeight();
  const attacking = attack(name, target);
  await attacking.begun;
  const fromMs = Date.now();
  await sleep(AT_FIRST_MS);
  await sleeper.lateP99Ms();
  const [under, witnessed = { told: '', wrong: [] }] = await Promise.all([
    shop(client, seconds - 2, sessions),
    witness?.(),
  ]);
  const lateMs = await sleeper.lateP99Ms();
  const heightMb = server.heightMb();
  const death = server.isAlive ? '' : server.killed || `the process has ended: ${server.said.slice(-5).join(' / ')}`;
  const toMs = Date.now();
  // The stop is asked for while the attack goes on.
  const stopped = await server.stop();
  const turnMs = server.longestTurnMs(fromMs, toMs);
  const { outcome, failure } = await attacking.end();
  const reached = { ...witnessed, wrong: [...witnessed.wrong, ...failure] };
  return { quiet, under, lateMs, turnMs, quietTurnMs, quietMb, heightMb, witnessed: reached, stopped, death, outcome };
};

const namesOf = (): string[] => {
  const unknown = (values.only ?? []).filter((name) => ATTACKS[name] === undefined);
  if (unknown.length > 0) throw new Error(`no attack is called ${unknown.join(', ')}`);
  return Object.keys(ATTACKS).filter(
    (name) => (values.only?.includes(name) ?? true) && (values.rows !== 'ci' || ROWS[name]?.nightly === undefined),
  );
};

/** In a directory that ends with this process, unless one is named. */
const prepared = async (): Promise<Prepared> => {
  const place = values.data ?? mkdtempSync(join(tmpdir(), 'kontor-attacks-'));
  if (values.data === undefined) process.once('exit', () => rmSync(place, { recursive: true, force: true }));
  const [directory, file] = [join(place, 'shop'), join(place, 'owner')];
  if (!existsSync(file)) {
    mkdirSync(place, { recursive: true });
    writeFileSync(file, await prepare(engine, directory, Number(values.products)));
  }
  return { directory, password: readFileSync(file, 'utf8') };
};

const runAll = async (): Promise<void> => {
  const names = namesOf();
  const shopOf = await prepared();
  console.log(`${markdownRow(HEADINGS)}\n${markdownRow(HEADINGS.map(() => '---'))}`);
  let [passed, failed] = [0, 0];
  for (const name of names) {
    let wrong = await run(name, shopOf);
    for (let more = 2; more > 0 && isSlowAlone(wrong); more -= 1) wrong = await run(name, shopOf);
    if (wrong.length === 0) passed += 1;
    else failed += 1;
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
};

if (values.help) console.log(HELP);
else await runAll();
await sleeper.end();
