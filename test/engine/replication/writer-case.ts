// Cases of a leader's writer on a log in memory: what can be under way, and what becomes of it.
import { expect } from 'vitest';
import { endOf, firstEnd, nextEntry } from '../../../src/engine/replication/entry.ts';
import { Lease } from '../../../src/engine/replication/lease.ts';
import { LogWriter } from '../../../src/engine/replication/log-writer.ts';
import type { Head } from '../../../src/engine/replication/log.ts';
import { MemoryLog, firstHead } from './memory-log.ts';
import type { Copy, MemoryConnection } from './memory-log.ts';
import { VirtualTime } from './virtual-time.ts';

export const LEASE_MS = 2_000;
export const BEAT_MS = 500;
export const GIVE_UP_MS = 5_000;
/** An attempt without an answer ends after 400 ms; the next one goes out 50 ms later. */
export const RESENT_MS = 450;
const NO_BYTES = Buffer.alloc(0);

const FIRST_HEAD = firstHead(firstEnd('log', 1, 0));

/** Copies of one attempt: when each arrives, and no answer. */
export const unanswered = (...arrivesMs: number[]): Copy[] =>
  arrivesMs.map((ms) => ({ arrivesMs: ms, answerMs: undefined }));
export const LOST = unanswered();

export const writerOn = (time: VirtualTime, connection: MemoryConnection, node: string, claim = `claim of ${node}`) => {
  const { clock, timers } = time.node();
  const lease = new Lease(clock, LEASE_MS);
  const told: unknown[] = [];
  const times = { beatMs: BEAT_MS, resendMs: RESENT_MS - 400, giveUpMs: GIVE_UP_MS };
  const own = { node, url: `http://${node}`, claim, partBytesMax: 10 };
  const writer = new LogWriter(
    { log: connection, clock, timers, lease, ...own, ...times },
    {
      stalled: (reason) => told.push(reason),
      resumed: () => told.push('resumed'),
      fenced: (head) => told.push(head),
      refused: (why) => told.push(why),
    },
  );
  return { writer, lease, told, connection };
};

export class WriterCase {
  readonly time = new VirtualTime();
  readonly log = new MemoryLog(this.time);
  readonly connection = this.log.connect();
  readonly a = writerOn(this.time, this.connection, 'a');

  constructor() {
    this.log.begin(FIRST_HEAD);
  }

  get head(): Head {
    return this.log.head!;
  }

  get texts(): string[] {
    return this.log.history.map(({ entry }) => entry.bytes.toString());
  }

  /** A case in which `a` leads. */
  static async leading(): Promise<WriterCase> {
    const one = new WriterCase();
    expect(await one.settled(one.a.writer.campaign(one.head), 10)).toMatchObject({ epoch: 2, at: 1 });
    return one;
  }

  /** What a promise gives within so long, or 'nothing'. */
  async settled<T>(promise: Promise<T>, ms: number): Promise<T | 'nothing'> {
    let value: T | 'nothing' = 'nothing';
    void promise.then((given) => (value = given));
    await this.time.runFor(ms);
    return value;
  }

  /** Another node takes the lead, whatever stands there. */
  depose(): Head {
    const { head } = this;
    const entry = nextEntry(head, head.epoch + 1, NO_BYTES, 0);
    const other = { ...FIRST_HEAD, leader: 'b', claim: 'claim of b', ...endOf(entry) };
    return this.log.append(head, entry, other, { index: 0, count: 1 }).head!;
  }
}

export interface Kind {
  readonly begin: (one: WriterCase) => Promise<unknown>;
  readonly adds: readonly string[];
  readonly parts: number;
}

/** What can be under way, begun by whoever leads or wants to; and what the log then holds more. */
export const REQUESTS = {
  append: { begin: ({ a }) => a.writer.append(Buffer.from('one'), 1), adds: ['one'], parts: 1 },
  'an append in parts': {
    begin: ({ a }) => a.writer.append(Buffer.from('one that is long'), 1),
    adds: ['one that is long'],
    parts: 2,
  },
  campaign: { begin: ({ a, head }) => a.writer.campaign(head), adds: [''], parts: 1 },
  beat: { begin: ({ a }) => a.writer.handOver('b'), adds: [], parts: 1 },
} satisfies { readonly [name: string]: Kind };
export type RequestName = keyof typeof REQUESTS;
export const NAMES = Object.keys(REQUESTS) as RequestName[];

/** A case in which this can begin. */
export const ready = async (name: RequestName): Promise<WriterCase> =>
  name === 'campaign' ? new WriterCase() : WriterCase.leading();
