// How long a follower takes to fold what its leader has decided, by the operation that made the records.
//
// Leader and follower are engines of this process, on copies of one store. Deciding is a call through dispatch, from
// its fields to its reply, without HTTP and without the disk; folding is everything from the batch's bytes on.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../src/config/config.ts';
import { engineLimits } from '../src/config/engine-limits.ts';
import { shopRules } from '../src/config/shop-rules.ts';
import { Engine } from '../src/engine/engine.ts';
import { openLmdb } from '../src/engine/journal/lmdb-journal.ts';
import { batchCount } from '../src/engine/journal/record.ts';
import type { Batch } from '../src/engine/journal/journal.ts';
import { SubjectKeys } from '../src/engine/privacy/subject-keys.ts';
import { recover } from '../src/engine/store/recovery.ts';
import type { Store } from '../src/engine/store/store.ts';
import { must } from '../src/kernel/result.ts';
import { SystemRandom } from '../src/outside/random.ts';
import { SYSTEM_STOPWATCH } from '../src/outside/stopwatch.ts';
import { SYSTEM_CLOCK } from '../src/outside/system-clock.ts';
import { Caller } from './caller.ts';
import type { Fields } from './caller.ts';
import { startKontor } from './processes.ts';
import { CREDENTIALS, dispatchOf, openAlone, threadCpuMs } from './search/measure.ts';
import { addFields, cartProduct, fillShop, orderDetails } from './shop.ts';
import type { Shop } from './shop.ts';

const PRODUCTS = 2000;
const ROUNDS = 4;
const CARTS = 1500;

export interface Folding {
  /** Time to fold ÷ time to decide, over everything. */
  readonly share: number;
  readonly lines: readonly string[];
}

interface Phase {
  decideMs: number;
  foldMs: number;
  records: number;
  readonly batches: Batch[];
}

/** The engine of a follower, on its own copy. */
const followerOn = (directory: string): Engine => {
  const config = { ...loadConfig({ data: directory }, {}, '/'), durability: 'relaxed' as const };
  const journal = openLmdb(join(directory, 'journal'), 'relaxed', SubjectKeys.read(directory).cipher);
  return new Engine(
    {
      rules: shopRules(config),
      limits: engineLimits(config),
      clock: SYSTEM_CLOCK,
      stopwatch: SYSTEM_STOPWATCH,
      random: new SystemRandom(),
      gated: true,
      follows: true,
      fatal: (reason, error) => {
        throw new Error(`${reason}: ${String(error)}`);
      },
    },
    recover(journal),
  );
};

const decideAll = async (leader: Store, directory: string, shop: Shop, phases: Map<string, Phase>): Promise<void> => {
  const { engine } = leader;
  const dispatch = dispatchOf(leader, directory);
  let phase: Phase;
  const commit = engine.journal.commit.bind(engine.journal);
  engine.journal.commit = (given, promised) => {
    phase.batches.push(...given.batches);
    return commit(given, promised);
  };
  const credentials = { licence_username: CREDENTIALS.username, licence_password: CREDENTIALS.password };
  const call = (request: string, fields: Fields): { readonly [name: string]: unknown } => {
    let reply: string | undefined;
    dispatch.call({ request, ...credentials, ...fields }, '', (_status, body) => (reply = String(body)));
    must(reply !== undefined && !reply.startsWith('{"object":"error"'), `${request}: ${String(reply)}`);
    return JSON.parse(reply) as { [name: string]: unknown };
  };
  const enter = async (name: string, count: number, one: (at: number) => void): Promise<void> => {
    phase = phases.get(name) ?? { decideMs: 0, foldMs: 0, records: 0, batches: [] };
    phases.set(name, phase);
    const startedMs = threadCpuMs();
    for (let at = 0; at < count; at += 1) {
      one(at);
      // As full as batches are under load.
      if (at % 64 === 63) await engine.whenDurable(engine.headSeq);
    }
    await engine.whenDurable(engine.headSeq);
    phase.decideMs += threadCpuMs() - startedMs;
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const sessions: string[] = [];
    await enter('get_new_session', CARTS, () => sessions.push(String(call('get_new_session', {})['code'])));
    await enter('add_to_cart', CARTS * 3, (at) => {
      const cart = Math.floor(at / 3);
      call('add_to_cart', addFields(shop, sessions[cart]!, cartProduct(shop, round * CARTS + cart, at % 3)));
    });
    await enter('set_order_details', CARTS, (at) =>
      call('set_order_details', { session: sessions[at]!, ...orderDetails() }),
    );
    await enter('checkout', CARTS, (at) => call('checkout', { session: sessions[at]! }));
  }
};

/** Needs the built engine, which fills the shop. */
export const measureFolding = async (directory: string): Promise<Folding> => {
  const [one, two] = [join(directory, 'deciding'), join(directory, 'folding')];
  const server = await startKontor('dist/main.js', one, CREDENTIALS);
  const shop = await fillShop(new Caller(server.port, CREDENTIALS), PRODUCTS);
  await server.stop();
  cpSync(one, two, { recursive: true });
  const leader = await openAlone(one);
  const phases = new Map<string, Phase>();
  await decideAll(leader, one, shop, phases);
  const follower = followerOn(two);
  const inOrder = [...phases.values()]
    .flatMap((phase) => phase.batches.map((batch) => ({ phase, batch })))
    .sort((a, b) => a.batch.firstSeq - b.batch.firstSeq);
  let startedMs = threadCpuMs();
  for (const [at, { phase, batch }] of inOrder.entries()) {
    await follower.fold(batch, undefined, () => undefined);
    phase.records += batchCount(batch.bytes);
    if (inOrder[at + 1]?.phase === phase) continue;
    await follower.whenStored(follower.headSeq);
    phase.foldMs += threadCpuMs() - startedMs;
    startedMs = threadCpuMs();
  }
  must(follower.headSeq === leader.engine.headSeq, 'the follower has everything');
  await follower.close();
  await leader.close();
  const [decideMs, foldMs, records] = [...phases.values()].reduce(
    ([decide, fold, count], phase) => [decide + phase.decideMs, fold + phase.foldMs, count + phase.records],
    [0, 0, 0],
  );
  const us = (ms: number, count: number): string => ((ms * 1000) / count).toFixed(1);
  const lines = [...phases].map(
    ([name, phase]) =>
      `${name}: ${us(phase.foldMs, phase.records)} µs to fold a record, ${us(phase.decideMs, phase.records)} µs to ` +
      `decide it, ${(phase.foldMs / phase.decideMs).toFixed(2)}`,
  );
  const rate = Math.round((records * 1000) / foldMs);
  return {
    share: foldMs / decideMs,
    lines: [...lines, `folding: ${rate} records per second, ${(foldMs / decideMs).toFixed(2)} of deciding`],
  };
};
