// One node that asks this one, from the upgrade of its connection on.
//
// Guaranteed: it gets no answer before it has said that it is of the same shop and log; until then it holds 64 kB of
// memory for 5 s at most.
import type { Duplex } from 'node:stream';
import type { Config } from '../../config/config.ts';
import { programVersion } from '../../config/version.ts';
import type { CountedUsage } from '../../engine/maintenance/usage-counter.ts';
import type { Store } from '../../engine/store/store.ts';
import { lineOf } from '../../kernel/error-line.ts';
import { logWarning } from '../observability/log.ts';
import { FrameConnection } from '../following/frame-connection.ts';
import { STRANGER_BYTES_MAX } from '../following/frames.ts';
import { NODE_PROTOCOL, STRANGER_MS } from './inner-protocol.ts';
import type { FromAsked, FromAsking, NodeHello, NodeStatus } from './inner-protocol.ts';
import { sendCopy } from './sent-copy.ts';
import { sendEntries, spansOf } from './sent-entries.ts';
import type { StoreCopies } from './store-copies.ts';

/** This node, as others ask it. */
export interface AskedNode {
  readonly config: Config;
  readonly store: Store;
  /** The record up to which it has promised; undefined where it does not lead for certain. */
  readonly fresh: () => number | undefined;
  readonly status: () => NodeStatus;
  /** Resolves with the node that is handed the lead. Rejects with why none is. */
  readonly handOver: (to: string) => Promise<string>;
  /** Takes the calls that another node has counted. */
  readonly counted: (counted: CountedUsage) => void;
}

export class AskingNode {
  node = '';
  private isWelcome = false;
  /** Ends with the welcome: a peer that is refused has to hang up by then as well. */
  private readonly late: NodeJS.Timeout;
  private readonly socket: Duplex;
  private readonly connection: FrameConnection<FromAsked, FromAsking>;
  private readonly asked: AskedNode;
  private readonly copies: StoreCopies;
  private readonly strangerCut: () => void;

  /** `strangerCut`: called where the peer is cut off before it is welcome. */
  constructor(socket: Duplex, head: Buffer, asked: AskedNode, copies: StoreCopies, strangerCut: () => void) {
    this.socket = socket;
    this.asked = asked;
    this.copies = copies;
    this.strangerCut = strangerCut;
    this.late = setTimeout(() => this.cutFor(`it is not welcome after ${STRANGER_MS} ms`), STRANGER_MS);
    const owner = {
      received: (messages: readonly FromAsking[]): void => {
        for (const message of messages) this.received(message);
      },
      failed: (error: unknown) => this.cutFor(lineOf(error)),
      closed: () => clearTimeout(this.late),
    };
    this.connection = new FrameConnection(socket, owner, STRANGER_BYTES_MAX);
    this.connection.open(head);
  }

  cut(): void {
    this.socket.destroy();
  }

  private cutFor(why: string): void {
    logWarning(`a node is cut off: ${why}`);
    if (!this.isWelcome) this.strangerCut();
    this.socket.destroy();
  }

  private received(message: FromAsking): void {
    if (!this.isWelcome && message[0] !== 'hello') throw new Error('it asks before it says who it is');
    switch (message[0]) {
      case 'hello':
        return this.greet(message[1]);
      case 'ask': {
        const { store, fresh } = this.asked;
        const seq = fresh();
        const id = message[1];
        this.connection.send(seq === undefined ? ['not_leading', id] : ['promised', id, seq, store.engine.nowMs()]);
        return;
      }
      case 'tell':
        return this.run(message[1], this.answer(message[2], message[3]));
      case 'usage':
        return this.asked.counted(message[1]);
      case 'entries':
        return this.stream(
          sendEntries(this.connection, this.asked.store.engine.journal, { at: message[1], seq: message[2] }),
        );
      case 'copy':
        return this.stream(this.sendCopy(message[1], message[2]));
      default:
        throw new Error('it says what this version does not know');
    }
  }

  private greet({ protocol, version, shop, logId, node }: NodeHello): void {
    const own = this.asked.store.identity.cluster!;
    let why = '';
    if (protocol !== NODE_PROTOCOL) why = `it is version ${version}, this node is version ${programVersion()}`;
    else if (shop !== own.shop) why = `it is of the shop ${shop}, this node is of the shop ${own.shop}`;
    else if (logId !== '' && logId !== own.logId)
      why = `its log is ${logId}, that of this node is ${own.logId}: one of both was begun anew`;
    if (why !== '') {
      logWarning(`node ${node} is refused: ${why}`);
      this.connection.endWith(['refused', `node ${own.node} refuses it: ${why}`]);
      return;
    }
    this.node = node;
    this.isWelcome = true;
    this.connection.takeAll();
    clearTimeout(this.late);
    this.connection.send(['welcome', { node: own.node, version: programVersion(), logId: own.logId }]);
  }

  private async answer(wanted: string, argument: string): Promise<unknown> {
    const { status, handOver, store } = this.asked;
    if (wanted === 'status') return status();
    if (wanted === 'spans') return spansOf(store.engine.journal, Number(argument));
    if (wanted === 'hand_over') return handOver(argument);
    throw new Error(`this version does not know ${wanted}`);
  }

  private run(id: number, answer: Promise<unknown>): void {
    answer.then(
      (value) => this.connection.send(['told', id, value]),
      (error: unknown) => this.connection.send(['failed', id, lineOf(error)]),
    );
  }

  private stream(sent: Promise<void>): void {
    sent.catch((error: unknown) => {
      logWarning(`node ${this.node} is sent no more: ${lineOf(error)}`);
      this.socket.destroy();
    });
  }

  private sendCopy(id: string, from: number): Promise<void> {
    const { config, store } = this.asked;
    const { copies, node: to } = this;
    return sendCopy(this.connection, { copies, data: config.data, identity: store.identity, to }, id, from);
  }
}
