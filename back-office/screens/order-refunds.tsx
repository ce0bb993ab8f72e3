// What of an order's money went back, and the dialog that gives some back. Its code is loaded with the order.
import type { Order, Refund } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import type { Params } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { dateTime, moneyOf, pieces } from '../format.ts';
import { goodsOf } from '../order-lines.ts';
import { Allowed } from '../parts/allowed.tsx';
import { Chip } from '../parts/chip.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { TextField } from '../parts/field.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Card, Loaded } from '../parts/page.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { useState } from '../preact.ts';
import { refundTexts } from '../texts/refund-texts.ts';
import { amount as amountRule, numberIn, quantity as quantityRule } from '../typed.ts';

interface Shown {
  readonly order: Order;
}
type Given = Params<'refund'>;
type What = keyof ReturnType<typeof refundTexts>['whats'];

const optionsOf = (words: { readonly [value: string]: string }) => Object.entries(words);

/** What a dry run says the refund would do. */
const Preview = ({ order, given }: Shown & { readonly given: Given }) => {
  const texts = refundTexts();
  const money = moneyOf(order);
  const asked = useSettled(JSON.stringify(given));
  const tried = useData(`refund-${asked}`, (signal) =>
    call('refund', { ...(JSON.parse(asked) as Given), dry_run: 1 }, signal),
  );
  if (tried.refused?.code === 'PAYMENT_NOT_FOUND') return <p class="hint">{texts.noPayment}</p>;
  return (
    <Loaded data={tried} lines={2}>
      {({ credit, refund, refunds, sum = refund?.amount, balance: { total, outstanding } }) => (
        <Consequences
          sentences={[
            ...(sum === undefined ? [] : [texts.goesBack(money(sum))]),
            ...(refunds ?? []).map(({ id_attempt: attempt, amount }) => texts.byPayment(attempt, money(amount))),
            ...(credit === undefined ? [] : [texts.credited(money(credit.amount))]),
            outstanding < 0
              ? texts.afterOwed(money(total), money(-outstanding))
              : texts.after(money(total), money(outstanding)),
            texts.stock,
            credit?.credit_note_number === undefined ? texts.noNote : texts.hasNote,
          ]}
        />
      )}
    </Loaded>
  );
};

/** Whether a payment brought money that it could take back; undefined until it is known. */
const useHasPayment = (id: number): boolean | undefined => {
  const data = useData(`brought-${id}`, async (signal) => {
    if (!may('get_payment_attempts')) return true;
    const { attempts } = await call('get_payment_attempts', { id_order: id }, signal);
    return attempts.some(({ state }) => state === 'received');
  });
  return data.refused === undefined ? data.value : true;
};

const RefundDialog = ({ order, onClose }: Shown & { readonly onClose: () => void }) => {
  const texts = refundTexts();
  const owed = Math.max(0, -order.balance.outstanding);
  const [what, setWhat] = useState<What>(owed > 0 ? 'owed' : 'amount');
  const [chosen, setTo] = useState<Given['to']>();
  const hasPayment = useHasPayment(order.id);
  const to = chosen ?? (hasPayment === false ? 'manual' : 'payment');
  const [typed, setTyped] = useState('');
  const [taken, setTaken] = useState<{ readonly [id: number]: string }>({});
  const [note, setNote] = useState('');
  const [reason, setReason] = useState('');
  const goods = goodsOf(order.cart.contents);
  const read = goods.map(({ line: { id, quantity } }) => {
    const text = (taken[id] ?? '').trim();
    return { id_element: id, quantity: text === '' ? 0 : numberIn(text, quantityRule(0, quantity)) };
  });
  const lines = read.flatMap(({ id_element, quantity = 0 }) => (quantity > 0 ? [{ id_element, quantity }] : []));
  const areRead = read.every(({ quantity }) => quantity !== undefined);
  const amount = numberIn(typed, amountRule());
  const isGiven = what === 'owed' ? owed > 0 : what === 'amount' ? amount !== undefined : lines.length > 0 && areRead;
  const given: Given = {
    id_order: order.id,
    to,
    ...(what === 'amount' && { amount: String(amount) }),
    ...(what === 'lines' && { lines }),
    ...(order.seq !== undefined && { if_seq: order.seq }),
    reason,
    note,
  };
  const act = async (): Promise<string> => {
    await call('refund', given);
    return texts.said;
  };
  return (
    <ConfirmDialog
      title={texts.ask(order.order_number)}
      label={texts.button}
      isReady={isGiven}
      act={act}
      onClose={onClose}
    >
      {owed > 0 && <p>{texts.owed(moneyOf(order)(owed))}</p>}
      <SelectField
        label={texts.what}
        options={optionsOf(texts.whats).filter(([one]) => one !== 'owed' || owed > 0)}
        value={what}
        onInput={(value) => setWhat(value as What)}
      />
      {what === 'amount' && (
        <NumberField
          label={texts.amount}
          hint={texts.amountHint}
          rule={amountRule()}
          value={typed}
          onInput={setTyped}
        />
      )}
      {what === 'lines' &&
        goods.map(({ line: { id, name, quantity } }) => (
          <NumberField
            key={id}
            label={name}
            hint={pieces(quantity)}
            rule={quantityRule(0, quantity)}
            value={taken[id] ?? ''}
            onInput={(text) => setTaken({ ...taken, [id]: text })}
          />
        ))}
      <SelectField
        label={texts.to}
        options={optionsOf(texts.ways)}
        value={to}
        onInput={(value) => setTo(value as Given['to'])}
      />
      <TextField label={texts.reason} value={reason} onInput={setReason} />
      <TextField label={texts.note} value={note} onInput={setNote} />
      {isGiven && hasPayment !== undefined && <Preview order={order} given={given} />}
    </ConfirmDialog>
  );
};

