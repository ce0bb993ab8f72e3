// Three nodes of a shop over one etcd, on this machine: buys through a follower, kills the leader with SIGKILL while a
// shopper buys, and shows that nothing was lost and that the records of all nodes are equal.
//
//   npm run sim -- cluster-demo     etcd and openssl on the PATH, or KONTOR_ETCD=/path/to/etcd
//
// Prints its story, each line with the seconds since its start. Exit code 0: all of it came true; 1: something did not,
// and the last line says what; 2: there is no etcd, or no openssl, or an option
// was given. It leaves nothing behind.
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../src/client/client.ts';
import type { Client } from '../../src/client/client.ts';
import { DemoNode, LICENCE, makeCertificates, reaching, run, startEtcd, whatIsMissing } from './programs.ts';

const NAMES = ['a', 'b', 'c'];
const QUANTITY = 2;
/** Until nodes have found each other again. */
const SOUND_MS_MAX = 60_000;
const MISSING = 2;
const WRONG_USE = 2;

const beganMs = performance.now();

const say = (text: string): void => {
  const seconds = ((performance.now() - beganMs) / 1_000).toFixed(1);
  console.log(`${seconds.padStart(5)} s  ${text}`);
};

/** The value of a call; a refusal ends the demo. */
const valueOf = <T>(outcome: { ok: true; value: T } | { ok: false; code: string; detail: string }): T => {
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.detail}`);
  return outcome.value;
};

const claim = (isTrue: boolean, what: string): void => {
  if (!isTrue) throw new Error(`not true: ${what}`);
};

/** Attempts that the last call took, by node. */
const attempts = new Map<string, number>();

const clientOf = ({ name, url }: DemoNode): Client =>
  createClient({
    url,
    username: LICENCE.username,
    password: LICENCE.password,
    secretKey: LICENCE.secretKey,
    onCall: (call) => void attempts.set(name, call.attempts),
  });

/** A session with a cart and an address: all that a checkout needs. */
const fillCart = async (shop: Client): Promise<string> => {
  const { products } = valueOf(await shop.get_products_in_category({ id_category: 1 }));
  const [product] = Object.values(products);
  if (product === undefined) throw new Error('the shop sells nothing');
  const { code: session } = valueOf(await shop.get_new_session());
  const names = { price_field: 'price', name_field: 'name' };
  valueOf(
    await shop.add_to_cart({
      session,
      id_shopobject: product.id,
      element_type: 'PRODUCT',
      quantity: QUANTITY,
      ...names,
    }),
  );
  valueOf(await shop.set_order_details({ session, email: 'ada@example.org' }));
  return session;
};

/** An order as everybody must see it. */
const orderAt = async (shop: Client, id: number): Promise<string> => {
  const { order_email: email, cart } = valueOf(await shop.get_order_by_id({ id_order: id }));
  claim(cart.contents.reduce((sum, line) => sum + line.quantity, 0) === QUANTITY, `order ${id} has ${QUANTITY} pieces`);
  return JSON.stringify({ email, sum: cart.sum });
};

interface Status {
  readonly leader: string;
  readonly record: number;
  readonly nodes: readonly { readonly node: string; readonly record: number | null }[];
}

const statusOf = async (log: string): Promise<{ readonly code: number | null; readonly status: Status }> => {
  const { code, out } = await run(['cluster', 'status', '--json', ...reaching(log, 'a')], [0, 1, 2]);
  return { code, status: JSON.parse(out.join('')) as Status };
};

/** Resolves once `kontor cluster status` finds nothing wrong and all nodes have the last record. */
const untilSound = async (log: string): Promise<Status> => {
  const untilMs = performance.now() + SOUND_MS_MAX;
  for (;;) {
    const { code, status } = await statusOf(log);
    if (code === 0 && status.nodes.every(({ record }) => record === status.record)) return status;
    claim(performance.now() < untilMs, `the cluster is sound: ${JSON.stringify(status)}`);
    await sleep(200);
  }
};

/** What `kontor cluster verify` prints, once the nodes have stood at one record while they were compared. */
const equalRecords = async (log: string, record: number): Promise<string> => {
  const untilMs = performance.now() + SOUND_MS_MAX;
  for (;;) {
    const { out } = await run(['cluster', 'verify', ...reaching(log, 'a')]);
    const equal = /^kontor: (\d+) records are the same on a, b, c$/m.exec(out.join('\n'));
    if (Number(equal?.[1]) >= record) return out.join('\n');
    claim(performance.now() < untilMs, `${record} records are equal on all nodes: ${out.join('; ')}`);
  }
};

const show = (lines: readonly string[]): void => {
  for (const line of lines) console.log(`         ${line}`);
};

const story = async (): Promise<void> => {
  const log = await startEtcd();
  say(`one etcd answers at ${log}; a real cluster has three, on three machines`);
  makeCertificates(NAMES);
  say('deploy/certificates.sh: each node has a certificate, by which the others know it');
  const nodes = await Promise.all(NAMES.map((name) => DemoNode.at(name, log)));
  const [a, b, c] = nodes as [DemoNode, DemoNode, DemoNode];
  await a.makeShop();
  say('a shop with a few products is in ./a; its server has stopped');
  await a.become('init');
  await a.start();
  say(`kontor cluster init: it is node a of the shop main, at ${a.url}`);
  const joining = [b, c].map(async (node) => {
    await node.become('join');
    await node.start();
    say(`kontor cluster join: node ${node.name} has a copy and follows, at ${node.url}`);
  });
  await Promise.all(joining);
  claim((await untilSound(log)).leader === 'a', 'node a leads');
  const [atA, atB, atC] = [clientOf(a), clientOf(b), clientOf(c)];

  const first = valueOf(await atB.checkout({ session: await fillCart(atB) })).id_order;
  const bought = await orderAt(atB, first);
  claim((await orderAt(atC, first)) === bought, `node c has order ${first} as soon as node b has answered`);
  say(`order ${first} is placed at node b, which passes it on to the leader, and read at node c`);

  const session = await fillCart(atC);
  say('a cart is filled at node c');
  const killedMs = performance.now();
  await a.kill();
  say('kill -9: node a, the leader, is gone');
  const second = valueOf(await atC.checkout({ session })).id_order;
  const pauseMs = performance.now() - killedMs;
  claim(second > first, `order ${second} is another one than ${first}`);
  say(`order ${second} is placed at node c: pause ${(pauseMs / 1_000).toFixed(1)} s, attempts ${attempts.get('c')}`);
  claim((await orderAt(atB, first)) === bought, `order ${first} is still there`);
  const boughtNext = await orderAt(atB, second);
  say(`orders ${first} and ${second} are read at node b; nothing that was answered is missing`);

  await a.start();
  const { leader, record } = await untilSound(log);
  claim(leader !== 'a', 'another node leads');
  claim(
    (await orderAt(atA, first)) === bought && (await orderAt(atA, second)) === boughtNext,
    'node a has both orders',
  );
  say(`node a is back and follows node ${leader}; all nodes have record ${record}`);
  show((await run(['cluster', 'status', ...reaching(log, 'a')])).out);
  show([await equalRecords(log, record)]);
  say('kontor cluster verify finds no difference');

  await Promise.all(nodes.map((node) => node.stop()));
  say('all nodes have stopped');
};

const [option] = process.argv.slice(2);
if (option !== undefined) {
  const isHelp = option === '--help';
  const use = 'npm run sim -- cluster-demo: three nodes and one order, told line by line. It has no options.';
  console[isHelp ? 'log' : 'error'](isHelp ? use : `cluster-demo takes no ${option}\n${use}`);
  process.exit(isHelp ? 0 : WRONG_USE);
}
const missing = whatIsMissing();
if (missing !== '') {
  console.log(missing);
  process.exit(MISSING);
}
try {
  await story();
  say('all of it came true');
  process.exit(0);
} catch (error) {
  say((error as Error).message);
  process.exit(1);
}
