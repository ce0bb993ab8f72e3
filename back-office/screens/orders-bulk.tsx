// One action for many orders. Each order is decided by itself and shows its own outcome.
import type { Order } from '../../src/client/operations.ts';
import { Refused, call } from '../api/call.ts';
import type { Params } from '../api/call.ts';
import { count } from '../format.ts';
import { openLines } from '../order-lines.ts';
import { Chip } from '../parts/chip.tsx';
import { may } from '../api/rights.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Losing } from '../parts/losing.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { OrderStateChip, PaymentChip } from '../parts/order-chips.tsx';
import { orWarn, say } from '../parts/toast.tsx';
import { useRef, useState } from '../preact.ts';
import type { ComponentChildren } from '../preact.ts';
import { refusalText, t } from '../texts/texts.ts';
import { useUnsaved } from '../unsaved.ts';
import { trackingIn } from './bulk-tracking.ts';
import { decideAll } from './decide-all.ts';
import type { Outcome } from './decide-all.ts';
import type { TrackingFault } from './bulk-tracking.ts';
import { readAgain } from './orders-picked.ts';
import type { Picked, ReadAgain } from './orders-picked.ts';
import { SlipButtons } from './orders-slips.tsx';
import { undoOrder } from './undo-order.ts';

const ACTIONS = {
  paid: { order_payment_state: 'PAYMENT_RECEIVED' },
  process: { order_state: 'PROCESSING' },
  done: { order_state: 'CLOSED' },
  cancel: { order_state: 'CANCELED' },
} as const satisfies { readonly [name: string]: Omit<Params<'update_order_details'>, 'id_order'> };
type Action = keyof typeof ACTIONS;

/** The picked orders as they are now, and those that have left their list. */
export const readPicked = (picks: readonly Picked[]): Promise<ReadAgain<Order>> =>
  readAgain(picks, async (constraint, most) => {
    const orders: Order[] = [];
    // A shop may show fewer at once.
    for (;;) {
      const limits = { left_limit: orders.length, right_limit: most };
      const { count: all, result } = await call('search_orders', { constraint, ...limits });
      orders.push(...result);
      if (result.length === 0 || orders.length >= all) return orders;
    }
  });

/** What is done with each order. `wanted`: aborted where a person stops waiting. */
type Act = (order: Order, wanted: AbortSignal) => Promise<unknown>;

/** Puts orders back; says how many, where not all of them. */
const undoAll = async (orders: readonly Order[], undo: (order: Order) => Promise<void>): Promise<string> => {
  const refused: Refused[] = [];
  await decideAll(orders, undo, (_id, outcome) => void (outcome !== 'ok' && refused.push(outcome)));
  // One reason says more than a number, where nothing came of it.
  if (refused.length === orders.length) throw refused[0]!;
  if (refused.length === 0) return t().lists.undone;
  return t().lists.undoneSome(count(orders.length - refused.length), count(refused.length));
};

interface BulkDialogProps {
  readonly orders: readonly Order[];
  /** Number of picked orders that have left their list, and are left out. */
  readonly gone: number;
  readonly label: string;
  readonly act: Act;
  readonly isDangerous?: boolean;
  readonly isReady?: boolean;
  /** Beside the name of an order until it is decided; absent: its states. */
  readonly noteOf?: (order: Order) => string;
  /** Puts an order back that was done; absent: it cannot be. */
  readonly undo?: (order: Order) => Promise<void>;
  /** What would be lost by closing, as a question; absent: nothing. */
  readonly asks?: string | undefined;
  /** `isBegun`: orders have been decided. */
  readonly onClose: (isBegun: boolean) => void;
  /** Fields that the action needs. */
  readonly children?: ComponentChildren;
}

interface RowsProps {
  readonly orders: readonly Order[];
  readonly outcomes: ReadonlyMap<number, Outcome>;
  readonly noteOf: BulkDialogProps['noteOf'] | undefined;
}

/** Each order with its note or its states, and then with what became of it. */
const Rows = ({ orders, outcomes, noteOf }: RowsProps) => (
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
          {outcome === undefined && noteOf !== undefined && <code>{noteOf(order)}</code>}
          {outcome === undefined && noteOf === undefined && (
            <>
              <PaymentChip order={order} />
              <OrderStateChip state={order.order_state} />
            </>
          )}
          {outcome === 'ok' && <Chip tone="good">{t().orders.bulkOk}</Chip>}
        </li>
      );
    })}
  </ul>
);

