// Money that came and that no order has a claim to: a row of it, and the dialog that says what became of it.
import type { UnclaimedMoney } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { dateTime, money as written } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Allowed } from '../parts/allowed.tsx';
import { Chip } from '../parts/chip.tsx';
import { TextField } from '../parts/field.tsx';
import { useState } from '../preact.ts';
import { hrefOf, route } from '../routes.ts';
import { t } from '../texts/texts.ts';

/** What came, and what of it is still here where a part went back. */
export const amountOf = ({ amount, left, currency, settled_date: settled }: UnclaimedMoney): string => {
  const came = written(amount, currency);
  return left === amount || settled !== '' ? came : t().money.left(came, written(left, currency));
};

const SettleDialog = ({ money, onClose }: { readonly money: UnclaimedMoney; readonly onClose: () => void }) => {
  const texts = t().money;
  const [note, setNote] = useState('');
  const act = async (): Promise<string> => {
    await call('settle_unclaimed_money', { id_money: money.id, note });
    return texts.settled(amountOf(money));
  };
  return (
    <ConfirmDialog title={texts.settleTitle(amountOf(money))} label={texts.settle} act={act} onClose={onClose}>
      <p>{texts.why[money.reason]}</p>
      <p class="hint">{texts.settleHint}</p>
      <TextField label={texts.note} value={note} onInput={setNote} />
    </ConfirmDialog>
  );
};

/** The button that opens the dialog; what became of it, once somebody has said it. */
export const Settle = ({ money }: { readonly money: UnclaimedMoney }) => {
  const texts = t().money;
  const [isAsked, setAsked] = useState(false);
  if (money.settled_date !== '')
    return (
      <span class="quiet-text">
        {texts.settledAt(dateTime(money.settled_date))} {money.note}
      </span>
    );
  return (
    <>
      <Allowed to="settle_unclaimed_money">
        <button type="button" onClick={() => setAsked(true)}>
          {texts.settle}
        </button>
      </Allowed>
      {isAsked && <SettleDialog money={money} onClose={() => setAsked(false)} />}
    </>
  );
};

export const UnclaimedRow = ({ money }: { readonly money: UnclaimedMoney }) => {
  const texts = t().money;
  const isElsewhere = money.id_order !== 0 && route.value.screen !== 'orders';
  return (
    <li>
      <span class="grow">
        {isElsewhere && <a href={hrefOf('orders', money.id_order)}>{t().order.title(money.id_order)}</a>}{' '}
        {amountOf(money)} <code>{money.transaction}</code>
        <span class="quiet-text"> {dateTime(money.creation_date)}</span>
      </span>
      <Chip tone={money.settled_date === '' ? 'bad' : 'quiet'}>{texts.reasons[money.reason]}</Chip>
      <Settle money={money} />
    </li>
  );
};
