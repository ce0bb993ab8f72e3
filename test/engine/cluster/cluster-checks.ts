// What the nodes of a cluster must have in common once nothing is in the way any more.
import { KIND_NAMES } from '../../../src/domain/kinds.ts';
import type { KindName } from '../../../src/domain/kind-types.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import { readEntry } from '../../../src/engine/audit/audit-log.ts';
import { endOf, fits } from '../../../src/engine/replication/entry.ts';
import type { ChainEnd } from '../../../src/engine/replication/entry.ts';
import { keyNumberOf } from '../../../src/domain/privacy/key-number.ts';
import type { Tables } from '../../../src/engine/actors/tables.ts';
import { recover } from '../../../src/engine/recovery/recovery.ts';
import type { MemoryLog } from '../replication/memory-log.ts';
import { copyOf } from '../store/copy.ts';
import type { Check } from './cluster-claims.ts';
import { cipherOnDisk } from './cluster-erasures.ts';
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

/** Every actor in clear: two rows of one state have nonces of their own. */
const stateOf = (tables: Tables): Map<string, string> => {
  const state = new Map<string, string>();
  for (const kind of KIND_NAMES) {
    const table = tables[kind];
    state.set(`next ${kind}`, String(table.nextId));
    for (let id = 1; id < table.nextId; id += 1) {
      const one = table.peek(id);
      if (one !== undefined) state.set(`${kind} ${id}`, JSON.stringify(table.kind.state.encode(one)));
    }
  }
  return state;
};

const compare = (name: string, one: Map<string, string>, two: Map<string, string>, claim: Check): void => {
  for (const key of new Set([...one.keys(), ...two.keys()]))
    claim('state', one.get(key) === two.get(key), () => `${key} on ${name}: ${two.get(key)}, not ${one.get(key)}`);
};

/** The same states in memory and from every disk, and the batches of the log byte for byte. */
export const checkNodes = async (nodes: Nodes, { history, head }: MemoryLog, claim: Check): Promise<void> => {
  const state = stateOf(nodes[0]!.engine.tables);
  const batches = new Map(history.map(({ entry }) => [entry.firstSeq, entry.bytes] as const));
  for (const node of nodes) {
    const { name, engine, disk } = node;
    const { durable } = disk;
    compare(name, state, stateOf(engine.tables), claim);
    compare(name, state, stateOf(recover(await copyOf(durable, cipherOnDisk(node))).tables), claim);
    for (const { firstSeq, bytes } of durable.batches(0))
      claim('batches', batches.get(firstSeq)?.equals(bytes) === true, () => `${name}: batch ${firstSeq} differs`);
    claim('batches', durable.lastEntry()?.chain === head!.chain, () => `${name} ends with another chain`);
  }
};

/** Whether the actor is about somebody who was erased. */
const isErased = ({ engine: { tables, journal } }: SimulatedClusterNode, kind: KindName, id: number): boolean => {
  const { subject = 0 } = (tables[kind].peek(id) ?? {}) as { readonly subject?: number };
  return subject !== 0 && journal.cipher!.isDestroyed(keyNumberOf(subject, 'contact'));
};

/**
 * How many entries a node has dropped depends on its commits: compared from the later first one. What there is of an
 * erased person depends on whether a node folded the record before or after: left out.
 */
export const checkAudit = (nodes: Nodes, claim: Check): void => {
  const logs = nodes.map((node) => {
    const cipher = cipherOnDisk(node);
    return [...node.disk.durable.audit(0)].flatMap(([seq, bytes]) => {
      const { objects, ...entry } = readEntry(seq, bytes, cipher);
      const alive = objects.filter(({ kind, id }) => !isErased(node, kind, id));
      return alive.length === 0 ? [] : [[seq, JSON.stringify({ ...entry, objects: alive })] as const];
    });
  });
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
