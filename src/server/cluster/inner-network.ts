// The way to other nodes: requests that are passed on, and connections on which nodes ask each other (peer.ts).
//
// Guaranteed: both ends show a certificate of the nodes' own authority. Not promised: which node the other end is;
// every holder of such a certificate counts as one.
import type { ClientRequest, RequestOptions } from 'node:http';
import { Agent, request } from 'node:https';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { loadTls, readTls } from '../../http/transport/tls-files.ts';
import type { TlsFiles, TlsPair } from '../../http/transport/tls-files.ts';
import { CALL_AGENT } from '../following/call-forwarding.ts';
import type { OpenRequest } from '../following/call-forwarding.ts';
import { NODE_PATH, NODE_UPGRADE } from './inner-protocol.ts';
import type { NodeHello } from './inner-protocol.ts';
import { Peer } from './peer.ts';

const CONNECT_MS = 1_000;

const agentOf = ({ cert, key, ca }: TlsPair): Agent => new Agent({ ...CALL_AGENT, cert, key, ca });

export class InnerNetwork {
  private readonly tls: Required<TlsFiles>;
  private agent: Agent;

  /** Throws, with one line, what is wrong with the files. */
  constructor(tls: Required<TlsFiles>) {
    this.tls = tls;
    this.agent = agentOf(readTls(tls));
  }

  /** Reads the certificates again, for connections from now on. */
  async renewTls(): Promise<void> {
    const pair = await loadTls(this.tls);
    const before = this.agent;
    this.agent = agentOf(pair);
    // Calls that are under way go on.
    setTimeout(() => before.destroy(), CALL_AGENT.timeout).unref();
  }

  private request(url: string, options: RequestOptions): ClientRequest {
    // An earlier version has noted an address in clear: nothing is sent to it without TLS.
    return request(url.replace(/^http:/, 'https:'), { ...options, agent: this.agent });
  }

  /** Opens requests to the node at this address. */
  requestsTo(url: string): OpenRequest {
    return (options) => this.request(`${url}${options.path}`, options);
  }

  /** Rejects with why it cannot be asked. */
  async connect(url: string, hello: NodeHello): Promise<Peer> {
    const [socket, head] = await new Promise<readonly [Socket, Buffer]>((resolve, reject) => {
      const headers = { connection: 'Upgrade', upgrade: NODE_UPGRADE };
      const call = this.request(`${url}${NODE_PATH}`, { headers, signal: AbortSignal.timeout(CONNECT_MS) });
      call.once('upgrade', (_, opened, first) => resolve([opened as Socket, first]));
      call.once('error', (error) => reject(new Error(`${url}: ${error.message}`)));
      call.once('response', (response) => {
        void text(response).catch(() => '');
        reject(new Error(`${url}: HTTP ${response.statusCode} instead of a node`));
      });
      call.end();
    });
    const peer = new Peer(url, socket, head);
    await peer.greet(hello);
    return peer;
  }

  /** Connects, asks, and hangs up. Rejects with why it cannot be asked. */
  async ask<T>(url: string, hello: NodeHello, question: (peer: Peer) => Promise<T>): Promise<T> {
    const peer = await this.connect(url, hello);
    try {
      return await question(peer);
    } finally {
      peer.close();
    }
  }

  close(): void {
    this.agent.destroy();
  }
}
