// What can be done with an order: each action first shows what will happen, as the engine sees it, and then asks.
import type { Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { may, sees } from '../api/rights.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import type { Done } from '../parts/confirm-dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Meanwhile, useSeen } from '../parts/meanwhile.tsx';
import { isFree } from '../parts/order-chips.tsx';
import { Failure, Loaded } from '../parts/page.tsx';
import { useState } from '../preact.ts';
import type { Fields, Seen, SeenPlace } from '../seen.ts';
import { t } from '../texts/texts.ts';
import { EraseGuest } from './customer-privacy.tsx';
import { planOf } from './order-plan.ts';
import type { OrderChange } from './order-plan.ts';
import { ShipDialog } from './ship-dialog.tsx';
import { undoOrder } from './undo-order.ts';

type ActionName = Exclude<keyof ReturnType<typeof t>['order']['actions'], 'ship' | 'eraseGuest'>;

interface Action {
  readonly name: ActionName;
  readonly change: OrderChange;
}

/** Actions that make sense in the state of the order. */
const actionsOf = (order: Order): readonly Action[] => {
  const state = order.order_state;
  if (state === 'CANCELED') return [{ name: 'reopen', change: { order_state: 'OPEN' } }];
  const isPaid = order.payment_state.name === 'PAYMENT_RECEIVED';
  const paying: Action = isPaid
    ? { name: 'unpaid', change: { order_payment_state: 'PAYMENT_NOT_RECEIVED' } }
    : { name: 'paid', change: { order_payment_state: 'PAYMENT_RECEIVED' } };
  const isDone = state === 'CLOSED';
  return [
    ...(isFree(order) ? [] : [paying]),
    ...(state === 'OPEN' || isDone ? [{ name: 'process', change: { order_state: 'PROCESSING' } } as const] : []),
    ...(isDone ? [] : [{ name: 'done', change: { order_state: 'CLOSED' } } as const]),
    ...(isDone ? [] : [{ name: 'cancel', change: { order_state: 'CANCELED' } } as const]),
  ];
};

type StateField = keyof OrderChange;

const STATE_NAMES: { readonly [field in StateField]-?: () => string } = {
  order_state: () => t().orders.state,
  order_payment_state: () => t().orders.payment,
  order_delivery_state: () => t().orders.delivery,
};

const stateText = (field: StateField, state: string): string => {
  const { order, payment, delivery } = t().states;
  const known = { order_state: order, order_payment_state: payment, order_delivery_state: delivery }[field];
  return (known as { readonly [state: string]: string | undefined })[state] ?? state;
};

const seenOf = (order: Order): Seen => ({
  fields: {
    order_state: order.order_state,
    order_payment_state: order.payment_state.name,
    order_delivery_state: order.delivery_state.name,
  },
  seq: order.seq,
});

/** Only what the action changes is sent: the other states may follow from it. */
const placeOf = (id: number, change: OrderChange): SeenPlace => ({
  read: async () => seenOf(await call('get_order_by_id', { id_order: id })),
  send: async (_draft, _changed, seen) => {
    await call('update_order_details', { id_order: id, ...change, ...seen });
  },
});

interface PlanDialogProps extends Action {
  readonly order: Order;
  readonly onClose: () => void;
}

const PlanDialog = ({ order, name, change, onClose }: PlanDialogProps) => {
  const texts = t().order.plan;
  const label = t().order.actions[name];
  const plan = useData(`plan-${order.id}-${name}`, (signal) => planOf(order, change, signal));
  const form = useSeen(placeOf(order.id, change), () => seenOf(order), change as Fields);
  const act = async (): Promise<Done | undefined> => {
    if (!(await form.save())) return undefined;
    const undo = async (): Promise<string> => {
      await undoOrder(order, change);
      return texts.done(order.order_number);
    };
    return { said: texts.done(order.order_number), undo };
  };
  return (
    <ConfirmDialog
      title={texts.title(label, order.order_number)}
      label={label}
      isDangerous={name === 'cancel'}
      isReady={plan.value !== undefined && plan.value.refused === undefined && form.conflicts.length === 0}
      act={act}
      onClose={onClose}
    >
      <Loaded data={plan}>
        {(value) =>
          value.refused === undefined ? (
            <div class="plan">
              <h3>{texts.will}</h3>
              <ul>
                {value.sentences.map((sentence) => (
                  <li key={sentence}>
                    <Icon name="right" size={14} />
                    {sentence}
                  </li>
                ))}
              </ul>
              <p class="hint possible">
                <Icon name="check" size={14} /> {texts.possible}
              </p>
            </div>
          ) : (
            <div>
              <p>{texts.impossible}</p>
              <Failure refused={value.refused} />
            </div>
          )
        }
      </Loaded>
      {plan.value === undefined && <p class="hint">{texts.checking}</p>}
      <Meanwhile
        conflicts={form.conflicts}
        nameOf={({ field }) => STATE_NAMES[field as StateField]()}
        textOf={({ field, theirs }) => stateText(field as StateField, theirs)}
        onChoose={(conflict, whose) => {
          form.choose(conflict, whose);
          // It is as somebody else has left it: nothing is to be done any more.
          if (whose === 'theirs') onClose();
        }}
      />
    </ConfirmDialog>
  );
};

/** Whether somebody without an account placed it, of whom something is left to erase. */
const isGuest = ({ username, order_email: email }: Order): boolean =>
  sees('contacts') && username === '' && email !== '' && email !== 'erased';

export const OrderActions = ({ order }: { readonly order: Order }) => {
  const texts = t().order.actions;
  const [asked, setAsked] = useState<Action | 'ship' | 'erase' | undefined>();
  const canShip = may('add_parcel') && order.order_state !== 'CANCELED' && order.delivery_state.name !== 'CLOSED';
  const close = (): void => setAsked(undefined);
  return (
    <>
      {canShip && (
        <button type="button" class="primary" onClick={() => setAsked('ship')}>
          <Icon name="truck" size={16} />
          {texts.ship}
        </button>
      )}
      {(may('update_order_details') ? actionsOf(order) : []).map((action) => (
        <button
          key={action.name}
          type="button"
          class={action.name === 'cancel' ? 'danger' : ''}
          onClick={() => setAsked(action)}
        >
          {texts[action.name]}
        </button>
      ))}
      {isGuest(order) && may('erase_order') && (
        <button type="button" class="danger" onClick={() => setAsked('erase')}>
          {texts.eraseGuest}
        </button>
      )}
      {asked === 'ship' && <ShipDialog order={order} onClose={close} />}
      {asked === 'erase' && <EraseGuest order={order} onClose={close} />}
      {typeof asked === 'object' && <PlanDialog order={order} {...asked} onClose={close} />}
    </>
  );
};
