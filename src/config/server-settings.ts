// Settings of the server: where it listens, what one request may cost, and how long callers may take.
import { HOUR_MS, flag, origins, text, whole } from './setting.ts';

export const SERVER_SETTINGS = {
  port: whole(8080, 'port; 0 lets the system choose', 0, 65_535),
  host: text('127.0.0.1', 'address to listen on'),
  legacyPort: whole(0, 'port of the HTTP/1.0-capable listener; 0 = off', 0, 65_535),
  behindProxy: flag(false, 'callers come through a proxy that speaks TLS with them'),
  corsOrigins: origins(
    'origins whose pages may call this server; none by default, * = any; README.md says when that is safe',
  ),
  connectionsMax: whole(
    0,
    'connections open at a time; 0 = as many as there are descriptors, less 256, at most 100,000',
    0,
    10_000_000,
  ),
  bodyBytesMax: whole(1_048_576, 'bytes of a request body', 1024, 268_435_456),
  bodyMemoryBytesMax: whole(
    268_435_456,
    'bytes of all request bodies being received, not counting the first 16 KiB of each',
    0,
  ),
  chunkedBodies: flag(true, 'bodies in chunks are read; off: they are answered 411 (README.md says when)'),
  bodyTimeoutMs: whole(10_000, 'milliseconds until a body must have arrived', 100),
  bodyFieldsMax: whole(200, 'fields of a body', 10, 10_000),
  fieldNameBytesMax: whole(256, 'bytes of a field name', 16, 65_536),
  clientAddressHeader: text(
    '',
    'header in which storefronts send the shopper’s address; trusted as it is',
    /^[a-z0-9-]*$/i,
    'the name of a header',
  ),
  checkReplies: flag(
    false,
    'for development: every reply is checked against what docs/operations.md declares; one that differs is a fault',
  ),
  strictSecretKey: flag(false, 'also the reads that otherwise merely accept the secret key need it'),
  searchBudgetMs: whole(
    50,
    'milliseconds for which a search may hold the thread before it goes on in slices',
    1,
    10_000,
  ),
  searchSliceMs: whole(5, 'milliseconds of one slice of such a search', 1, 1000),
  searchScansMax: whole(20, 'work of one search, in scans of one value of every record; more is refused', 1, 100_000),
  searchesInterruptedMax: whole(64, 'searches under way in slices at a time', 1, 10_000),
  callerWorkMs: whole(
    200,
    'milliseconds of the thread in each second after which dear calls of a channel, or of a shopper where ' +
      'clientAddressHeader is set, go on in slices at once',
    1,
    1000,
  ),
  callerBurstMs: whole(1000, 'milliseconds of the thread that may be used at once before that', 1, 60_000),
  turnMs: whole(10, 'milliseconds for which calls begin as they come, before they wait by priority', 1, 1000),
  callWaitMsMax: whole(1000, 'milliseconds that a call may wait to begin; then it is refused with 503', 10, 60_000),
  checkoutWaitMsMax: whole(5000, 'milliseconds that a checkout or a payment may wait to begin', 10, 60_000),
  streamedListsMax: whole(64, 'long lists being streamed at a time', 1, 100_000),
  streamedListStallTimeoutMs: whole(30_000, 'milliseconds that the caller of a long list may read nothing', 100),
  slowCallsMax: whole(
    1000,
    'calls that may wait for each kind of slow work: passwords, applications (at most 200), documents, ' +
      'payment providers',
    1,
  ),
  idempotencyKeysMax: whole(1_000_000, 'idempotency keys remembered per channel', 1),
  idempotencyKeyTtlMs: whole(24 * HOUR_MS, 'milliseconds that an idempotency key is remembered', 1000),
  feedRetentionRecords: whole(100_000, 'records kept in the journal for readers of the change feed', 0),
  feedReadersMax: whole(64, 'readers of the change feed at a time', 0, 10_000),
  feedStallTimeoutMs: whole(30_000, 'milliseconds that a reader of the change feed may read nothing', 100),
  usageFlushIntervalMs: whole(
    10_000,
    'milliseconds after which counted calls are written; a crash loses what was counted since',
    50,
  ),
  shutdownTimeoutMs: whole(5000, 'milliseconds that a stop waits for calls that are being answered', 0),
};
