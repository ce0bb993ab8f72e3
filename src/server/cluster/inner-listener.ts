// Where other nodes reach this one: calls that they pass on, their questions, and what they lack of the store.
//
// Guaranteed: a call is taken while this node leads, and else answered as not begun; it is passed on to nobody else. A
// peer without a certificate of the nodes' authority gets no byte; what one that has it gets is said in asking-node.ts.
// Not promised: copies for more than a few nodes at a time; they share one.
import type { Duplex } from 'node:stream';
import { errorBody } from '../../http/transport/error-body.ts';
import type { HandshakeCount } from '../../http/transport/handshakes.ts';
import { listenNode } from '../../http/transport/node-transport.ts';
import { JSON_TYPE } from '../../http/transport/transport.ts';
import type { Listener, RequestHandler } from '../../http/transport/transport.ts';
import { REFUSALS } from '../../kernel/refusals.ts';
import { CLIENT_ADDRESS, NOT_BEGUN } from '../following/call-forwarding.ts';
import { acceptUpgrade } from '../following/frame-connection.ts';
import { AskingNode } from './asking-node.ts';
import type { AskedNode } from './asking-node.ts';
import type { ClusterConfig } from './cluster-config.ts';
import { NODE_PATH, NODE_UPGRADE } from './inner-protocol.ts';
import { StoreCopies } from './store-copies.ts';

export interface InnerOptions extends AskedNode {
  readonly cluster: ClusterConfig;
  readonly handler: RequestHandler;
  readonly handshakes?: HandshakeCount;
  /** This node leads, and may begin calls that are passed on. */
  readonly mayBegin: () => boolean;
}

export class InnerListener {
  private readonly listener: Listener;
  private readonly copies: StoreCopies;
  private readonly open: ReadonlySet<AskingNode>;
  private readonly cuts: { strangers: number };

  private constructor(
    listener: Listener,
    copies: StoreCopies,
    open: ReadonlySet<AskingNode>,
    cuts: { strangers: number },
  ) {
    this.listener = listener;
    this.copies = copies;
    this.open = open;
    this.cuts = cuts;
  }

  /** Peers that were cut off before they were welcome. */
  get strangersCut(): number {
    return this.cuts.strangers;
  }

  /** Rejects where the address cannot be listened on, and with what is wrong with the certificates. */
  static async listen(options: InnerOptions): Promise<InnerListener> {
    const { config, cluster, mayBegin, handler, handshakes } = options;
    const { bodyBytesMax, bodyMemoryBytesMax, bodyTimeoutMs } = config;
    const copies = new StoreCopies(config.data);
    const open = new Set<AskingNode>();
    const cuts = { strangers: 0 };
    const strangerCut = (): void => void (cuts.strangers += 1);
    const upgraded = ({ url }: { readonly url?: string | undefined }, socket: Duplex, head: Buffer): void => {
      if (url !== NODE_PATH) return void socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
      acceptUpgrade(socket, NODE_UPGRADE);
      const asking = new AskingNode(socket, head, options, copies, strangerCut);
      open.add(asking);
      socket.once('close', () => open.delete(asking));
    };
    const limits = { bodyBytesMax, bodyMemoryBytesMax, bodyTimeoutMs, clientAddressHeader: CLIENT_ADDRESS };
    const { host, port, tls } = cluster;
    const wire = { host, port, tls, upgraded, ...(handshakes && { handshakes }) };
    const listener = await listenNode({ ...limits, ...wire, traced: true }, (request, reply) => {
      if (mayBegin()) return handler(request, reply);
      return reply.send(REFUSALS.NOT_LEADER.status, errorBody('NOT_LEADER'), JSON_TYPE, [[NOT_BEGUN, '1']]);
    });
    return new InnerListener(listener, copies, open, cuts);
  }

  renewTls(): Promise<void> {
    return this.listener.renewTls();
  }

  /** Takes no more calls, answers those that have come, and cuts off nodes that ask. */
  async close(timeoutMs: number): Promise<void> {
    const closed = this.listener.close(timeoutMs);
    for (const asking of this.open) asking.cut();
    await closed;
    this.copies.close();
  }
}
