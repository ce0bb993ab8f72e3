// A server of the test's own that misbehaves on demand.
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listening } from '../../harness/ports.ts';
import { until } from '../../harness/until.ts';

export interface Received {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Behaviour = (received: Received, reply: ServerResponse) => void;

export const executed: Behaviour = (_received, reply) => void reply.end('WEBHOOK_EXECUTED');

export class Receiver {
  readonly received: Received[] = [];
  behave: Behaviour;
  private readonly server: Server;

  private constructor(behave: Behaviour) {
    this.behave = behave;
    this.server = createServer((request, reply) => this.take(request, reply));
  }

  static async open(behave: Behaviour = executed): Promise<Receiver> {
    const receiver = new Receiver(behave);
    await listening(receiver.server);
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resolves when so many calls have come. */
  calls(count: number): Promise<readonly Received[]> {
    return until(`${count} calls come`, () => this.received.length >= count && this.received);
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private take(request: IncomingMessage, reply: ServerResponse): void {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('error', () => undefined);
    reply.on('error', () => undefined);
    request.on('end', () => {
      const received = {
        method: request.method ?? '',
        target: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(pieces).toString('utf8'),
      };
      this.received.push(received);
      this.behave(received, reply);
    });
  }
}

/** Sends zeros until nobody reads them any more; how many bytes went out. */
export const flood = (reply: ServerResponse, limitBytes: number): Promise<number> => {
  const chunk = Buffer.alloc(65_536);
  return new Promise((resolve) => {
    let sent = 0;
    const more = (): void => {
      while (sent < limitBytes) {
        sent += chunk.length;
        if (!reply.write(chunk)) return void reply.once('drain', more);
      }
      reply.end();
    };
    reply.once('close', () => resolve(sent));
    more();
  });
};
