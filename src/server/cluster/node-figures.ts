// What `kontor status` and /metrics tell of a node.
import type { NodeFigures } from '../../admin/command.ts';
import type { ClusterNode } from '../../engine/cluster/cluster-node.ts';
import type { NodeStatus } from './inner-protocol.ts';

/** `name`: of the node. */
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
