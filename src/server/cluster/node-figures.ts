// What `kontor status` and /metrics show of a node, and what it answers to other nodes.
import type { NodeFigures } from '../../admin/command.ts';
import type { ClusterNode } from '../../engine/cluster-node.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ReplicatedJournal } from '../../engine/replication/replicated-journal.ts';
import type { Follower } from '../following/follower.ts';
import type { NodeStatus } from './inner-protocol.ts';

interface Shown {
  readonly node: Pick<ClusterNode, 'state'>;
  readonly follower: Pick<Follower, 'figures'>;
  readonly journal: Pick<ReplicatedJournal, 'lastEntry'>;
}

/** What a node answers to other nodes. */
export const nodeStatus = (
  { node, follower, journal }: Shown,
  { engine }: { readonly engine: Pick<Engine, 'writeRefusal' | 'headSeq' | 'stored' | 'clock'> },
): NodeStatus => ({
  state: node.state.toLowerCase(),
  refuses: engine.writeRefusal?.code ?? '',
  record: engine.headSeq,
  stored: engine.stored.headSeq,
  at: journal.lastEntry()?.at ?? 0,
  ...follower.figures,
  nowMs: engine.clock.nowMs(),
});

/** What `kontor status` shows of a node. */
export const nodeFigures = (
  name: string,
  { head, lastAt }: Pick<ClusterNode, 'head' | 'lastAt'>,
  { state, at, questions, passedOn, waiting }: NodeStatus,
  strangersCut = 0,
): NodeFigures => ({
  state,
  node: name,
  leader: head?.leader ?? '',
  epoch: head?.epoch ?? 0,
  entry: lastAt,
  stored: at,
  questions,
  passedOn,
  waiting,
  strangersCut,
});