const BulkDialog = (props: BulkDialogProps) => {
  const {
    orders,
    gone,
    label,
    act,
    isDangerous = false,
    isReady = true,
    noteOf,
    undo,
    asks,
    onClose,
    children,
  } = props;
  const texts = t().orders;
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const failed = orders.filter(({ id }) => outcomes.get(id) instanceof Refused);
  const isDone = !isRunning && outcomes.size === orders.length;
  const [isAsking, setAsking] = useState(false);
  const asksFirst = asks !== undefined && (outcomes.size === 0 || failed.length > 0);
  useUnsaved(asksFirst || isRunning);
  const leave = (): void => {
    const done = orders.filter(({ id }) => outcomes.get(id) === 'ok');
    if (undo !== undefined && done.length > 0)
      say(texts.bulkDone(count(done.length), count(failed.length)), () => undoAll(done, undo));
    onClose(outcomes.size > 0);
  };
  const close = asksFirst ? () => setAsking(true) : leave;
  const go = async (): Promise<void> => {
    setRunning(true);
    const chosen = failed.length > 0 ? failed : orders;
    await decideAll(chosen, act, (id, outcome) => setOutcomes((known) => new Map([...known, [id, outcome]])));
    setRunning(false);
  };
  return (
    <Dialog
      title={texts.bulkAsk(label, count(orders.length))}
      isSaving={isRunning}
      asksFirst={asksFirst}
      onClose={close}
    >
      <p class="hint">{texts.bulkHint}</p>
      {gone > 0 && <p class="hint">{texts.bulkGone(count(gone))}</p>}
      {isAsking && asksFirst && <Losing asks={asks} onDrop={leave} onStay={() => setAsking(false)} />}
      {outcomes.size === 0 && !isRunning && children}
      {isRunning && <progress aria-label={label} value={outcomes.size - failed.length} max={orders.length} />}
      <Rows orders={orders} outcomes={outcomes} noteOf={noteOf} />
      <div class="dialog-end" aria-live="polite">
        {isDone && <p>{texts.bulkDone(count(orders.length - failed.length), count(failed.length))}</p>}
        {isDone && failed.length > 0 && (
          <button type="button" onClick={() => void go()}>
            {texts.bulkRetry(count(failed.length))}
          </button>
        )}
        {isDone ? (
          <button type="button" class="primary" onClick={leave}>
            {t().shell.close}
          </button>
        ) : (
          <button
            type="button"
            class={isDangerous ? 'primary danger' : 'primary'}
            disabled={isRunning || !isReady}
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

const faultText = (fault: TrackingFault): string => {
  const texts = t().orders;
  if (fault.kind === 'surplus') return texts.bulkSurplus(count(fault.lines));
  return fault.kind === 'twice' ? texts.bulkTwice(fault.text) : texts.bulkUnknown(fault.text);
};

const BulkShip = ({ orders: picked, gone, onClose }: Pick<BulkDialogProps, 'orders' | 'gone' | 'onClose'>) => {
  const texts = t().orders;
  const [orders] = useState(() => picked.filter((order) => openLines(order).length > 0));
  const [provider, setProvider] = useState('');
  const [typed, setTyped] = useState('');
  const { numbers, fault } = trackingIn(
    typed,
    orders.map(({ order_number: number }) => number),
  );
  const act: Act = async (order, wanted) => {
    const lines = openLines(order).map(({ id, quantity }) => ({ id_element: id, quantity }));
    const number = numbers.get(order.order_number) ?? '';
    await call('add_parcel', { id_order: order.id, lines, provider, tracking_number: number }, wanted);
  };
  return (
    <BulkDialog
      orders={orders}
      gone={gone}
      label={texts.bulkShip}
      act={act}
      isReady={fault === undefined}
      noteOf={({ order_number: number }) => numbers.get(number) || '–'}
      asks={typed.trim() === '' ? undefined : texts.bulkLose}
      onClose={onClose}
    >
      <div class="ask">
        {orders.length < picked.length && (
          <p class="hint">{texts.bulkNothingLeft(count(picked.length - orders.length))}</p>
        )}
        <TextField label={t().order.ship.carrier} value={provider} onInput={setProvider} autoFocus />
        <Field label={texts.bulkTracking} hint={texts.bulkTrackingHint} error={fault && faultText(fault)}>
          {(described) => (
            <textarea {...described} rows={4} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
          )}
        </Field>
      </div>
    </BulkDialog>
  );
};

interface BulkActionProps extends Opened {
  readonly onClose: BulkDialogProps['onClose'];
}

const BulkAction = ({ action, orders, gone, onClose }: BulkActionProps) =>
  action === 'ship' ? (
    <BulkShip orders={orders} gone={gone.length} onClose={onClose} />
  ) : (
    <BulkDialog
      orders={orders}
      gone={gone.length}
      label={t().orders.bulk[action]}
      act={({ id }, wanted) => call('update_order_details', { id_order: id, ...ACTIONS[action] }, wanted)}
      isDangerous={action === 'cancel'}
      undo={(order) => undoOrder(order, ACTIONS[action])}
      onClose={onClose}
    />
  );

interface BulkBarProps {
  readonly picks: readonly Picked[];
  /** Absent: all of them. */
  readonly onUnpick: (gone?: readonly Picked[]) => void;
}

interface Opened extends ReadAgain<Order> {
  readonly action: Action | 'ship';
}

export const BulkBar = ({ picks, onUnpick }: BulkBarProps) => {
  const texts = t().orders;
  const [opened, setOpened] = useState<Opened | undefined>();
  const isReading = useRef(false);
  // Others may have changed the orders since they were picked: an action begins with what they are now.
  const open = async (action: Opened['action']): Promise<void> => {
    if (isReading.current) return;
    isReading.current = true;
    try {
      await orWarn(async () => setOpened({ action, ...(await readPicked(picks)) }));
    } finally {
      isReading.current = false;
    }
  };
  const close = (isBegun: boolean): void => {
    setOpened(undefined);
    if (isBegun) onUnpick();
    else if (opened !== undefined && opened.gone.length > 0) onUnpick(opened.gone);
  };
  return (
    <div class="bulk-bar">
      <strong class="figure">{texts.picked(count(picks.length))}</strong>
      {(may('update_order_details') ? (Object.keys(ACTIONS) as Action[]) : []).map((name) => (
        <button key={name} type="button" class={name === 'cancel' ? 'danger' : ''} onClick={() => void open(name)}>
          {texts.bulk[name]}
        </button>
      ))}
      {may('add_parcel') && (
        <button type="button" onClick={() => void open('ship')}>
          {texts.bulkShip}
        </button>
      )}
      <SlipButtons orders={picks} />
      <button type="button" class="plain" onClick={() => onUnpick()}>
        <Icon name="close" size={16} />
        {texts.unpick}
      </button>
      {opened !== undefined && <BulkAction {...opened} onClose={close} />}
    </div>
  );
};
