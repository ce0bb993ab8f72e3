// Settings of work: how the one thread is shared among callers, and what waits or is refused under load.
import { whole } from './setting.ts';

export const WORK_SETTINGS = {
  searchBudgetMs: whole(10, 'time for which a search may hold the thread before it goes on in slices', {
    unit: 'ms',
    min: 1,
    max: 10_000,
    when: 'Lower it where searches of one caller delay the carts of others.',
  }),
  searchSliceMs: whole(5, 'time that one slice of a search takes once it goes on in slices', {
    unit: 'ms',
    min: 1,
    max: 1000,
    when: 'Lower for steadier replies beside long searches, which then take longer.',
  }),
  searchScansMax: whole(20, 'work of one search; more is refused with TOO_EXPENSIVE', {
    unit: 'scans of one value of every record',
    min: 1,
    max: 100_000,
    when: 'Raise it where a search that the shop needs is refused; it takes the time of other calls.',
  }),
  callWorkMsMax: whole(
    2000,
    'time of the thread for searches and long work of one call; more is refused: TOO_EXPENSIVE',
    {
      unit: 'ms',
      min: 10,
      max: 600_000,
      when: 'Raise it on a slow machine where a search or a dump that the shop needs is refused.',
    },
  ),
  trustedCallWorkMsMax: whole(30_000, 'as callWorkMsMax, for calls with the secret key and of the back office', {
    unit: 'ms',
    min: 10,
    max: 600_000,
    when: 'As callWorkMsMax, for reports and exports.',
  }),
  callBytesMax: whole(
    134_217_728,
    'memory that searches and long lists of one call may hold, four times that with the secret key and in the back ' +
      'office; more is refused: TOO_EXPENSIVE',
    {
      unit: 'bytes',
      min: 1_048_576,
      max: 1_099_511_627_776,
      when: 'Raise it where a search of a large shop is refused by it, and memory has room for several of them.',
    },
  ),
  searchesInterruptedMax: whole(64, 'searches under way in slices at a time; more get 503', {
    unit: 'searches',
    min: 1,
    max: 10_000,
    when: 'Raise it where long searches get 503 although the machine has memory: each holds a set of ids.',
  }),
  callerWorkMs: whole(
    200,
    'time of the thread in each second after which dear calls of a channel, or of a shopper where ' +
      'clientAddressHeader is set, go on in slices at once',
    {
      unit: 'ms',
      min: 1,
      max: 1000,
      when: 'Lower it where many channels share the server and one of them makes dear calls.',
    },
  ),
  callerBurstMs: whole(100, 'time of the thread that a caller may use at once before callerWorkMs counts', {
    unit: 'ms',
    min: 1,
    max: 60_000,
    when: 'With callerWorkMs: higher for callers with rare and dear reports.',
  }),
  turnMs: whole(10, 'time for which calls begin as they come, before they wait by priority', {
    unit: 'ms',
    min: 1,
    max: 1000,
    when: 'Lower it for checkouts that go first sooner under load; it costs throughput.',
  }),
  callWaitMsMax: whole(1000, 'time that a call may wait to begin; then it is refused with 503', {
    unit: 'ms',
    min: 10,
    max: 60_000,
    when: 'Never above what callers wait for. Higher means that they wait longer for the same 503.',
  }),
  checkoutWaitMsMax: whole(5000, 'time that a checkout or a payment may wait to begin; then it is refused with 503', {
    unit: 'ms',
    min: 10,
    max: 60_000,
    when: 'As callWaitMsMax; below the timeout of the storefront.',
  }),
  streamedListsMax: whole(64, 'long lists being streamed at a time, half of them of one caller', {
    unit: 'lists',
    min: 1,
    max: 100_000,
    when: 'Where more readers than that fetch whole catalogues at a time. A quarter is for calls with the secret key alone.',
  }),
  streamedListYieldMs: whole(
    2000,
    'time for which the caller of a long list may read nothing while others wait for its place',
    {
      unit: 'ms',
      min: 10,
      when: 'Longer where callers that work on what they have read before they read on are cut off by others.',
    },
  ),
  streamedListStallTimeoutMs: whole(30_000, 'time for which the caller of a long list may read nothing', {
    unit: 'ms',
    min: 100,
    when: 'Longer for callers that work on what they have read before they read on.',
  }),
  slowCallsMax: whole(
    1000,
    'calls that may wait for each kind of slow work: passwords, applications (at most 200), documents, payment providers',
    {
      unit: 'calls',
      min: 1,
      when: 'Lower it where memory is short; more get 503.',
    },
  ),
  aggregateBytesMax: whole(16_777_216, 'size of the replies of one aggregate together, as JSON', {
    unit: 'bytes',
    min: 65_536,
    max: 268_435_456,
    when: 'Where pages bundle calls with larger replies; each bundle takes that much memory.',
  }),
  pendingRepliesMax: whole(100_000, 'replies that may wait until their changes are on the disk', {
    unit: 'replies',
    min: 1,
    when: 'Hardly ever; beyond it changes get 503 until the disk has caught up.',
  }),
  recordsMax: whole(0, 'records that one list, search or report may hold; 0 = all there are', {
    unit: 'records',
    max: 1_000_000_000,
    when: 'Set it where a storefront asks without a limit and must not get everything.',
  }),
};
