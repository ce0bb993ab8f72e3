// Entries that the log has trimmed before a node had them: other nodes keep them longer, on their disks.
import type { EtcdLog } from '../../etcd-log/etcd-log.ts';
import type { ClusterNode } from '../../engine/cluster-node.ts';
import { LogCut } from '../../engine/replication/log.ts';
import { whyOutdated } from '../../engine/replication/outdated-node.ts';
import { lineOf } from '../../kernel/error-line.ts';
import type { InnerNetwork } from './inner-network.ts';
import type { NodeHello } from './inner-protocol.ts';
import { nodesAhead } from './nodes-ahead.ts';
import type { Peer } from './peer.ts';

/** Between two rounds of asking. */
const AGAIN_MS = 1_000;

interface CatchUp {
  readonly log: EtcdLog;
  readonly network: InnerNetwork;
  readonly hello: NodeHello;
  readonly node: ClusterNode;
}

/** Why a node cannot go on as it is, and what lets it go on. */
export interface CannotGoOn {
  readonly why: string;
  /** A start, a copy of another node's store, or a later program. */
  readonly remedy: 'start' | 'copy' | 'upgrade';
}

const NOBODY_KEEPS_IT: CannotGoOn = {
  why: 'no node keeps what this one lacks: it begins anew with a copy when it starts',
  remedy: 'copy',
};

/**
 * Resolves with undefined once the node has folded what it lacked and follows the log again, and with why it cannot: no
 * node that runs keeps it any more, or it cannot be folded. Waits while some nodes cannot be asked.
 */
export const catchUp = async (lacking: CatchUp): Promise<CannotGoOn | undefined> => {
  try {
    return (await isCaughtUp(lacking)) ? undefined : NOBODY_KEEPS_IT;
  } catch (error) {
    const why = whyOutdated(error);
    if (why !== '') return { why, remedy: 'upgrade' };
    return { why: `what other nodes have cannot be folded: ${lineOf(error)}`, remedy: 'start' };
  }
};

const isCaughtUp = async (lacking: CatchUp): Promise<boolean> => {
  const { log, hello, node } = lacking;
  for (;;) {
    const peers = nodesAhead(await log.nodes.list(), hello.node, node.end.at);
    let haveNot = 0;
    for (const { url } of peers) {
      const outcome = await foldFrom(lacking, url);
      if (outcome === 'folded' || node.state !== 'JOINING') return true;
      if (outcome === 'cut') haveNot += 1;
    }
    if (peers.length > 0 && haveNot === peers.length) return false;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
};

const foldFrom = async ({ network, hello, node }: CatchUp, url: string): Promise<'folded' | 'cut' | 'gone'> => {
  let peer: Peer | undefined;
  try {
    peer = await network.connect(url, hello);
    await node.catchUp(peer.entries(node.end));
    return 'folded';
  } catch (error) {
    if (error instanceof LogCut) return 'cut';
    if (peer?.isOpen !== true) return 'gone';
    throw error;
  } finally {
    peer?.close();
  }
};
