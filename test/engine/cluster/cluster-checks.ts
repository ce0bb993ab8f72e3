// What the nodes of a cluster must have in common once nothing is in the way any more.
import type { Order } from '../../../src/domain/orders/order.ts';
import { readEntry } from '../../../src/engine/audit-log.ts';
import { endOf, fits } from '../../../src/engine/replication/entry.ts';
import type { ChainEnd } from '../../../src/engine/replication/entry.ts';
import { recover } from '../../../src/engine/store/recovery.ts';
import type { MemoryLog } from '../replication/memory-log.ts';
import { copyOf } from '../store/copy.ts';
import { stateOf } from '../store/stores.ts';
import type { Check } from './cluster-claims.ts';
import type { SimulatedClusterNode } from './simulated-cluster-node.ts';

type Nodes = readonly SimulatedClusterNode[];

/** One chain, and one leader of each epoch. Returns how many led. */
export const checkChain = ({ history }: MemoryLog, start: ChainEnd, claim: Check): number => {
  let end = start;
  const claims = new Map<number, string>();
  for (const { entry, claim: leader } of history) {
    const why = fits(end, entry);
    claim('fence', why === '', () => why);
    const known = claims.get(entry.epoch) ?? leader;
    claim('fence', known === leader, () => `${known} and ${leader} lead in epoch ${entry.epoch}`);
    claims.set(entry.epoch, leader);
    end = endOf(entry);
  }
  return claims.size;
};

const compare = (name: string, one: Map<string, string>, two: Map<string, string>, claim: Check): void => {
  for (const key of new Set([...one.keys(), ...two.keys()]))
    claim('state', one.get(key) === two.get(key), () => `${key} on ${name}: ${two.get(key)}, not ${one.get(key)}`);
};

/** The same states in memory and from every disk, and the batches of the log byte for byte. */
export const checkNodes = async (nodes: Nodes, { history, head }: MemoryLog, claim: Check): Promise<void> => {
  const state = stateOf(nodes[0]!.engine.tables);
  const batches = new Map(history.map(({ entry }) => [entry.firstSeq, entry.bytes] as const));
  for (const { name, engine, disk } of nodes) {
    const { durable } = disk;
    compare(name, state, stateOf(engine.tables), claim);
    compare(name, state, stateOf(recover(await copyOf(durable)).tables), claim);
    for (const { firstSeq, bytes } of durable.batches(0))
      claim('batches', batches.get(firstSeq)?.equals(bytes) === true, () => `${name}: batch ${firstSeq} differs`);
    claim('batches', durable.lastEntry()?.chain === head!.chain, () => `${name} ends with another chain`);
  }
};

/** How many entries a node has dropped depends on its commits: compared from the later first one. */
export const checkAudit = (nodes: Nodes, claim: Check): void => {
  const logs = nodes.map(({ disk: { durable } }) =>
    [...durable.audit(0)].map(([seq, bytes]) => [seq, JSON.stringify(readEntry(seq, bytes, durable.cipher))] as const),
  );
  const from = Math.max(...logs.map((log) => log[0]?.[0] ?? 0));
  const [first, ...others] = logs.map((log) => JSON.stringify(log.filter(([seq]) => seq >= from)));
  for (const other of others) claim('audit', other === first, () => `the audit logs differ from record ${from} on`);
};

/** `acknowledged`: ids of orders that somebody was told of. */
export const checkOrders = (
  { engine }: SimulatedClusterNode,
  acknowledged: ReadonlySet<number>,
  claim: Check,
): void => {
  for (const id of acknowledged) {
    const order = engine.tables.order.peek(id) as Order | undefined;
    claim('lost', order !== undefined, () => `order ${id} was acknowledged and is gone`);
  }
};
