// A small HTTP client for shoppers and attackers: one call, its status, its reply and how long it took.
import { Agent, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';

export type Fields = Readonly<Record<string, string | number>>;

export interface Answer {
  /** 0: the connection failed, and `text` says why. */
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

/** A caller who has waited for so long goes. */
const WAIT_MS_MAX = 30_000;

export class Client {
  /** Calls from now on send these. */
  credentials: Fields;
  private readonly agent: Agent;
  private readonly url: string;

  /** `ca`: certificates that are trusted, in PEM, where the URL is of https. */
  constructor(url: string, credentials: Fields, socketsMax = Infinity, ca: readonly string[] = []) {
    this.url = url;
    this.credentials = credentials;
    const options = { keepAlive: true, maxSockets: socketsMax };
    this.agent = url.startsWith('https:') ? new TlsAgent({ ...options, ca: [...ca] }) : new Agent(options);
  }

  call(operation: string, fields: Fields = {}, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const all = { request: operation, ...this.credentials, ...fields };
    const body = Object.entries(all)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&');
    return this.post(body, 'application/x-www-form-urlencoded', headers);
  }

  /** Sends a body as it is. */
  post(body: string, type: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const startedMs = performance.now();
    return new Promise((resolve) => {
      const timer = setTimeout(() => sent.destroy(new Error(`no reply within ${WAIT_MS_MAX / 1000} s`)), WAIT_MS_MAX);
      const done = (status: number, text = ''): void => {
        clearTimeout(timer);
        resolve({ status, text, ms: performance.now() - startedMs });
      };
      const lost = ({ message }: Error): void => done(0, message);
      const sent = (this.url.startsWith('https:') ? tlsRequest : request)(
        this.url,
        { method: 'POST', agent: this.agent, headers: { ...headers, 'content-type': type } },
        (reply) => {
          const chunks: Buffer[] = [];
          reply.on('data', (chunk: Buffer) => void chunks.push(chunk));
          reply.on('end', () => done(reply.statusCode ?? 0, Buffer.concat(chunks).toString()));
          reply.on('error', lost);
        },
      );
      sent.on('error', lost);
      sent.end(body);
    });
  }

  /** Closes its connections; a later call opens a new one. */
  close(): void {
    this.agent.destroy();
  }
}

export const isGood = ({ status, text }: Answer): boolean =>
  status === 200 && !text.startsWith('{"object":"error"') && !text.includes('"status":"error"');

/** The member of a reply that is a session's code. */
export const codeOf = ({ text }: Answer): string => (JSON.parse(text) as { code?: string }).code ?? '';
