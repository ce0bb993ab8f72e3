// Catches a follower of the log in etcd that misses entries: where revisions were compacted, where a stream is silent
// or gave less than the log has, where pages are long, and where another leader left parts.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nextEntry } from '../../src/engine/replication/entry.ts';
import { LogCut } from '../../src/engine/replication/log.ts';
import type { Head, Log } from '../../src/engine/replication/log.ts';
import { base64, put, remove, txn } from '../../src/outside/etcd/requests.ts';
import {
  NO_BYTES,
  append,
  appendAll,
  begun,
  firstHead,
  must,
  numbered,
  text,
} from '../engine/replication/log-steps.ts';
import { RecordingFollower } from '../engine/replication/recording-follower.ts';
import { EtcdCase, QUICK } from './etcd-case.ts';
import { Etcd, HAS_ETCD } from './etcd.ts';

let etcd: Etcd;
let one: EtcdCase;

/** Appends an entry of so many bytes in so many parts. */
const appendParts = async (log: Log, after: Head, bytes: Buffer, count: number, until = count): Promise<Head> => {
  const entry = nextEntry(after, after.epoch, bytes, 1);
  let head = after;
  for (let index = 0; index < until; index += 1) head = must(await append(log, head, entry, { index, count }));
  return head;
};

/** A follower that has been given entry 1, and waits there until it is released. */
const heldFollower = async (log: Log): Promise<{ heard: RecordingFollower; release: () => void }> => {
  const heard = new RecordingFollower(log, firstHead);
  let release: () => void = () => {};
  const held = new Promise<void>((reached) => {
    heard.slow = ({ at }) => {
      if (at !== 1) return Promise.resolve();
      reached();
      return new Promise((resolve) => (release = resolve));
    };
  });
  await held;
  return { heard, release: () => release() };
};

