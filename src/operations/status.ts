// The shop itself, the state of the server, and several operations in one call.
import { dateTime as shownTime } from '../domain/date-time.ts';
import type { Loss } from '../engine/recovery/loss.ts';
import { entriesAsSent } from '../kernel/json-reader.ts';
import { Type, flag, isAbsent, json, named, optional } from '../kernel/params.ts';
import type { Static } from '../kernel/params.ts';
import { mapOk, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { aggregateOperation, read } from './context/operation.ts';
import type { AggregateCall } from './context/operation.ts';
import { language } from './params/shop-params.ts';
import { Shop } from './replies/shop.ts';
import { viewShop } from './views/shop.ts';
import { dateTime, extra, keyed, list, oneOf, orNull, record, reply, text, whole } from './replies/members.ts';

const WRITE_STATUS = { DISK_FULL: 'disk_full', STORE_READ_ONLY: 'read_only' } as const;

const Span = (description: string) => orNull(list(whole('first, last'), description), `${description}; null: none`);

const LastLoss = record('LastLoss', 'What a start could not recover.', {
  time: text('when the loss was found, ISO 8601'),
  record: whole('the last record that was recovered'),
  orders: orNull(whole('orders that were lost'), 'orders that were lost; null: not known'),
  money: keyed(text('sum of the lost orders, as decimal text'), 'by currency'),
  order_numbers: Span('order numbers that are never given again'),
  invoice_numbers: Span('invoice numbers that are never given again'),
});

const Status = reply('status', {
  server_status: Type.Literal('running'),
  data_status: oneOf('whether the company data for documents is set', ['complete', 'incomplete']),
  products_count: whole('products, variations included'),
  contents_count: whole('contents'),
  changelog_count: whole('records that no snapshot file holds yet'),
  search_status: extra(oneOf('warming_up: words are still being indexed, and MATCH waits', ['ready', 'warming_up'])),
  write_status: extra(oneOf('whether changes are taken', ['ready', 'disk_full', 'read_only'])),
  snapshot_age: extra(
    orNull(whole('seconds'), 'seconds since the newest snapshot file was written; null: there is none'),
  ),
  snapshot_failures: extra(whole('attempts to write one since then that failed')),
  clock_status: extra(oneOf('whether the system’s clock agrees with the time of records', ['agreed', 'jumped'])),
  clock_jump: extra(whole('seconds by which the system’s clock is ahead of it')),
  confirmed_time: extra(orNull(dateTime('UTC'), 'the true time is not before this; null: not known yet')),
  last_loss: extra(orNull(LastLoss, 'what the last recovery lost, for the back office; null: nothing')),
});

/** Only the back office sees amounts and numbers. */
const viewLoss = ({ time, record, lost, numbers }: Loss): Static<typeof LastLoss> => ({
  time,
  record,
  orders: lost.orders,
  money: { ...lost.money },
  order_numbers: numbers.orders === null ? null : [...numbers.orders],
  invoice_numbers: numbers.invoices === null ? null : [...numbers.invoices],
});

export const get_status = read({
  isForAll: true,
  area: 'server',
  summary: 'Whether the server runs, how much it holds, and whether it takes changes.',
  credential: 'licence',
  session: 'none',
  params: {},
  reply: Status,
  view: (_args, { shop, service, backOffice }) => {
    shop.trackAbsence('shopobject');
    const { recordsSinceSnapshot, snapshotAgeMs, snapshotFailures, writeRefusal, clockJumpMs, confirmedMs, loss } =
      service.storeStatus();
    const { product, content } = shop.index('shopobject').counts;
    return ok({
      object: 'status',
      server_status: 'running',
      data_status: shop.rules.company.length > 0 ? 'complete' : 'incomplete',
      products_count: product,
      contents_count: content,
      changelog_count: recordsSinceSnapshot,
      search_status: service.warming() ? 'warming_up' : 'ready',
      write_status: writeRefusal === undefined ? 'ready' : WRITE_STATUS[writeRefusal.code as keyof typeof WRITE_STATUS],
      snapshot_age: snapshotAgeMs === undefined ? null : Math.floor(snapshotAgeMs / 1000),
      snapshot_failures: snapshotFailures,
      clock_status: clockJumpMs === 0 ? 'agreed' : 'jumped',
      clock_jump: Math.trunc(clockJumpMs / 1000),
      confirmed_time: confirmedMs === 0 ? null : shownTime(confirmedMs),
      last_loss: loss === undefined || !backOffice ? null : viewLoss(loss),
    });
  },
});

const PARTS_MAX = 100;
const KEY_LENGTH_MAX = 255;

export const get_shop = read({
  isForAll: true,
  area: 'server',
  isExtension: true,
  summary: 'What a storefront must know of the shop: currency, languages, countries, methods, tax classes, limits.',
  credential: 'licence',
  session: 'none',
  cacheable: true,
  params: { language },
  reply: Shop,
  view: (args, ctx) => ok(viewShop(args.language, PARTS_MAX, ctx)),
});

const PIPE = json(
  named(KEY_LENGTH_MAX, Type.Object({ request: Type.String(), args: Type.Optional(Type.Unknown()) }), {
    maxProperties: PARTS_MAX,
    description: `calls by keys of your own, in order, at most ${PARTS_MAX}: {key: {request, args}}`,
  }),
  // Keys come back as they were sent, and each call composes what it reads: passwords are not composed.
  { asSent: 'all' },
);

/** An object, or its JSON text. */
const ARGS = json(Type.Record(Type.String(), Type.Unknown()), { asSent: 'all' });

const partOf = (
  key: string,
  { request, args }: { readonly request: string; readonly args?: unknown },
  isAtomic: boolean,
): Result<AggregateCall> => {
  // One of an atomic whole is refused as its other parts are, with a reply of its own.
  if (request === 'aggregate' && !isAtomic)
    return refuse('PARAMETER_INVALID', key, 'An aggregate holds no other aggregate.');
  const read = isAbsent(args) ? ok({}) : ARGS.read(args, key);
  return mapOk(read, (given) => ({ key, request, args: given }));
};

export const aggregate = aggregateOperation({
  isForAll: true,
  area: 'server',
  summary:
    'Several operations in one call, in order; the first that fails is the last that runs, and none begins once ' +
    'the caller has gone. With atomic: all of them or none, as one record.',
  credential: 'licence',
  session: 'none',
  params: {
    pipe: PIPE,
    atomic: optional(
      flag('extra: 1 = all parts are done as one, or none; each may refer to replies before it, such as $1.id'),
      false,
    ),
    dry_run: optional(flag('extra: 1 = with atomic: say what would happen or why not, and change nothing'), false),
  },
  reply: Type.Object(
    { object: Type.Literal('aggregate') },
    { additionalProperties: Type.Unknown({ description: 'aggregate_ and the key of a call: the reply of that call' }) },
  ),
  together: ({ atomic: isAtomic, dry_run: isDryRun }) =>
    isDryRun && !isAtomic
      ? refuse(
          'PARAMETER_INVALID',
          'dry_run',
          'An aggregate has a dry run only with atomic=1; its parts have their own.',
        )
      : ok({ isAtomic, isDryRun }),
  calls: ({ pipe, atomic: isAtomic }) => {
    const parts: AggregateCall[] = [];
    for (const [key, call] of entriesAsSent(pipe)) {
      const part = partOf(key, call, isAtomic);
      if (!part.ok) return part;
      parts.push(part.value);
    }
    return ok(parts);
  },
});
