// Settings of what is kept beside the state, and for how long: keys, the change feed, the audit log, counts.
import { HOUR_MS, whole } from './setting.ts';

export const RETENTION_SETTINGS = {
  idempotencyKeysMax: whole(1_000_000, 'idempotency keys remembered per channel', {
    unit: 'keys',
    min: 1,
    when: 'Higher where a channel makes more keyed calls than that within idempotencyKeyTtlMs.',
  }),
  idempotencyKeyTtlMs: whole(24 * HOUR_MS, 'time that an idempotency key is remembered', {
    unit: 'ms',
    min: 1000,
    when: 'Longer where clients repeat calls after more than a day; shorter for less memory.',
  }),
  feedRetentionRecords: whole(100_000, 'records kept in the journal for readers of the change feed', {
    unit: 'records',
    when: 'Higher where readers stay away for longer; the journal takes that much more disk.',
  }),
  feedReadersMax: whole(64, 'readers that the change feed may have at a time; 0 closes it', {
    unit: 'readers',
    max: 10_000,
    when: 'Where more caches than that follow the feed; 0 where none may.',
  }),
  feedStallTimeoutMs: whole(30_000, 'time for which a reader of the change feed may read nothing', {
    unit: 'ms',
    min: 100,
    when: 'Longer for readers that pause; they come back to where they were in any case.',
  }),
  auditEntriesMax: whole(1_000_000, 'entries that the audit log keeps', {
    unit: 'entries',
    when: 'Higher where it must reach back further; they are on the disk, not in memory.',
  }),
  usageFlushIntervalMs: whole(10_000, 'time after which the counts of calls, for reports, are written to the disk', {
    unit: 'ms',
    min: 50,
    when: 'Hardly ever: a crash loses what was counted since, and each write is a record.',
  }),
  zeroResultSearchesMax: whole(1000, 'search texts without a result that are remembered', {
    unit: 'texts',
    max: 10_000,
    when: 'Higher for a shop whose people search for more than that in vain; 0 where such texts must not be kept.',
  }),
  searchTextsMax: whole(1000, 'texts that shoppers search for which are counted on one day', {
    unit: 'texts',
    max: 10_000,
    when: 'Higher for a shop with more different searches a day; 0 where what is searched for must not be kept.',
  }),
};
