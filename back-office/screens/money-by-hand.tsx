// Notes money that came by hand for an order that is paid and owes something again. An unpaid one is marked as paid.
import type { Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { moneyOf } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { owesAgain } from '../parts/order-chips.tsx';
import { useState } from '../preact.ts';
import { seenAs } from '../seen.ts';
import { t } from '../texts/texts.ts';
import { amount, numberIn, writeNumber } from '../typed.ts';

interface MoneyDialogProps {
  readonly order: Order;
  readonly onClose: () => void;
}

const MoneyDialog = ({ order, onClose }: MoneyDialogProps) => {
  const texts = t().payLink.money;
  const { outstanding } = order.balance;
  const rule = { ...amount(), max: outstanding };
  const [typed, setTyped] = useState(writeNumber(outstanding, rule));
  const came = numberIn(typed, rule) ?? 0;
  const act = async (): Promise<string> => {
    await call('update_order_details', { id_order: order.id, received_amount: String(came), ...seenAs(order.seq) });
    return texts.done(moneyOf(order)(came));
  };
  return (
    <ConfirmDialog
      title={texts.title(order.order_number)}
      label={texts.make}
      isReady={came > 0}
      act={act}
      onClose={onClose}
    >
      <NumberField
        label={texts.amount}
        hint={texts.hint(moneyOf(order)(outstanding))}
        rule={rule}
        value={typed}
        onInput={setTyped}
      />
    </ConfirmDialog>
  );
};

export const MoneyByHand = ({ order }: { readonly order: Order }) => {
  const [isOpen, setOpen] = useState(false);
  if (!owesAgain(order) || !may('update_order_details')) return null;
  return (
    <li class="not-printed">
      <button type="button" onClick={() => setOpen(true)}>
        {t().payLink.money.make}
      </button>
      {isOpen && <MoneyDialog order={order} onClose={() => setOpen(false)} />}
    </li>
  );
};