const SettleDialog = ({ refund, onClose }: { readonly refund: Refund; readonly onClose: () => void }) => {
  const texts = refundTexts();
  const [state, setState] = useState<'done' | 'failed'>('done');
  const act = async (): Promise<string> => {
    await call('settle_refund', { id_refund: refund.id, state });
    return texts.settled;
  };
  const { done, failed } = texts.states;
  return (
    <ConfirmDialog title={texts.settle} label={texts.states[state]} act={act} onClose={onClose}>
      <p class="hint">{texts.settleHint}</p>
      <SelectField
        label={texts.settle}
        options={optionsOf({ done, failed })}
        value={state}
        onInput={(value) => setState(value as typeof state)}
      />
    </ConfirmDialog>
  );
};

const TONES = { asked: 'info', pending: 'warn', done: 'good', failed: 'bad' } as const;

const Row = ({ order, refund }: Shown & { readonly refund: Refund }) => {
  const texts = refundTexts();
  const [isAsking, setAsking] = useState(false);
  const { state, failure, next_date: next, origin, note } = refund;
  const isStuck = state === 'pending' || (state === 'asked' && next === '' && refund.attempts > 0);
  return (
    <li>
      <span class="grow wraps">
        {moneyOf(order)(refund.amount)} <code>{refund.transaction}</code>
        <span class="quiet-text">
          {' '}
          {dateTime(refund.creation_date)} {texts.origins[origin]} {note} {failure}{' '}
          {state === 'asked' && next !== '' && texts.again(dateTime(next))}
        </span>
      </span>
      <Chip tone={TONES[state]}>{texts.states[state]}</Chip>
      {isStuck && (
        <Allowed to="settle_refund">
          <button type="button" onClick={() => setAsking(true)}>
            {texts.settle}
          </button>
        </Allowed>
      )}
      {isAsking && <SettleDialog refund={refund} onClose={() => setAsking(false)} />}
    </li>
  );
};

export const OrderRefunds = ({ order }: Shown) => {
  const texts = refundTexts();
  const [isAsking, setAsking] = useState(false);
  const data = useData(`refunds-${order.id}`, (signal) => call('get_refunds', { id_order: order.id }, signal), {
    topics: ['order', 'refund'],
  });
  const owed = -order.balance.outstanding;
  return (
    <Card
      title={texts.title}
      class="not-printed"
      beside={
        <Allowed to="refund">
          <button type="button" onClick={() => setAsking(true)}>
            {texts.button}
          </button>
        </Allowed>
      }
    >
      <Loaded data={data} lines={1}>
        {({ refunds }) => (
          <ul class="list">
            {owed > 0 && <li>{texts.owed(moneyOf(order)(owed))}</li>}
            {refunds.length === 0 && <li class="quiet-text">{texts.none}</li>}
            {refunds.map((refund) => (
              <Row key={refund.id} order={order} refund={refund} />
            ))}
          </ul>
        )}
      </Loaded>
      {isAsking && <RefundDialog order={order} onClose={() => setAsking(false)} />}
    </Card>
  );
};
