// Calls of clients to the nodes of a cluster, each noted with what its reply says of the order of records.
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Fields, Licence, Members } from '../kill/client.ts';
import { numbersOf } from './history.ts';
import type { Seen } from './history.ts';

/** Longer than a node lets a call wait for a leader. */
const TIMEOUT_MS = 9_000;
const CONNECT_MS = 1_000;
/** Refusals of calls that were not begun, by nobody, and will not be. */
const NOT_BEGUN: ReadonlySet<string> = new Set(['NOT_LEADER', 'SHUTTING_DOWN', 'OVERLOADED', 'DISK_FULL']);

export interface Node {
  readonly name: string;
  readonly host: string;
  readonly port: number;
}

export type Answer =
  | { readonly outcome: 'answered'; readonly body: Members; readonly refusal: string; readonly seen: Seen }
  /** `unknown`: it may have been done, or be done later. */
  | { readonly outcome: 'not begun' | 'unknown'; readonly why: string };

export type Answered = Extract<Answer, { readonly outcome: 'answered' }>;
type Failed = Exclude<Answer, Answered>;

interface Received {
  readonly status: number;
  readonly text: string;
  readonly seq: string;
}

/** All clients of a run: their connections, and what they have seen. */
export class Callers {
  readonly seen: Seen[] = [];
  /** When changes were acknowledged. */
  readonly changedMs: number[] = [];
  readonly counts = { answered: 0, notBegun: 0, unknown: 0 };
  /** Of calls that were not answered, why not, and how often. */
  readonly reasons = new Map<string, number>();
  private readonly agents = new Map<string, Agent>();
  private readonly licence: Licence;

  constructor(licence: Licence) {
    this.licence = licence;
  }

  async call(node: Node, operation: string, fields: Fields, isOffice = false): Promise<Answer> {
    const { username, password, secretKey } = this.licence;
    const form = new URLSearchParams({ licence_username: username, licence_password: password, request: operation });
    if (isOffice) form.set('licence_secret_key', secretKey);
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
    const beginMs = performance.now();
    const received = await this.post(node, form.toString());
    const answer = 'why' in received ? received : this.read(received);
    const endMs = performance.now();
    if (answer.outcome !== 'answered') {
      this.counts[answer.outcome === 'unknown' ? 'unknown' : 'notBegun'] += 1;
      const reason = `${answer.outcome}: ${answer.why}`;
      this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
      return answer;
    }
    this.counts.answered += 1;
    const numbers = numbersOf((received as Received).seq);
    if (numbers === undefined)
      throw new Error(`${operation} at ${node.name}: kontor-seq "${(received as Received).seq}"`);
    const seen = { beginMs, endMs, kind: operation, node: node.name, ...numbers };
    this.seen.push(seen);
    if (numbers.own > 0) this.changedMs.push(endMs);
    return { ...answer, seen };
  }

  private read({ status, text }: Received): Omit<Answered, 'seen'> | Failed {
    const body = JSON.parse(text) as Members;
    const refusal = body['object'] === 'error' ? String(body['message']) : '';
    if (status === 200 && refusal !== 'INTERNAL_ERROR') return { outcome: 'answered', body, refusal };
    if (status === 200) throw new Error(`a fault of the program: ${text.slice(0, 400)}`);
    return { outcome: NOT_BEGUN.has(refusal) ? 'not begun' : 'unknown', why: `${status} ${refusal}` };
  }

  private agentOf({ name }: Node): Agent {
    const known = this.agents.get(name) ?? new Agent({ keepAlive: true, maxSockets: 64 });
    this.agents.set(name, known);
    return known;
  }

  private post(node: Node, body: string): Promise<Received | Failed> {
    return new Promise((resolve) => {
      const { host, port } = node;
      const headers = {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': Buffer.byteLength(body),
      };
      let isSent = false;
      const sent = request(
        { host, port, path: '/srv/service/', method: 'POST', agent: this.agentOf(node), headers },
        (reply: IncomingMessage) => {
          const pieces: Buffer[] = [];
          reply.on('data', (piece: Buffer) => pieces.push(piece));
          reply.once('error', (error) => fail(error));
          reply.once('end', () => {
            clearTimeout(timer);
            if (!reply.complete) return fail(new Error('cut'));
            const text = Buffer.concat(pieces).toString('utf8');
            return resolve({ status: reply.statusCode ?? 0, text, seq: String(reply.headers['kontor-seq'] ?? '') });
          });
        },
      );
      const fail = (error: Error): void => {
        clearTimeout(timer);
        sent.destroy();
        // Of a reply that is no HTTP, the parser says why.
        const { code = error.message, reason = '' } = error as NodeJS.ErrnoException & { readonly reason?: string };
        const why = reason === '' ? code : `${code}: ${reason}`;
        resolve({ outcome: isSent ? 'unknown' : 'not begun', why });
      };
      let timer = setTimeout(() => fail(new Error(isSent ? 'no answer' : 'no connection')), CONNECT_MS);
      const connected = (): void => {
        isSent = true;
        clearTimeout(timer);
        timer = setTimeout(() => fail(new Error('no answer')), TIMEOUT_MS);
      };
      sent.once('socket', (socket) => (socket.connecting ? socket.once('connect', connected) : connected()));
      sent.once('error', fail);
      sent.end(body);
    });
  }

  close(): void {
    for (const agent of this.agents.values()) agent.destroy();
  }
}
