// Steps of tests of logs: a first head, entries behind it, and a writer.
import { expect } from 'vitest';
import { endOf, firstEnd, nextEntry } from '../../../src/engine/replication/entry.ts';
import type { Entry } from '../../../src/engine/replication/entry.ts';
import { Lease } from '../../../src/engine/replication/lease.ts';
import { LogWriter } from '../../../src/engine/replication/log-writer.ts';
import type { Timers, WriterOptions } from '../../../src/engine/replication/log-writer.ts';
import type { Head, Log, NewHead, Outcome } from '../../../src/engine/replication/log.ts';
import type { Clock } from '../../../src/kernel/clock.ts';

const WHOLE = { index: 0, count: 1 };
export const NO_BYTES = Buffer.alloc(0);
export const text = ({ bytes }: Entry): string => bytes.toString();

export const firstHead: NewHead = {
  ...firstEnd('log', 1, 0),
  logId: 'log',
  leader: 'a',
  claim: 'of a',
  url: 'http://a',
  feedEpoch: 'feed',
  nowMs: 1,
};

/** The head that an entry leaves. */
export const leaving = (after: Head, entry: Entry): NewHead => {
  const { logId, leader, claim, url, feedEpoch, nowMs } = after;
  return { logId, leader, claim, url, feedEpoch, nowMs, ...endOf(entry) };
};

export const append = (log: Log, after: Head, entry: Entry, part = WHOLE): Promise<Outcome> =>
  log.append(after, entry, leaving(after, entry), part);

export const must = ({ written, head }: Outcome): Head => {
  expect(written).toBe(true);
  return head!;
};

export const begun = async (log: Log): Promise<Head> => must(await log.begin(firstHead));

/** Appends entries of one record each; the head behind the last. */
export const appendAll = async (log: Log, after: Head, texts: readonly string[]): Promise<Head> => {
  let head = after;
  for (const one of texts) head = must(await append(log, head, nextEntry(head, head.epoch, Buffer.from(one), 1)));
  return head;
};

export const numbered = (count: number, from = 1): string[] =>
  Array.from({ length: count }, (_, at) => `entry ${from + at}`);

export const writerOn = (
  bench: { readonly clock: Clock; readonly timers: Timers },
  log: Log,
  node: string,
  more: Partial<WriterOptions> = {},
): LogWriter => {
  const { clock, timers } = bench;
  const times = { beatMs: 500, resendMs: 20, giveUpMs: 5_000 };
  const lease = new Lease(clock, 2_000);
  const own = { node, url: `http://${node}`, claim: `of ${node}`, partBytesMax: 1_000_000 };
  const owner = { stalled: () => {}, resumed: () => {}, fenced: () => {}, refused: () => {} };
  return new LogWriter({ log, clock, timers, lease, ...own, ...times, ...more }, owner);
};
