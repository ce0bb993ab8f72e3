// One I/O thread as the deciding thread has it: its rings, its commands, and what becomes of it.
import type { Worker } from 'node:worker_threads';
import type { Code } from '../../kernel/refusals.ts';
import type { RequestHandler } from '../transport/transport.ts';
import { DecidingEnd } from './deciding-end.ts';
import { CODES } from './io-end.ts';
import type { IoCommand, IoReport, IoThreadData } from './io-messages.ts';

/** A command without its number. */
export type Asked = IoCommand extends infer C ? (C extends { readonly id: number } ? Omit<C, 'id'> : never) : never;

export interface IoThreadEvents {
  /** The ring has records to read, or the other one has room. */
  readonly awake: () => void;
  /** The thread has ended unasked after it listened; with the reason. */
  readonly lost: (reason: string) => void;
}

export interface IoThreadParts {
  readonly data: IoThreadData;
  readonly start: (data: IoThreadData) => Worker;
  readonly handle: RequestHandler;
  readonly refused: (code: Code) => void;
  readonly events: IoThreadEvents;
}

export class IoThreadHandle {
  readonly end: DecidingEnd;
  /** The port that it listens on. Rejects where it cannot. */
  readonly listening: Promise<number>;
  /** The system's id of the thread, for its CPU time; 0 until it listens, and where the system does not tell. */
  systemId = 0;
  /** Connections of all threads, and those of this one. */
  private readonly allConnections: Int32Array;
  private readonly ownConnections: Int32Array;
  private readonly worker: Worker;
  private readonly events: IoThreadEvents;
  private readonly waiting = new Map<number, { resolve(value: number): void; reject(error: Error): void }>();
  private lastId = 0;
  private hasListened = false;
  private isEnding = false;
  private hasEnded = false;
  private fault = '';
  private settle!: { resolve(port: number): void; reject(error: Error): void };

  constructor({ data, start, handle, refused, events }: IoThreadParts) {
    this.events = events;
    this.worker = start(data);
    this.allConnections = data.connections;
    this.ownConnections = data.ownConnections;
    this.listening = new Promise((resolve, reject) => (this.settle = { resolve, reject }));
    // Wakes in the next phase of the event loop, so that all writes of this turn are read together.
    const wake = (): void => void setImmediate(() => this.worker.postMessage('wake'));
    this.end = new DecidingEnd({ ...data.rings, handle, refused, codes: CODES, wake });
    this.worker.on('message', (report: IoReport) => this.take(report));
    this.worker.on('error', (error) => (this.fault ||= error.message));
    this.worker.on('exit', () => this.ended());
  }

  get connections(): number {
    return Atomics.load(this.ownConnections, 0);
  }

  /** Rejects with why it was not done; a thread that has ended, or ends meanwhile, has nothing left to do. */
  ask(command: Asked): Promise<number> {
    if (command.type === 'close') this.isEnding = true;
    if (this.hasEnded) return Promise.resolve(0);
    const id = (this.lastId += 1);
    return new Promise<number>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ ...command, id });
    }).finally(() => this.waiting.delete(id));
  }

  private take(report: IoReport): void {
    switch (report.type) {
      case 'wake':
        this.end.woken += 1;
        return this.events.awake();
      case 'listening':
        this.systemId = report.systemId;
        this.hasListened = true;
        return this.settle.resolve(report.port);
      case 'failed':
        this.isEnding = true;
        return this.settle.reject(new Error(report.message));
      case 'faulted':
        this.fault ||= report.message;
        return;
      case 'done':
        return this.waiting.get(report.id)?.resolve(report.value);
      case 'refused':
        return this.waiting.get(report.id)?.reject(new Error(report.message));
      default:
        return report satisfies never;
    }
  }

  private ended(): void {
    this.hasEnded = true;
    // The thread had no time to count these as closed; they would take the room of others for ever.
    Atomics.sub(this.allConnections, 0, Atomics.exchange(this.ownConnections, 0, 0));
    const error = new Error(this.fault === '' ? 'it ended' : this.fault);
    this.settle.reject(error);
    for (const { resolve } of this.waiting.values()) resolve(0);
    this.end.lost();
    // A thread that has not listened yet rejects `listening` instead.
    if (!this.isEnding && this.hasListened) this.events.lost(error.message);
    this.isEnding = true;
  }
}
