// A node of a cluster as the role of a server: what it is to the parts of the server, to commands, and to the nodes
// that ask it. The node itself is running-node.ts.
import type { Duplex } from 'node:stream';
import { ConfigError } from '../../config/setting.ts';
import type { RequestHandler } from '../../http/transport/transport.ts';
import { lineOf } from '../../kernel/error-line.ts';
import { logInfo, logWarning } from '../observability/log.ts';
import { refuseYet } from '../following/frame-connection.ts';
import type { Role } from '../standby/role.ts';
import { InnerListener } from './inner-listener.ts';
import type { MemberOptions } from './member-options.ts';
import { NodeDuties } from './node-duties.ts';
import { nodeFigures, nodeStatus } from './node-figures.ts';
import { EXIT_CODE, RunningNode } from './running-node.ts';
import { settingsDigest } from './settings-digest.ts';
import { whenDestroyed } from './when-destroyed.ts';

export class Member implements Role {
  readonly exitCode = EXIT_CODE;
  private readonly options: MemberOptions;
  private readonly running: RunningNode;
  private duties: NodeDuties | undefined;
  private inner: InnerListener | undefined;

  constructor(options: MemberOptions) {
    this.options = options;
    this.running = new RunningNode(options);
    options.store.engine.writeRefusals.add(() => this.duties?.refusal);
    void options.life.displaced.then((why) => options.failed(why, 1));
  }

  get over(): Promise<void> {
    return this.running.over;
  }

  get following(): Role['following'] {
    return this.running.follower;
  }

  get ready(): Promise<void> {
    return this.running.follower.ready;
  }

  get actions(): Role['actions'] {
    const { cluster, store } = this.options;
    const { node } = this.running;
    return {
      followers: () => [],
      whenDestroyed: () => whenDestroyed(this.options, () => this.duties?.announce()),
      standby: () => undefined,
      node: () => nodeFigures(cluster.node, node, nodeStatus(this.running, store), this.inner?.strangersCut),
      promote: () => Promise.reject(new ConfigError('a node is given the lead with kontor cluster hand-over')),
    };
  }

  get position(): Role['position'] {
    const { engine } = this.options.store;
    const { node, journal } = this.running;
    const { epoch } = node.end;
    // Other nodes may show what a leader has given to the log before the leader knows that the log has it.
    if (engine.isLeading) return { epoch, knownSeq: Math.max(engine.durableSeq, journal.sentSeq) };
    return { epoch, knownSeq: engine.headSeq };
  }

  readonly accept = (socket: Duplex): void =>
    refuseYet(socket, 'it is a node of a cluster: another node joins with kontor cluster join');

  async begin(handler: RequestHandler): Promise<void> {
    const { cluster, config, store, log, handshakes } = this.options;
    const { running } = this;
    const { node, journal, leadership } = running;
    running.follower.begin(handler);
    this.inner = await InnerListener.listen({
      cluster,
      config,
      store,
      handler,
      handshakes,
      mayBegin: () => leadership.mayDecide,
      fresh: () => node.fresh(),
      status: () => nodeStatus(running, store),
      handOver: (to) => leadership.handOver(to),
      counted: (counted) => this.options.usage.add(counted),
    });
    this.duties = new NodeDuties({
      log,
      cluster,
      nodeId: store.identity.cluster!.nodeId,
      settings: settingsDigest(config),
      copiesMin: config.logCopiesMin,
      keepMb: config.logKeepMb,
      quotaMb: config.logQuotaMb,
      stored: () => ({
        storedAt: journal.lastEntry()?.at ?? 0,
        puncturedSeq: store.engine.destruction.doneSeq,
      }),
      isLeading: () => leadership.mayDecide,
      appended: () => ({ at: node.lastAt, bytes: journal.batchBytes }),
      displaced: (why) => this.options.failed(why, 1),
    });
    logInfo(`node ${cluster.node} of the shop ${cluster.shop} at ${cluster.url}`);
    running.begin();
  }

  tick(): void {
    this.running.tick();
  }

  async renewTls(): Promise<void> {
    try {
      await this.running.renewTls();
      await this.inner?.renewTls();
    } catch (error) {
      logWarning(`${lineOf(error)}; the certificates of nodes from before stay`);
    }
  }

  async retire(): Promise<void> {
    await this.options.life.signOff();
    await this.running.leadership.retire();
  }

  goOn(): void {
    this.options.life.goOn();
  }

  async drain(timeoutMs: number): Promise<void> {
    await this.inner?.close(timeoutMs);
  }

  leave(): Promise<void> {
    this.options.life.close();
    this.duties?.close();
    this.running.close();
    return Promise.resolve();
  }

  close(): void {
    void this.options.log.close();
  }
}
