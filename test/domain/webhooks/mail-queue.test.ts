// Catches a list of mails that leaves out the oldest that wait or the newest that failed, or puts them in another
// order, however they are spread over queues.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MailQueue } from '../../../src/domain/webhooks/mail-queue.ts';
import { runs } from '../../harness/effort.ts';

const MAIL = { mail: 'order_confirmation', userId: 0, atMs: 0, parameters: {} } as const;

const queued = fc.array(fc.record({ lane: fc.nat({ max: 5 }), failed: fc.boolean(), isGone: fc.boolean() }), {
  maxLength: 60,
});

test('the oldest that wait and the newest that failed, in order', () => {
  fc.assert(
    fc.property(queued, fc.nat({ max: 70 }), fc.nat(), (mails, count, turn) => {
      const queue = new MailQueue();
      // They come back in any order: each attempt takes a mail out and puts it in again.
      const all = mails.map((mail, index) => ({ id: index + 1, mail }));
      const shifted = [...all.slice(turn % (all.length + 1)), ...all.slice(0, turn % (all.length + 1))];
      for (const { id, mail } of shifted) queue.add(id, { ...MAIL, ...mail });
      for (const { id, mail } of all) if (mail.isGone) queue.remove(id, { ...MAIL, ...mail });
      const left = all.filter(({ mail }) => !mail.isGone);
      const idsOf = (failed: boolean): number[] =>
        left.filter(({ mail }) => mail.failed === failed).map(({ id }) => id);
      expect(queue.oldestWaiting(count)).toEqual(idsOf(false).slice(0, count));
      expect(queue.newestFailed(count)).toEqual(idsOf(true).toReversed().slice(0, count));
      expect([queue.waiting, queue.failed.size]).toEqual([idsOf(false).length, idsOf(true).length]);
    }),
    { numRuns: runs(200) },
  );
});

test('no more is looked at than is shown: a queue of many is read to the first that is too new', () => {
  const queue = new MailQueue();
  for (let id = 1; id <= 5000; id += 1) queue.add(id, { ...MAIL, lane: id % 2, failed: false });
  let looks = 0;
  for (const [lane, ids] of queue.lanes)
    queue.lanes.set(
      lane,
      new Proxy(ids, {
        get: (target, name) => {
          if (/^\d+$/.test(String(name))) looks += 1;
          return Reflect.get(target, name) as unknown;
        },
      }),
    );
  expect(queue.oldestWaiting(10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(looks).toBeLessThan(50);
});
