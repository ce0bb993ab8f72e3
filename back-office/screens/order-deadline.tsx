// Until when does an order wait for its money? Shown with its payments, and changed there.
import type { Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { ago, dateTime } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Allowed } from '../parts/allowed.tsx';
import { Field } from '../parts/field.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';

interface Shown {
  readonly order: Order;
}

const DeadlineDialog = ({ order, onClose }: Shown & { readonly onClose: () => void }) => {
  const texts = t().order;
  const before = (order.pay_until ?? '').slice(0, 10);
  const [day, setDay] = useState(before);
  const act = async (): Promise<string> => {
    if (day === before) return texts.deadlineSame;
    await call('set_order_deadline', { id_order: order.id, until: day === '' ? 'none' : `${day} 23:59:59` });
    return texts.deadlineSet;
  };
  return (
    <ConfirmDialog title={texts.deadlineTitle(order.order_number)} label={texts.deadline} act={act} onClose={onClose}>
      <Field label={texts.deadlineDay} hint={texts.deadlineHint}>
        {(described) => (
          <input {...described} type="date" value={day} onInput={(event) => setDay(event.currentTarget.value)} />
        )}
      </Field>
    </ConfirmDialog>
  );
};

/** Nothing for an order that waits for no money. */
export const OrderDeadline = ({ order }: Shown) => {
  const texts = t().order;
  const [isAsking, setAsking] = useState(false);
  const { pay_until: until, expired, awaits_payment: isWaiting } = order;
  if (expired === 1 && order.payment_state.name === 'PAYMENT_NOT_RECEIVED')
    return (
      <li>
        <p class="hint">{texts.expired}</p>
      </li>
    );
  if (isWaiting !== 1) return null;
  return (
    <li>
      <span class="grow wraps">
        {until !== undefined && (
          <>
            {texts.payUntil(dateTime(until))} <span class="quiet-text">{ago(until)}</span>
          </>
        )}
      </span>
      <Allowed to="set_order_deadline">
        <button type="button" onClick={() => setAsking(true)}>
          {texts.deadline}
        </button>
      </Allowed>
      {isAsking && <DeadlineDialog order={order} onClose={() => setAsking(false)} />}
    </li>
  );
};
