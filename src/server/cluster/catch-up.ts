// What the log has trimmed before a node had it: other nodes keep it longer, on their disks.
import type { EtcdLog } from '../../cluster/etcd-log.ts';
import type { ClusterNode } from '../../engine/cluster/cluster-node.ts';
import { LogCut } from '../../engine/replication/log.ts';
import type { InnerNetwork, Peer } from './inner-network.ts';
import type { NodeHello } from './inner-protocol.ts';
import { peersThatHave } from './peers.ts';

/** Between two rounds of asking. */
const AGAIN_MS = 1_000;

interface CatchUp {
  readonly log: EtcdLog;
  readonly network: InnerNetwork;
  readonly hello: NodeHello;
  readonly node: ClusterNode;
}

/**
 * Resolves with true once the node has folded what it lacked and follows the log again, and with false where no node
 * that runs keeps it any more. Waits while some cannot be asked. Rejects with what cannot be folded.
 */
export const catchUp = async (lacking: CatchUp): Promise<boolean> => {
  const { log, hello, node } = lacking;
  for (;;) {
    const peers = peersThatHave(await log.nodes.list(), hello.node, node.end.at);
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
