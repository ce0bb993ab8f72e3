// The other nodes of a shop, as one of them deals with them: it asks the leader for exact reads and passes calls on to
// it, compares clocks, finds who can lead next, and fetches entries that it lacks.
import type { ClusterNode } from '../../engine/cluster-node.ts';
import type { OpenRequest } from '../following/call-forwarding.ts';
import { firstThatFollows, statusInTime } from './ask-node.ts';
import { catchUp } from './catch-up.ts';
import type { CannotGoOn } from './catch-up.ts';
import { candidatesFor } from './hand-over-candidates.ts';
import type { HandOverWish } from './hand-over-candidates.ts';
import { InnerNetwork } from './inner-network.ts';
import { helloOf } from './inner-protocol.ts';
import type { NodeHello } from './inner-protocol.ts';
import { LeaderPeer } from './leader-peer.ts';
import type { MemberOptions } from './member-options.ts';
import { NextLeader } from './next-leader.ts';
import type { NodeSurvey } from './node-watch.ts';
import { surveyNodes } from './survey-nodes.ts';

export class OtherNodes {
  readonly leader: LeaderPeer;
  /** Which node leads, once this one has given its lead away. */
  readonly next: NextLeader;
  private readonly log: MemberOptions['log'];
  private readonly network: InnerNetwork;
  private readonly hello: NodeHello;

  /** Throws, with one line, what is wrong with the certificates. */
  constructor({ cluster, store, log }: Pick<MemberOptions, 'cluster' | 'store' | 'log'>) {
    this.log = log;
    this.network = new InnerNetwork(cluster.tls);
    this.hello = helloOf(store.identity.cluster!);
    this.leader = new LeaderPeer(this.network, this.hello);
    this.next = new NextLeader(log, cluster.node);
  }

  /** Reads their clocks and formats. Rejects where the log does not answer. */
  survey(): Promise<NodeSurvey> {
    return surveyNodes(this.log, this.network, this.hello);
  }

  /** Resolves with the node that can lead next. Rejects with ConfigError where none can. */
  async successor(wish: HandOverWish): Promise<string> {
    return firstThatFollows(candidatesFor(await this.log.nodes.list(), wish), this.network, this.hello);
  }

  /** Whether the node at this address answers in time. */
  async isThere(url: string): Promise<boolean> {
    return typeof (await statusInTime(this.network, url, this.hello)) !== 'string';
  }

  /** Opens requests to the node at this address. */
  requestsTo(url: string): OpenRequest {
    return this.network.requestsTo(url);
  }

  /** Folds what the log has trimmed; see `catchUp`. */
  catchUp(node: ClusterNode): Promise<CannotGoOn | undefined> {
    return catchUp({ log: this.log, network: this.network, hello: this.hello, node });
  }

  /** Reads the certificates again, for connections from now on. */
  renewTls(): Promise<void> {
    return this.network.renewTls();
  }

  close(): void {
    this.next.close();
    this.leader.close();
    this.network.close();
  }
}