describe.skipIf(!HAS_ETCD)('followers of the log in etcd', () => {
  beforeAll(async () => {
    etcd = await Etcd.start();
  });
  afterAll(() => etcd?.close());
  beforeEach(() => {
    one = new EtcdCase(etcd);
  });
  afterEach(() => one.close());

  test('revisions that are compacted before the stream begins: entries are read again, none is missed', async () => {
    const log = one.log({ keepRevisionsMs: 0 });
    const head = await appendAll(log, await begun(log), ['entry 1']);
    const { heard, release } = await heldFollower(one.log());
    await appendAll(log, head, numbered(9, 2));
    // Compacts, and removes nothing.
    await log.trim(0);
    release();
    await heard.untilAt(10);
    expect(heard.entries.map(text)).toEqual(numbered(10));
    await heard.leave();
  });

  test('entries that are trimmed, and compacted, before they are read: the log is cut', async () => {
    const log = one.log({ keepRevisionsMs: 0 });
    const head = await appendAll(log, await begun(log), ['entry 1']);
    const { heard, release } = await heldFollower(one.log());
    await appendAll(log, head, numbered(9, 2));
    await log.trim(8);
    release();
    expect(await heard.ended).toBeInstanceOf(LogCut);
    expect(heard.entries.map(text)).toEqual(['entry 1']);
  });

  test('revisions are kept for as long as is said', async () => {
    const log = one.log();
    const head = await appendAll(log, await begun(log), numbered(5));
    await log.trim(5);
    const key = base64(`${one.prefix}head`);
    const before = `{"key":"${key}","revision":"${head.version}"}`;
    const read = (): Promise<Response> => fetch(`${etcd.urls[0]}/v3/kv/range`, { method: 'POST', body: before });
    expect((await read()).status).toBe(200);
    const hasty = one.log({ keepRevisionsMs: 0 });
    await appendAll(log, head, numbered(5, 6));
    await hasty.trim(5);
    expect(await (await read()).text()).toContain('has been compacted');
  });

  test('a stream that is silent is compared with the head', async () => {
    const proxy = await one.proxy();
    const log = one.log();
    const head = await appendAll(log, await begun(log), ['entry 1']);
    const heard = new RecordingFollower(one.log({ endpoints: [proxy.url], ...QUICK, silentMs: 100 }), firstHead);
    await heard.until(() => heard.heads.length > 0);
    await appendAll(log, head, ['entry 2']);
    await heard.untilAt(2);
    proxy.areStreamsSilent = true;
    const later = await appendAll(log, { ...(await log.head())! }, ['entry 3']);
    await heard.untilAt(3);
    proxy.areStreamsSilent = false;
    await appendAll(log, later, ['entry 4']);
    await heard.untilAt(4);
    await heard.leave();
  });

  test('a head that was seen elsewhere is enough to read on', async () => {
    const proxy = await one.proxy();
    const log = one.log();
    const head = await appendAll(log, await begun(log), ['entry 1']);
    const own = one.log({ endpoints: [proxy.url], silentMs: 3_600_000 });
    const heard = new RecordingFollower(own, firstHead);
    const second = await appendAll(log, head, ['entry 2']);
    await heard.untilAt(2);
    proxy.areStreamsSilent = true;
    await appendAll(log, second, ['entry 3']);
    await own.head();
    await heard.untilAt(3);
    await heard.leave();
  });

  test('an event that a stream leaves out is read, also where no other comes', async () => {
    const log = one.log();
    const head = await appendAll(log, await begun(log), ['entry 1']);
    const follower = one.log({ silentMs: 3_600_000 });
    const { client } = follower;
    const watch = client.watch.bind(client);
    let dropped = 0;
    client.watch = async function* (...args) {
      for await (const answer of watch(...args)) {
        const events = answer.events?.filter(({ kv }) => dropped > 0 || kv.value === undefined || isHead(kv.key));
        dropped += (answer.events?.length ?? 0) - (events?.length ?? 0);
        yield events === undefined ? answer : { ...answer, events };
      }
    };
    const heard = new RecordingFollower(follower, head);
    await heard.until(() => heard.heads.length > 0);
    await appendAll(log, head, ['entry 2']);
    await heard.untilAt(2);
    await heard.leave();
  });

  test('short entries and long ones: pages that become too long are read in shorter ones', async () => {
    const log = one.log();
    let head = await appendAll(log, await begun(log), numbered(80));
    for (const letter of 'abcdef') head = await appendParts(log, head, Buffer.alloc(900_000, letter), 1);
    const heard = new RecordingFollower(one.log(), firstHead);
    await heard.untilAt(86);
    expect(heard.entries.slice(0, 80).map(text)).toEqual(numbered(80));
    expect(heard.entries.slice(80).map(({ bytes }) => bytes[899_999])).toEqual([...Buffer.from('abcdef')]);
    await heard.leave();
  });

  test('one that is begun again, after it has lost its head, has none of its entries', async () => {
    const log = one.log();
    await appendAll(log, await begun(log), numbered(3));
    await log.client.txn(txn([], [remove({ key: base64(`${one.prefix}head`) })]));
    expect(await log.head()).toBeUndefined();
    const again = must(await log.begin({ ...firstHead, epoch: 2, logId: 'other' }));
    const heard = new RecordingFollower(one.log(), again);
    await appendAll(log, again, ['other 1', 'other 2']);
    await heard.untilAt(2);
    expect(heard.entries.map(text)).toEqual(['other 1', 'other 2']);
    await heard.leave();
    const [first] = (await one.log().client.txn(txn([], [keysOf('log/', 'log0')]))).responses!;
    expect(first!.response_range!.kvs).toHaveLength(2);
  });

  test('parts that leaders 9 and 10 left stand before and behind those of leader 11', async () => {
    const log = one.log();
    const bytes = Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 241));
    let head = must(await log.begin({ ...firstHead, epoch: 9 }));
    head = await appendParts(log, head, bytes.subarray(9), 15, 12);
    // In etcd's order of keys, epoch 9 is behind the others.
    const orphans = [0, 1].map((index) => {
      const key = base64(`${one.prefix}log/0000000000000001/10/00000${index}`);
      return put(key, base64(Buffer.from([3, 0, 0, index])));
    });
    await one.log().client.txn(txn([], orphans));
    const live = new RecordingFollower(one.log(), { ...firstHead, epoch: 9 });
    const change = nextEntry(head, 11, NO_BYTES, 0);
    head = await appendParts(log, must(await append(log, head, change)), bytes, 13);
    head = await appendParts(log, head, bytes.subarray(9), 2, 1);
    for (const heard of [live, new RecordingFollower(one.log(), { ...firstHead, epoch: 9 })]) {
      await heard.untilAt(2);
      expect(heard.entries.map(({ epoch, bytes: { length } }) => [epoch, length])).toEqual([
        [11, 0],
        [11, 5_000],
      ]);
      expect(heard.entries[1]!.bytes).toEqual(bytes);
      await heard.leave();
    }
    await log.trim(1);
    const [first] = (await one.log().client.txn(txn([], [keysOf('log/', 'log0')]))).responses!;
    const keys = first!.response_range!.kvs!.map(({ key }) => Buffer.from(key, 'base64').toString());
    expect(keys.map((key) => key.slice(one.prefix.length))).toEqual([
      ...Array.from({ length: 13 }, (_, index) => `log/0000000000000002/11/${String(index).padStart(6, '0')}`),
      'log/0000000000000003/11/000000',
    ]);
  });
});

const isHead = (key: string): boolean => Buffer.from(key, 'base64').toString().endsWith('/head');

const keysOf = (from: string, before: string): string => {
  const range = `"key":"${base64(one.prefix + from)}","range_end":"${base64(one.prefix + before)}"`;
  return `{"request_range":{${range},"keys_only":true}}`;
};
