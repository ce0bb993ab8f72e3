import { toDirectedGraph } from 'xstate/graph';
import { couponLifecycle } from '../../src/domain/lifecycles/coupon.ts';
import { deliveryLifecycle } from '../../src/domain/lifecycles/delivery.ts';
import { nodeLifecycle } from '../../src/domain/lifecycles/node.ts';
import type { Lifecycle } from '../../src/domain/lifecycles/lifecycle.ts';
import { orderLifecycle } from '../../src/domain/lifecycles/order.ts';
import { parcelLifecycle } from '../../src/domain/lifecycles/parcel.ts';
import { passwordResetLifecycle } from '../../src/domain/lifecycles/password-reset.ts';
import { refundLifecycle } from '../../src/domain/lifecycles/refund.ts';
import { paymentAttemptLifecycle } from '../../src/domain/lifecycles/payment-attempt.ts';
import { paymentLifecycle } from '../../src/domain/lifecycles/payment.ts';
import { returnLifecycle } from '../../src/domain/lifecycles/return.ts';
import { serverLifecycle } from '../../src/domain/lifecycles/server.ts';
import { sessionLifecycle } from '../../src/domain/lifecycles/session.ts';
import { userLifecycle } from '../../src/domain/lifecycles/user.ts';
import { webhookLifecycle } from '../../src/domain/lifecycles/webhook.ts';

const actionsOf = (actions: readonly unknown[]): string[] => actions.map(String);

/** The regular steps as a Mermaid diagram, with a note for what happens on entering and leaving a state. */
const diagram = ({ machine }: Lifecycle<string, string, string>): string => {
  const { children } = toDirectedGraph(machine);
  const arrows = children.flatMap(({ edges }) =>
    edges.map(({ source, target, label }) => `  ${source.key} --> ${target.key}: ${label.text}`),
  );
  const ends = children
    .filter(({ stateNode }) => stateNode.type === 'final')
    .map(({ stateNode }) => `  ${stateNode.key} --> [*]`);
  const notes = children.flatMap(({ stateNode: { key, entry, exit } }) => {
    const said = [
      ...actionsOf(entry).map((action) => `entering: ${action}`),
      ...actionsOf(exit).map((action) => `leaving: ${action}`),
    ];
    return said.length === 0 ? [] : [`  note right of ${key}`, ...said.map((one) => `    ${one}`), '  end note'];
  });
  return [
    '```mermaid',
    'stateDiagram-v2',
    `  [*] --> ${String(machine.config.initial)}`,
    ...arrows,
    ...ends,
    ...notes,
    '```',
  ].join('\n');
};

