// A client on a bare socket, for tests that need every byte of a request and of its reply in hand.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface ReceivedReply {
  readonly statusLine: string;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Writes bytes as they are given, and reads replies one by one. */
export class Caller {
  readonly socket: Socket;
  private readonly chunks: string[] = [];
  closed = false;
  private length = 0;
  // Length at which the text is looked at again: a large reply would otherwise be joined anew for every chunk.
  private wantedLength = 0;
  private wake = (): void => {};

  /** `ca`: the certificate to trust; '' speaks no TLS. */
  constructor(port: number, ca = '') {
    this.socket =
      ca === '' ? connect(port, '127.0.0.1') : connectTls({ port, host: '127.0.0.1', ca, servername: 'localhost' });
    this.socket.setEncoding('latin1');
    this.socket.on('data', (text: string) => {
      this.chunks.push(text);
      this.length += text.length;
      if (this.length >= this.wantedLength) this.wake();
    });
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      this.closed = true;
      this.wake();
    });
  }

  /** Everything received and not yet read. */
  get received(): string {
    if (this.chunks.length > 1) this.chunks.splice(0, this.chunks.length, this.chunks.join(''));
    return this.chunks[0] ?? '';
  }

  /** Drops what was received so far. */
  clear(): void {
    this.chunks.length = 0;
    this.length = 0;
    this.wantedLength = 0;
  }

  write(text: string | Uint8Array): this {
    this.socket.write(text);
    return this;
  }

  /** The next reply; throws when the connection ends before it is whole. */
  async reply(options: { head?: boolean } = {}): Promise<ReceivedReply> {
    for (;;) {
      const received = this.take(options.head === true);
      if (received !== undefined) return received;
      if (this.closed) throw new Error(`closed after ${JSON.stringify(this.received.slice(0, 200))}`);
      await this.change();
    }
  }

  async close(): Promise<void> {
    while (!this.closed) await this.change();
  }

  async cut(): Promise<void> {
    this.socket.destroy();
    if (!this.closed) await once(this.socket, 'close');
  }

  private change(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  private take(isHead: boolean): ReceivedReply | undefined {
    const { received } = this;
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const [statusLine = '', ...lines] = received.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const status = Number(statusLine.split(' ')[1]);
    const from = end + 4;
    const to = from + (isHead || status === 100 ? 0 : Number(headers['content-length']));
    this.wantedLength = received.length < to ? to : 0;
    if (this.wantedLength > 0) return undefined;
    const body = Buffer.from(received.slice(from, to), 'latin1').toString('utf8');
    this.chunks.splice(0, this.chunks.length, received.slice(to));
    this.length = received.length - to;
    return { statusLine, status, headers, body };
  }
}

/** Whether somebody accepts connections. */
export const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

export const request = (method: string, target: string, headers: readonly string[] = [], body = ''): string =>
  `${[`${method} ${target} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n${body}`;

export const post = (target: string, body: string, headers: readonly string[] = []): string =>
  request('POST', target, [`Content-Length: ${Buffer.byteLength(body)}`, ...headers], body);
