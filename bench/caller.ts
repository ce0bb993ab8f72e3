// Calls operations over the wire, many at a time: how the bench fills a shop and checks it afterwards.
import { Connection, type Sink } from './connection.ts';
import type { Credentials } from './processes.ts';

export type Fields = Readonly<Record<string, string | number>>;
export type Reply = Readonly<Record<string, unknown>>;
export type Encoding = 'urlencoded' | 'multipart';

const BOUNDARY = '----kontor-bench-5f3a9c1e7b2d4860';
const CONNECTIONS = 64;

/** The bytes of one POST, as a PHP client (urlencoded) or the JavaScript SDK (multipart) sends it. */
export function request(fields: Fields, encoding: Encoding = 'urlencoded'): Buffer {
  const multipart = encoding === 'multipart';
  const body = Buffer.from(multipart ? multipartBody(fields) : urlencodedBody(fields));
  const type = multipart ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/x-www-form-urlencoded';
  const head = `POST /srv/service/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

function urlencodedBody(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

function multipartBody(fields: Fields): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

/** A client of one server with its credentials; every refusal is an exception here. */
export class Caller {
  readonly #port: number;
  readonly #tls: boolean;
  readonly credentials: Fields;
  readonly secretKey: Fields;

  constructor(port: number, { username, password, secretKey }: Credentials, tls = false) {
    this.#port = port;
    this.#tls = tls;
    this.credentials = { licence_username: username, licence_password: password };
    this.secretKey = { ...this.credentials, licence_secret_key: secretKey };
  }

  /** A shopper's call. */
  async one(name: string, fields: Fields): Promise<Reply> {
    let reply: Reply = {};
    await this.many(
      name,
      1,
      () => fields,
      (_, got) => (reply = got),
    );
    return reply;
  }

  /** A back-office call. */
  async office(name: string, fields: Fields): Promise<Reply> {
    return this.one(name, { ...this.secretKey, ...fields });
  }

  /** The same operation `count` times; replies come in any order. */
  async many(
    name: string,
    count: number,
    fields: (i: number) => Fields,
    use?: (i: number, reply: Reply) => void,
  ): Promise<void> {
    await this.bytes(
      count,
      (i) => request({ request: name, ...this.credentials, ...fields(i) }),
      (i, body) => {
        use?.(i, JSON.parse(body.toString('utf8')) as Reply);
      },
    );
  }

  /** As `many`, with requests and replies as bytes. */
  bytes(count: number, build: (i: number) => Buffer, use: (i: number, body: Buffer) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const connections: Connection[] = [];
      let sent = 0;
      let done = 0;
      const finish = (error: Error | null): void => {
        for (const connection of connections) connection.close();
        if (error === null) resolve();
        else reject(error);
      };
      const next = (connection: Connection): void => {
        if (sent >= count) return;
        connection.request = sent;
        sent += 1;
        connection.send(build(connection.request), true);
      };
      const sink: Sink = {
        replied: (connection) => {
          if (connection.fault !== '')
            return finish(new Error(`${build(connection.request).toString()}\n→ ${connection.fault}`));
          try {
            use(connection.request, connection.body as Buffer);
          } catch (error) {
            return finish(error as Error);
          }
          done += 1;
          if (done === count) finish(null);
          else next(connection);
        },
        lost: (_, why) => finish(new Error(`connection lost: ${why}`)),
      };
      for (let i = 0; i < Math.min(CONNECTIONS, count); i += 1) {
        Connection.open('127.0.0.1', this.#port, sink, this.#tls).then((connection) => {
          connections.push(connection);
          next(connection);
        }, finish);
      }
    });
  }
}