/** docs/reference/life-cycles.md, drawn from the machines. */
export const lifeCyclesPage = (): string => `# Life cycles

Written by \`npm run docs\` from the XState machines in \`src/domain/lifecycles/\`; do not edit.

Each order has three states of its own: the order's, its payment's and its delivery's. \`update_order_details\` sets them.
Two of them also move by themselves: the delivery's follows the parcels of \`add_parcel\` until \`update_order_details\` has changed it, and the
payment's becomes \`PAYMENT_RECEIVED\` when a payment provider says that the money came.

An actor decides along its life cycle: a step that is not allowed is refused or changes nothing, and is never written to the journal.

The arrows below are the regular steps, named by what happens. The API sets the states of an order; each is read as the event that leads
to it: \`order_state\` \`CANCELED\` is \`cancel\`. With the setting \`orderTransitions\` at its default \`lenient\` the back office may set any state from
any other: such a forced step has the same effects as an arrow. With \`strict\` only the arrows are allowed; anything else is refused with
\`ORDER_STATE_TRANSITION_INVALID\`, whose \`detail\` names the states that are allowed. Setting the state that an order already has is no change.

Effects: \`return_stock\` gives back exactly the stock that the order took; \`take_stock\` takes it again, and the move is refused with
\`SHOPOBJECT_NOT_AVAILABLE\` where there is not enough. \`free_coupons\` frees the order's coupons that are redeemed once ever;
\`redeem_coupons\` redeems them again, and the move is refused with \`COUPON_USED\` where another order has them now, with \`COUPON_NOT_VALID\` where they
were ended. \`fire_payment_change\` and \`fire_delivery_change\` call the webhooks of \`ORDER_PAYMENT_CHANGE\` and
\`ORDER_DELIVERY_CHANGE\` with the state before and after.

A forced step has the guard \`is_lenient\`; what \`take_stock\` and \`redeem_coupons\` refuse undoes the whole call.

## Order: \`order_state\`

${diagram(orderLifecycle)}

## Payment: \`order_payment_state\`

${diagram(paymentLifecycle)}

## Delivery: \`order_delivery_state\`

${diagram(deliveryLifecycle)}

## Payment attempt

One attempt of a payment provider to collect the money of an order. Providers repeat notices, and they arrive late and out of order: one
whose step is not allowed is no news and changes nothing. Money that comes after an attempt has expired counts. When money is received, the
order's payment makes the step \`pay\`.

${diagram(paymentAttemptLifecycle)}

## Refund

Money that goes back. What is done may fail after all: a bank sends it back, or a dispute is won. What a person says has failed is done after
all where the provider says so; what the provider says has failed stays so.

${diagram(refundLifecycle)}

## Parcel: \`state\`

\`add_parcel\` sends one, \`set_parcel_delivered\` says that it was delivered. All parcels come back where staff set the delivery to PROCESSING,
and have not where they take that back before the next parcel. \`announce_return\` begins a return, which is received or withdrawn for good.

${diagram(parcelLifecycle)}

${diagram(returnLifecycle)}

## Coupon of type \`UNIQUE_…\`

A checkout redeems the coupons of its cart, in the order's own transaction. \`end_coupons\` ends a coupon, or a whole batch: each of its coupons
is then shown as \`ENDED\`. An order keeps a coupon that was ended; when the order is cancelled, the coupon stays ended. Nothing forces these
states. A coupon of type \`MULTIPLE_…\` stays \`OPEN\` until it is ended, and counts the orders placed with it.

${diagram(couponLifecycle)}

## User account: \`status\`

\`verify_user\` makes an account active; \`kontor user lock\` and \`kontor user unlock\` do what they say. Whoever is unlocked is active.

${diagram(userLifecycle)}

## Forgotten password

Beside the account's state: \`reset_user_password\` with an e-mail address begins it, with the token ends it. It also ends when the password is
changed otherwise, when the e-mail address changes, and when its hour is over. The password that ends it ends every login, too.

${diagram(passwordResetLifecycle)}

## Session

A session that has placed an order shows it until the next line or the next details begin a new draft; it then goes on. A session ends when
it expires, when its shopper is erased, and, while it is open and has nothing in it, to make room for another one.

${diagram(sessionLifecycle)}

## Webhook: \`health\`

A webhook is called while it is healthy. Six failed attempts at one message make it unhealthy; more waiting messages than \`webhookBacklogMax\`
suspend it, and what comes then is lost. Only \`update_webhook\` makes it healthy again ([webhooks.md](../build/webhooks.md)).

${diagram(webhookLifecycle)}

## Node of a cluster

A process that shares its shop with others over a log (\`src/engine/cluster-node.ts\`); no actor, and nothing of it is in the journal.
It never goes back from leading to following: its memory may be ahead of the log, so it ends, and a fresh start follows.

${diagram(nodeLifecycle)}

## Server

A process that serves a shop (\`src/server/serve.ts\`); no actor, and nothing of it is in the journal. Ports and store are open before it leads
or follows. It retires when it is to stop or a successor listens, and goes on where that successor dies. \`fail\` ends it at any time. A step
outside the arrows is a fault of the program.

${diagram(serverLifecycle)}
`;
