// The connection on which a node asks the leader for exact reads; it is made again where the lead moves.
import type { CountedUsage } from '../../engine/maintenance/usage-counter.ts';
import type { InnerNetwork } from './inner-network.ts';
import type { NodeHello } from './inner-protocol.ts';
import type { Peer } from './peer.ts';

/** The log is asked where the leader has not answered by then. */
const ANSWER_MS = 50;
/** Between two attempts to connect. */
const RETRY_MS = 200;

export interface Fresh {
  readonly seq: number;
  readonly nowMs: number;
}

export class LeaderPeer {
  private peer: Peer | undefined;
  private url = '';
  private connecting = false;
  private triedMs = -Infinity;
  private readonly network: InnerNetwork;
  private readonly hello: NodeHello;

  constructor(network: InnerNetwork, hello: NodeHello) {
    this.network = network;
    this.hello = hello;
  }

  /** Undefined where it does not answer in time, or does not lead. */
  async fresh(url: string): Promise<Fresh | undefined> {
    if (url !== this.url || this.peer?.isOpen !== true) this.connect(url);
    const { peer } = this;
    if (peer?.isOpen !== true) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), ANSWER_MS)));
    try {
      return await Promise.race([peer.fresh(), late]);
    } catch {
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends while the leader is connected. `take`: the counts, which start again at 0. */
  sendUsage(take: () => CountedUsage): void {
    if (this.peer?.isOpen === true) this.peer.sendUsage(take());
  }

  /** Connects in the background: the log is asked meanwhile. */
  private connect(url: string): void {
    if (url !== this.url) {
      this.peer?.close();
      this.peer = undefined;
      this.url = url;
      this.triedMs = -Infinity;
    }
    const nowMs = performance.now();
    if (this.connecting || nowMs - this.triedMs < RETRY_MS) return;
    this.triedMs = nowMs;
    this.connecting = true;
    this.network
      .connect(url, this.hello)
      .then(
        (peer) => {
          if (url === this.url) this.peer = peer;
          else peer.close();
        },
        () => {},
      )
      .finally(() => (this.connecting = false));
  }

  close(): void {
    this.url = '';
    this.peer?.close();
  }
}
