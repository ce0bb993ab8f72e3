// The shop as a storefront sees it: one endpoint, urlencoded calls, JSON replies.

import { Agent, request as httpRequest } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { Agent as TlsAgent, request as httpsRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import type { Latencies } from './latency.ts';
import { ReplayError } from './replay-error.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly secretKey: string;
}

export type Fields = Readonly<Record<string, string | number | bigint>>;
export type Reply = Readonly<Record<string, unknown>>;

/** The shop said no: the run ends with its code and with what was asked. */
export class Refused extends ReplayError {
  override readonly name = 'Refused';
  readonly code: string;

  constructor(operation: string, fields: Fields, reply: Reply) {
    const code = String(reply['message'] ?? 'an error without code');
    const param = reply['param'] === undefined || reply['param'] === '' ? '' : ` (param ${String(reply['param'])})`;
    super(`${operation} was refused with ${code}${param}. ${String(reply['detail'] ?? '')} Asked: ${asked(fields)}`);
    this.code = code;
  }
}

/** No whole reply came: whether the call had its effect is unknown. */
export class ConnectionLost extends ReplayError {
  override readonly name = 'ConnectionLost';
}

const REPLY_MS_MAX = 120_000;
// Shorter than any server's idle limit, so that no call meets a connection that is just being closed.
const IDLE_MS_MAX = 4_000;

/** Calls operations over at most so many kept connections, and records how long each took. */
export class Wire {
  private readonly agent: Agent;
  private readonly endpoint: URL;
  private readonly request: RequestOptions;
  private readonly shopper: string;
  private readonly backOffice: string;
  private readonly latencies: Latencies;

  constructor(url: string, credentials: Credentials, connections: number, latencies: Latencies) {
    this.endpoint = endpointOf(url);
    const options = { keepAlive: true, maxSockets: connections, maxFreeSockets: connections, timeout: IDLE_MS_MAX };
    this.agent = this.endpoint.protocol === 'https:' ? new TlsAgent(options) : new Agent(options);
    this.request = { ...urlToHttpOptions(this.endpoint), method: 'POST', agent: this.agent, timeout: REPLY_MS_MAX };
    this.shopper = encoded({ licence_username: credentials.username, licence_password: credentials.password });
    this.backOffice = `${this.shopper}&${encoded({ licence_secret_key: credentials.secretKey })}`;
    this.latencies = latencies;
  }

  /** Calls an operation as a shopper. Throws: Refused, ConnectionLost, ReplayError. */
  async call(operation: string, fields: Fields): Promise<Reply> {
    return accepted(operation, fields, await this.send(operation, fields, this.shopper));
  }

  /** Calls an operation with the secret key. */
  async callBackOffice(operation: string, fields: Fields): Promise<Reply> {
    return accepted(operation, fields, await this.send(operation, fields, this.backOffice));
  }

  /**
   * Calls an operation whose reply is of interest only when it is not the expected object: a long cart is not parsed
   * line after line.
   */
  async callUnread(operation: string, fields: Fields, object: string): Promise<void> {
    const body = await this.send(operation, fields, this.shopper);
    // Quotes inside JSON text are escaped, so these bytes are a member and never somebody's name.
    if (!body.includes(`"object":"${object}"`)) accepted(operation, fields, body);
  }

  close(): void {
    this.agent.destroy();
  }

  private send(operation: string, fields: Fields, credentials: string): Promise<Buffer> {
    const body = Buffer.from(`request=${operation}&${credentials}&${encoded(fields)}`);
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const lost = (cause: Error): void =>
        reject(new ConnectionLost(`${this.endpoint.origin} did not answer ${operation}: ${reasonOf(cause)}`));
      const received = (reply: Buffer): void => {
        this.latencies.record(operation, (performance.now() - began) * 1000);
        resolve(reply);
      };
      const call = this.endpoint.protocol === 'https:' ? httpsRequest : httpRequest;
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length };
      const outgoing = call({ ...this.request, headers }, (incoming) => collect(incoming, received, lost));
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no reply within ${REPLY_MS_MAX / 1000} s`)));
      outgoing.on('error', lost);
      outgoing.end(body);
    });
  }
}

const endpointOf = (url: string): URL => {
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new ReplayError(`--url ${url} is no http or https address.`);
  const endpoint = new URL(url);
  if (!endpoint.pathname.replace(/\/$/, '').endsWith('/srv/service'))
    endpoint.pathname = `${endpoint.pathname.replace(/\/$/, '')}/srv/service/`;
  return endpoint;
};

const encoded = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');

const collect = (incoming: IncomingMessage, received: (body: Buffer) => void, lost: (cause: Error) => void): void => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () =>
    received(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)),
  );
  incoming.on('error', lost);
};

const accepted = (operation: string, fields: Fields, body: Buffer): Reply => {
  const reply = parsed(operation, body);
  if (reply['object'] === 'error' || reply['status'] === 'error') throw new Refused(operation, fields, reply);
  return reply;
};

const parsed = (operation: string, body: Buffer): Reply => {
  const text = body.toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Reply;
  } catch {
    // Said below: text that is no JSON and JSON that is no object are the same trouble.
  }
  throw new ReplayError(`${operation} was not answered with a JSON object but with: ${text.slice(0, 80)}`);
};

const asked = (fields: Fields): string => {
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}=${String(value).slice(0, 80)}`)
    .join(' ');
  return text.length <= 400 ? text : `${text.slice(0, 399)}…`;
};

// A failed connection to a name with several addresses is an AggregateError without a message.
const reasonOf = (cause: Error): string => cause.message || ((cause as NodeJS.ErrnoException).code ?? cause.name);
