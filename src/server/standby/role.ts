// What a server is to others that share its shop: followed by standbys, a standby itself, or a node of a cluster.
import type { Duplex } from 'node:stream';
import type { ServerActions } from '../../admin/command.ts';
import type { Following } from '../../http/request-handler.ts';
import type { RequestHandler } from '../../http/transport/transport.ts';
import type { Position } from '../observability/seq-trace.ts';

export interface Role {
  /** Undefined where the server decides, and has always. */
  readonly following: Following | undefined;
  readonly actions: Pick<ServerActions, 'followers' | 'whenDestroyed' | 'standby' | 'node' | 'promote'>;
  /** See SeqTrace. */
  readonly position: Position;
  /** Resolves when it can answer exactly. */
  readonly ready: Promise<void>;
  /** Resolves when it may start again, because it serves no more; never where an operator alone stops it. */
  readonly over: Promise<void>;
  /** Exit code of the process, after that. */
  readonly exitCode: number;
  /** Takes the connection of a standby. */
  readonly accept: (socket: Duplex, head: Buffer) => void;
  /** Calls are answered by `handler` from now on. */
  begin(handler: RequestHandler): Promise<void>;
  /** To be called several times a second. */
  tick(): void;
  /** SIGHUP. */
  renewTls(): Promise<void>;
  /** The server stops: a process that can takes over what it does, before the ports close. */
  retire(): Promise<void>;
  /** The server goes on after all. */
  goOn(): void;
  /** Takes no more calls of others, and answers those that have come. */
  drain(timeoutMs: number): Promise<void>;
  /** Follows no more; to be called when no call waits for another process. */
  leave(): Promise<void>;
  /** Everything is stored. */
  close(): void;
}
