// Shoppers for a server that is restarted: each adds to a cart of its own, on a connection that stays open or on a new
// one for each call, and counts what was answered and what failed.
import { Agent, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import type { RequestOptions } from 'node:https';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { lull } from '../harness/until.ts';

export interface Target {
  readonly port: number;
  /** The certificate to trust; absent: plain HTTP. */
  readonly ca?: string | undefined;
  readonly username: string;
  readonly password: string;
}

type Members = { readonly [name: string]: unknown };

const ITEM = { id_shopobject: 0, element_type: 'FREE_ELEMENT', quantity: 1, price_field: '1.50', name_field: 'thing' };

/** A server that stops closes connections that are idle for 250 ms: less than that, and nobody's call may be cut. */
const IDLE_MS = 200;

export class RestartShopper {
  /** Additions to the cart that were answered. */
  added = 0;
  readonly failures: string[] = [];
  /** Calls that were cut because this process came too late for a core, and sent on a connection that was over. */
  late = 0;
  private readonly target: Target;
  private readonly pauseMs: number;
  private readonly agent: Agent | TlsAgent | false;
  private session = '';
  private isGoing = true;
  private readonly done: Promise<void>;

  /** `keepsOpen`: its connection. `pauseMs`: between a reply and the next call, its pace. */
  constructor(target: Target, keepsOpen: boolean, pauseMs: number) {
    this.target = target;
    this.pauseMs = pauseMs;
    const AgentOf = target.ca === undefined ? Agent : TlsAgent;
    this.agent = keepsOpen && new AgentOf({ keepAlive: true, maxSockets: 1 });
    this.done = this.shop();
  }

  async stop(): Promise<void> {
    this.isGoing = false;
    await this.done;
    if (this.agent !== false) this.agent.destroy();
  }

  /** Lines of its cart. */
  async lines(): Promise<number> {
    return ((await this.call('get_cart', { session: this.session }))['contents'] as readonly unknown[]).length;
  }

  private async shop(): Promise<void> {
    for (let sentMs = performance.now(), beforeMs = sentMs; this.isGoing; beforeMs = sentMs) {
      sentMs = performance.now();
      try {
        if (this.session === '') this.session = String((await this.call('get_new_session', {}))['code']);
        else {
          await this.call('add_to_cart', { ...ITEM, session: this.session });
          this.added += 1;
        }
      } catch (error) {
        const { message } = error as Error;
        const isLate = this.agent !== false && sentMs - beforeMs > IDLE_MS && /socket hang up|ECONNRESET/.test(message);
        if (isLate) this.late += 1;
        else this.failures.push(message);
      }
      await lull(this.pauseMs);
    }
  }

  private async call(operation: string, fields: { readonly [name: string]: string | number }): Promise<Members> {
    const { port, ca, username, password } = this.target;
    const form = new URLSearchParams({ request: operation, licence_username: username, licence_password: password });
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
    const body = form.toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': Buffer.byteLength(body) };
    const options: RequestOptions = {
      host: '127.0.0.1',
      port,
      path: '/srv/service/',
      method: 'POST',
      headers,
      agent: this.agent,
      ...(ca !== undefined && { ca }),
    };
    const reply = await new Promise<string>((resolve, reject) => {
      const sent = (ca === undefined ? request : tlsRequest)(options, (response) => {
        const read = text(response).then((whole) => {
          if (response.statusCode !== 200) throw new Error(`${operation}: ${response.statusCode} ${whole}`);
          return whole;
        });
        read.then(resolve, reject);
      });
      sent.once('error', ({ message }) => reject(new Error(`${operation}: ${message}`)));
      sent.end(body);
    });
    const members = JSON.parse(reply) as Members;
    if (members['object'] === 'error') throw new Error(`${operation}: ${reply}`);
    return members;
  }
}

/** A request whose body is not whole: the server that has it cannot stop. */
export class HalfCall {
  readonly reply: Promise<string>;
  private readonly socket: Socket;
  private readonly rest: string;

  constructor(port: number, { username, password }: Pick<Target, 'username' | 'password'>) {
    const body = `request=get_new_session&licence_username=${username}&licence_password=${password}`;
    const head = 'POST /srv/service/ HTTP/1.1\r\nHost: shop\r\nContent-Type: application/x-www-form-urlencoded\r\n';
    this.socket = connect(port, '127.0.0.1');
    this.socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`);
    this.rest = body.slice(10);
    let heard = '';
    this.socket.setEncoding('latin1').on('data', (more: string) => (heard += more));
    this.reply = new Promise((resolve) => {
      this.socket.on('error', () => {});
      this.socket.once('close', () => resolve(heard));
    });
  }

  finish(): void {
    this.socket.write(this.rest);
  }
}
