// One action for many orders. Each is decided by itself, and each says what became of it.
import type { Order } from '../../src/client/operations.ts';
import { Refused, call } from '../api/call.ts';
import { whileWanted } from '../api/http.ts';
import type { Params } from '../api/call.ts';
import { count } from '../format.ts';
import { Chip } from '../parts/chip.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { OrderStateChip, PaymentChip } from '../parts/order-chips.tsx';
import { useState } from '../preact.ts';
import { refusalText, t } from '../texts/texts.ts';

const ACTIONS = {
  paid: { order_payment_state: 'PAYMENT_RECEIVED' },
  process: { order_state: 'PROCESSING' },
  done: { order_state: 'CLOSED' },
  cancel: { order_state: 'CANCELED' },
} as const satisfies { readonly [name: string]: Omit<Params<'update_order_details'>, 'id_order'> };
type Action = keyof typeof ACTIONS;

const AT_A_TIME = 4;

type Outcome = 'ok' | Refused;

/** Decides each order; a few at a time, so that shoppers do not wait for it. */
const decideAll = async (orders: readonly Order[], action: Action, tell: (id: number, outcome: Outcome) => void) => {
  const left = [...orders];
  // Whoever stops waiting for one of them wants none of the others sent.
  const wanted = whileWanted();
  const work = async (): Promise<void> => {
    for (let order = left.shift(); order !== undefined; order = left.shift()) {
      try {
        await call('update_order_details', { id_order: order.id, ...ACTIONS[action] }, wanted);
        tell(order.id, 'ok');
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        tell(order.id, error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
};

interface BulkDialogProps {
  readonly orders: readonly Order[];
  readonly action: Action;
  readonly onClose: () => void;
}

const BulkDialog = ({ orders, action, onClose }: BulkDialogProps) => {
  const texts = t().orders;
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const isDone = outcomes.size === orders.length;
  const go = async (): Promise<void> => {
    setRunning(true);
    await decideAll(orders, action, (id, outcome) => setOutcomes((known) => new Map([...known, [id, outcome]])));
    setRunning(false);
  };
  const refused = [...outcomes.values()].filter((outcome) => outcome !== 'ok').length;
  return (
    <Dialog title={texts.bulkAsk(texts.bulk[action], count(orders.length))} isSaving={isRunning} onClose={onClose}>
      <p class="hint">{texts.bulkHint}</p>
      <ul class="list bulk-list">
        {orders.map((order) => {
          const outcome = outcomes.get(order.id);
          return (
            <li key={order.id}>
              <span class="figure">{order.order_number}</span>
              <span class="grow">
                {outcome instanceof Refused ? (
                  <span class="error">{refusalText(outcome)}</span>
                ) : (
                  `${order.order_delivery_firstname} ${order.order_delivery_lastname}`
                )}
              </span>
              {outcome === undefined && (
                <>
                  <PaymentChip order={order} />
                  <OrderStateChip state={order.order_state} />
                </>
              )}
              {outcome === 'ok' && <Chip tone="good">{texts.bulkOk}</Chip>}
            </li>
          );
        })}
      </ul>
      <div class="dialog-end" aria-live="polite">
        {isDone && <p>{texts.bulkDone(count(orders.length - refused), count(refused))}</p>}
        {isDone ? (
          <button type="button" class="primary" onClick={onClose}>
            {t().shell.close}
          </button>
        ) : (
          <button
            type="button"
            class={action === 'cancel' ? 'primary danger' : 'primary'}
            disabled={isRunning}
            data-focus
            onClick={() => void go()}
          >
            {texts.bulkGo}
          </button>
        )}
      </div>
    </Dialog>
  );
};

export const BulkBar = ({ orders, onUnpick }: { readonly orders: readonly Order[]; readonly onUnpick: () => void }) => {
  const texts = t().orders;
  const [action, setAction] = useState<Action | undefined>();
  return (
    <div class="bulk-bar">
      <strong class="figure">{texts.picked(count(orders.length))}</strong>
      {(Object.keys(ACTIONS) as Action[]).map((name) => (
        <button key={name} type="button" class={name === 'cancel' ? 'danger' : ''} onClick={() => setAction(name)}>
          {texts.bulk[name]}
        </button>
      ))}
      <button type="button" class="plain" onClick={onUnpick}>
        <Icon name="close" size={16} />
        {texts.unpick}
      </button>
      {action !== undefined && (
        <BulkDialog
          orders={orders}
          action={action}
          onClose={() => {
            setAction(undefined);
            onUnpick();
          }}
        />
      )}
    </div>
  );
};
