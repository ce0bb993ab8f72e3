// A server alone, or followed by standbys, or a standby itself until it is promoted.
import type { Duplex } from 'node:stream';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/setting.ts';
import type { UsageCounter } from '../../engine/maintenance/usage-counter.ts';
import type { Store } from '../../engine/store/store.ts';
import type { Following } from '../../http/request-handler.ts';
import type { RequestHandler } from '../../http/transport/transport.ts';
import { lineOf } from '../../kernel/error-line.ts';
import { logInfo, logWarning } from '../observability/log.ts';
import type { Position } from '../observability/seq-trace.ts';
import { refuseYet } from '../following/frame-connection.ts';
import type { Role } from './role.ts';
import { ServiceSocket } from './service-socket.ts';
import { Standby } from './standby.ts';
import { Standbys } from './standbys.ts';

export interface ReplicationOptions {
  readonly store: Store;
  readonly config: Config;
  readonly usage: UsageCounter;
  /** The data directory whose server this one follows; undefined: it leads. */
  readonly follow: string | undefined;
  /** A standby must not go on. */
  readonly failed: (why: string) => void;
  /** A standby leads now. */
  readonly leads: () => void;
  /** The server is about to stop. */
  readonly isStopping: () => boolean;
}

export class Replication implements Role {
  readonly over = new Promise<void>(() => {});
  readonly exitCode = 0;
  private readonly standby: Standby | undefined;
  private readonly options: ReplicationOptions;
  private standbys: Standbys | undefined;
  private service: ServiceSocket | undefined;
  private handler: RequestHandler | undefined;

  constructor(options: ReplicationOptions) {
    const { follow, ...shared } = options;
    this.options = options;
    if (follow !== undefined) this.standby = new Standby({ ...shared, leader: follow });
  }

  get following(): Following | undefined {
    return this.standby?.follower;
  }

  /** A standby is ready once it has everything that its leader had promised. */
  get ready(): Promise<void> {
    return this.standby?.follower.ready ?? Promise.resolve();
  }

  begin(handler: RequestHandler): Promise<void> {
    this.handler = handler;
    const { standby } = this;
    if (standby === undefined) return Promise.resolve();
    logInfo(`follows the server of ${standby.leader}`);
    void standby.promoted.then(this.options.leads);
    standby.begin(handler);
    return Promise.resolve();
  }

  /** Why no standby is taken now; '' where one is. A standby takes none: its records are promised by its leader. */
  private get whyNotYet(): string {
    const { engine } = this.options.store;
    if (this.handler === undefined) return 'it is starting';
    if (!engine.isLeading) return 'it follows another server itself';
    return engine.isReadOnly ? 'its disk takes no changes' : '';
  }

  readonly accept = (socket: Duplex, head: Buffer): void => {
    const { store, config, usage } = this.options;
    const { handler } = this;
    const why = this.whyNotYet;
    if (handler === undefined || why !== '') return refuseYet(socket, why);
    this.service ??= new ServiceSocket(config, handler);
    const { service } = this;
    service.open().catch((error: unknown) => logWarning(`no service socket for standbys: ${lineOf(error)}`));
    this.standbys ??= new Standbys(store, usage);
    this.standbys.accept(socket, head);
  };

  get position(): Position {
    const { engine } = this.options.store;
    return { epoch: 0, knownSeq: engine.isLeading ? engine.durableSeq : engine.headSeq };
  }

  get actions(): Role['actions'] {
    return {
      followers: () => this.standbys?.figures ?? [],
      whenDestroyed: () => this.standbys?.whenDestroyed() ?? Promise.resolve([]),
      node: () => undefined,
      standby: () => (this.standby?.isFollowing === true ? this.standby.figures : undefined),
      promote: (say) => {
        if (this.standby === undefined || this.handler === undefined)
          throw new ConfigError(`the server of ${this.options.config.data} leads already: it follows none`);
        return this.standby.promote(say);
      },
    };
  }

  tick(): void {
    if (this.standby?.isFollowing === true) this.standby.tick();
  }

  renewTls(): Promise<void> {
    return Promise.resolve();
  }

  retire(): Promise<void> {
    return Promise.resolve();
  }

  goOn(): void {}

  async drain(timeoutMs: number): Promise<void> {
    await this.service?.close(timeoutMs);
  }

  async leave(): Promise<void> {
    await this.standby?.close();
  }

  close(): void {
    this.standbys?.close();
  }
}
