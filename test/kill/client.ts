// One keep-alive connection with one request at a time. A call whose reply did not come is `lost`: what it asked for
// happened or did not. So is one of which a standby says that it does not know.
import { Agent, request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';

export type Fields = Readonly<Record<string, string | number>>;
export type Members = { readonly [name: string]: unknown };

export interface Answer {
  readonly status: number;
  readonly body: Members;
  /** '' for a success, else the code of the refusal. */
  readonly refusal: string;
  /** Just before the request was sent, and just after its reply was read. */
  readonly sentMs: number;
  readonly readMs: number;
}

export interface Licence {
  readonly username: string;
  readonly password: string;
  readonly secretKey: string;
}

const isRefusal = ({ object }: Members): boolean => object === 'error';

/** A connection that nothing used for a while is given up before the server ends it, just when a call is sent. */
const newAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: 1, timeout: 4000 });

export class Client {
  private agent = newAgent();
  private sent: ClientRequest | undefined;
  private readonly port: number;
  private readonly licence: Licence;

  constructor(port: number, licence: Licence) {
    this.port = port;
    this.licence = licence;
  }

  /** Undefined when the call was lost. */
  async call(operation: string, fields: Fields = {}): Promise<Answer | undefined> {
    return this.send({ ...fields, request: operation });
  }

  /** With the secret key. */
  async office(operation: string, fields: Fields = {}): Promise<Answer | undefined> {
    return this.send({ ...fields, request: operation, licence_secret_key: this.licence.secretKey });
  }

  /** After the server has gone: a fresh connection next time. */
  hangUp(): void {
    // An agent that is destroyed forgets a request that still waits for its connection.
    this.sent?.destroy();
    this.agent.destroy();
    this.agent = newAgent();
  }

  private async send(fields: Fields): Promise<Answer | undefined> {
    const { username, password } = this.licence;
    const form = new URLSearchParams({ licence_username: username, licence_password: password });
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
    const sentMs = Date.now();
    try {
      const [status, text] = await this.post(form.toString());
      const body = JSON.parse(text) as Members;
      const refusal = isRefusal(body) ? String(body['message']) : '';
      if (status === 503 && refusal === 'LEADER_LOST') return undefined;
      return { status, body, refusal, sentMs, readMs: Date.now() };
    } catch (error) {
      if (error instanceof SyntaxError) throw error;
      this.hangUp();
      return undefined;
    }
  }

  private post(body: string): Promise<readonly [number, string]> {
    return new Promise((resolve, reject) => {
      const headers = {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': Buffer.byteLength(body),
      };
      const options = {
        host: '127.0.0.1',
        port: this.port,
        path: '/srv/service/',
        method: 'POST',
        agent: this.agent,
        headers,
      };
      const sent = request(options, (reply: IncomingMessage) => {
        const pieces: Buffer[] = [];
        reply.on('data', (piece: Buffer) => pieces.push(piece));
        reply.once('error', reject);
        reply.once('end', () =>
          reply.complete
            ? resolve([reply.statusCode ?? 0, Buffer.concat(pieces).toString('utf8')])
            : reject(new Error('cut')),
        );
      });
      this.sent = sent;
      sent.once('error', reject);
      sent.once('close', () => reject(new Error('closed')));
      sent.end(body);
    });
  }
}

/** What a setup step must give. */
export const must = async (answer: Promise<Answer | undefined>): Promise<Answer> => {
  const given = await answer;
  if (given === undefined) throw new Error('no reply to a call that nothing disturbs');
  if (given.refusal !== '' || given.status !== 200)
    throw new Error(`refused: ${JSON.stringify(given.body).slice(0, 400)}`);
  return given;
};
