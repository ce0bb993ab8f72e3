// A small HTTP client for shoppers and attackers: one call, its status, its reply and how long it took.
import { Agent, request } from 'node:http';

export type Fields = Readonly<Record<string, string | number>>;

export interface Answer {
  /** 0: the connection failed. */
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

export class Client {
  private readonly agent: Agent;
  private readonly url: string;
  private readonly credentials: Fields;

  constructor(url: string, credentials: Fields, socketsMax = Infinity) {
    this.url = url;
    this.credentials = credentials;
    this.agent = new Agent({ keepAlive: true, maxSockets: socketsMax });
  }

  call(operation: string, fields: Fields = {}, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const all = { request: operation, ...this.credentials, ...fields };
    const body = Object.entries(all)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&');
    const type = 'application/x-www-form-urlencoded';
    const startedMs = performance.now();
    return new Promise((resolve) => {
      const done = (status: number, text = ''): void => resolve({ status, text, ms: performance.now() - startedMs });
      const sent = request(
        this.url,
        { method: 'POST', agent: this.agent, headers: { ...headers, 'content-type': type } },
        (reply) => {
          const chunks: Buffer[] = [];
          reply.on('data', (chunk: Buffer) => void chunks.push(chunk));
          reply.on('end', () => done(reply.statusCode ?? 0, Buffer.concat(chunks).toString()));
          reply.on('error', () => done(0));
        },
      );
      sent.on('error', () => done(0));
      sent.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

export const isGood = ({ status, text }: Answer): boolean =>
  status === 200 && !text.startsWith('{"object":"error"') && !text.includes('"status":"error"');

/** The member of a reply that is a session's code. */
export const codeOf = ({ text }: Answer): string => (JSON.parse(text) as { code?: string }).code ?? '';
