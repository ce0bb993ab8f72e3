// All that the shop holds about a person: shown, and erased for good (docs/sell/privacy.md).
import { userOf } from '../domain/accounts/find-user.ts';
import { isErased } from '../domain/accounts/user.ts';
import { isOfGuest } from '../domain/history/find-past-orders.ts';
import type { Reader, Transaction } from '../domain/transaction.ts';
import { int } from '../kernel/params.ts';
import { DONE, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { beginErasure, isOfOther, leavesOwner, mayChangeAccount } from './access/levels.ts';
import { causeOf } from './context/cause-of.ts';
import { read, write } from './context/operation.ts';
import type { Context } from './context/operation.ts';
import type { Erasure, ToErase } from './context/privacy-services.ts';
import { dryRunParam } from './params/dry-run.ts';
import { SUCCESS, dateTime as dateTimeMember, list, maybe, reply, text, whole } from './replies/members.ts';
import { UserExport } from './replies/users.ts';
import { dateTime } from './views/format.ts';

export const export_user = read({
  area: 'users',
  isExtension: true,
  leaks: 'all',
  summary:
    'All that the shop holds about a user: account, orders, sessions with their carts, and changes of the account.',
  credential: 'secret',
  session: 'none',
  slow: 'walks',
  params: { id_user: int('user id') },
  refusals: ['USER_NOT_FOUND'],
  reply: UserExport,
  view: ({ id_user: id }, { shop, service }) => {
    const known = userOf(shop, id);
    return known.ok ? service.privacy.exportUser(id).then(ok) : known;
  },
});

const ERASED = {
  status: SUCCESS,
  orders: whole('orders whose personal data are erased'),
  past_orders: maybe(whole('orders of another system whose personal data are erased; absent: there are none')),
  sessions: whole('sessions that have ended'),
  messages: whole('messages to the person that waited for a webhook and are not sent'),
  invoices_until: dateTimeMember('until when the law has what stands on invoices kept; empty: there are none'),
  late: list(text('name'), 'servers that do not answer; they destroy the keys when they follow again'),
};

/** With `dry_run`: what would be erased. `begin`: decides the first record, which may refuse. */
const erase = (
  what: ToErase,
  isDryRun: boolean,
  ctx: Context,
  begin: (tx: Transaction) => Result<void> = () => DONE,
): Promise<Result<Erasure>> => {
  const { privacy } = ctx.service;
  return isDryRun
    ? privacy.toBeErased(what).then((would) => ok({ ...would, late: [] }))
    : privacy.erase(what, causeOf(`erase_${what.kind}`, ctx), begin);
};

/** What operations that erase answer. */
const erased = <const O extends string>(object: O) => {
  const view = ({ orders, pastOrders, sessions, messages, invoicesUntilMs, late }: Erasure) =>
    ({
      object,
      status: 'success',
      orders,
      ...(pastOrders > 0 && { past_orders: pastOrders }),
      sessions,
      messages,
      invoices_until: dateTime(invoicesUntilMs),
      late,
    }) as const;
  return {
    area: 'users',
    isExtension: true,
    credential: 'secret',
    session: 'none',
    slow: 'walks',
    reply: reply(object, ERASED),
    handle: (_args: object, _ctx: object, outcome: Erasure) => ok(outcome),
    view,
    dryRun: (_ctx: object, outcome: Erasure) => view(outcome),
  } as const;
};

export const erase_user = write({
  ...erased('erase_user'),
  summary:
    'Destroys the keys of everything personal about a user, their orders, sessions and messages; that cannot be ' +
    'undone. Invoices are kept as long as the law wants.',
  params: { id_user: int('user id'), dry_run: dryRunParam },
  refusals: ['USER_NOT_FOUND', 'LAST_OWNER'],
  prepare: ({ id_user: id, dry_run: isDryRun }, ctx) => {
    const known = userOf(ctx.shop, id);
    if (!known.ok) return known;
    const { roles } = ctx.service.accounts;
    const allowed =
      [
        mayChangeAccount(ctx, id, known.value),
        isOfOther(ctx, id, 'Nobody erases their own account.'),
        leavesOwner(ctx.shop, roles, id),
      ].find((one) => !one.ok) ?? DONE;
    return allowed.ok ? erase({ kind: 'user', id }, isDryRun, ctx, (tx) => beginErasure(tx, roles, id)) : allowed;
  },
});

/** The order of a guest, or of a user who is erased. Refuses: ORDER_NOT_FOUND, PARAMETER_INVALID. */
const mayErase = (shop: Reader, orderId: number): Result<void> => {
  const order = shop.read('order', orderId);
  if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  const { userId } = order;
  const owner = userId === 0 ? undefined : shop.read('user', userId);
  return owner !== undefined && !isErased(owner)
    ? refuse(
        'PARAMETER_INVALID',
        'id_order',
        `It is the order of user ${userId}, who is erased as a whole: erase_user.`,
      )
    : DONE;
};

export const erase_order = write({
  ...erased('erase_order'),
  summary:
    'Destroys the keys of everything personal about the guest who placed an order, with their sessions; that cannot ' +
    'be undone. Invoices are kept as long as the law wants.',
  params: { id_order: int('order id'), dry_run: dryRunParam },
  refusals: ['ORDER_NOT_FOUND'],
  prepare: ({ id_order: id, dry_run: isDryRun }, ctx) => {
    const allowed = mayErase(ctx.shop, id);
    return allowed.ok ? erase({ kind: 'order', id }, isDryRun, ctx) : allowed;
  },
});

export const erase_past_order = write({
  ...erased('erase_past_order'),
  summary:
    'Destroys the keys of everything personal about an order of another system that is nobody’s account, and of all ' +
    'others of its address; that cannot be undone.',
  params: { id_past_order: int('past order id'), dry_run: dryRunParam },
  refusals: ['ORDER_NOT_FOUND'],
  prepare: ({ id_past_order: pastOrderId, dry_run: isDryRun }, ctx) => {
    const order = ctx.shop.read('past_order', pastOrderId);
    if (order === undefined) return refuse('ORDER_NOT_FOUND', pastOrderId);
    if (isOfGuest(ctx.shop, pastOrderId)) return erase({ kind: 'past_order', id: pastOrderId }, isDryRun, ctx);
    const why = `It is the order of user ${order.userId}, who is erased as a whole: erase_user.`;
    return refuse('PARAMETER_INVALID', 'id_past_order', why);
  },
});
