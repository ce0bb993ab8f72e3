// The sign of life of a node in the log: whether it is there, and at which address.
//
// Guaranteed: where a node's directory and a copy of it are started at the same moment at two addresses, one goes on
// before the store is opened, and the other is refused. A process ends where another one has taken its place because it
// gave no sign. Not promised: to tell apart two processes of one address; only one of them can listen there.
import { ConfigError } from '../../config/setting.ts';
import type { EtcdLog } from '../../etcd-log/etcd-log.ts';
import { LogRefused } from '../../engine/replication/log.ts';
import { lineOf } from '../../kernel/error-line.ts';
import { logWarning } from '../observability/log.ts';
import type { ClusterConfig } from './cluster-config.ts';

const ALIVE_MS = 10_000;
const AGAIN_MS = 300;
/** A sign of life outlives its process by ten seconds, and etcd ends it some seconds late. */
const WAIT_MS_MAX = 20_000;
const ASK_MS = 500;

type Nodes = Pick<EtcdLog['nodes'], 'keepAlive' | 'signOff'>;

export class SignOfLife {
  /** Resolves with why this process is not the node any more; never while it is. */
  readonly displaced: Promise<string>;
  private displace!: (why: string) => void;
  private readonly nodes: Nodes;
  private readonly cluster: Pick<ClusterConfig, 'node' | 'url'>;
  private isSignedOff = false;
  private isWarned = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(nodes: Nodes, cluster: Pick<ClusterConfig, 'node' | 'url'>) {
    this.nodes = nodes;
    this.cluster = cluster;
    this.displaced = new Promise((resolve) => (this.displace = resolve));
  }

  /**
   * Gives the first sign, and others from then on. Waits while another address gives one, where the node runs or ran a
   * moment ago: two processes of one node would each vouch for what only the other has stored or destroyed. A log that
   * takes no changes lets every process begin. `data`: the data directory. Throws ConfigError.
   */
  async begin(data: string, waitMsMax = WAIT_MS_MAX): Promise<void> {
    const { node } = this.cluster;
    const untilMs = performance.now() + waitMsMax;
    for (let isLogged = false; ;) {
      const other = await this.first();
      if (other === '') break;
      if (other !== undefined && performance.now() > untilMs)
        throw new ConfigError(
          `node ${node} runs at ${other}: ${data} is a copy of its directory. Remove it, and let another node join`,
        );
      if (other !== undefined && !isLogged) {
        isLogged = true;
        logWarning(`node ${node} has given a sign of life at ${other}: waits until there is none`);
      }
      await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    }
    this.later(ALIVE_MS / 3);
  }

  /** Returns '' once the sign is given; else the address of the living node, or undefined: the log does not answer. */
  private async first(): Promise<string | undefined> {
    try {
      return await this.nodes.keepAlive(this.cluster.node, this.cluster.url, ALIVE_MS);
    } catch (error) {
      this.warn(error);
      return error instanceof LogRefused ? '' : undefined;
    }
  }

  private warn(error: unknown): void {
    if (!this.isWarned) logWarning(`a sign of life could not be written: ${lineOf(error)}`);
    this.isWarned = true;
  }

  private later(ms: number): void {
    this.timer = setTimeout(() => void this.again(), ms);
    this.timer.unref();
  }

  private async again(): Promise<void> {
    const { node, url } = this.cluster;
    try {
      const other = this.isSignedOff ? '' : await this.nodes.keepAlive(node, url, ALIVE_MS);
      if (other !== '')
        return this.displace(
          `node ${node} runs at ${other} now: this process gave no sign of life for ten seconds, ` +
            'or one of both directories is a copy of the other (docs/operate/cluster-runbook.md)',
        );
      this.isWarned = false;
      // This sign was under way when the node signed off.
      if (this.isSignedOff) await this.nodes.signOff(node, url);
      if (this.timer !== undefined) this.later(ALIVE_MS / 3);
    } catch (error) {
      if (this.timer === undefined) return;
      this.warn(error);
      this.later(AGAIN_MS);
    }
  }

  /** No node hands the lead to this one from now on. A failure is ignored: the sign of life expires. */
  async signOff(): Promise<void> {
    this.isSignedOff = true;
    await this.nodes.signOff(this.cluster.node, this.cluster.url).catch(() => {});
  }

  /** The node may be handed the lead again. */
  goOn(): void {
    this.isSignedOff = false;
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
