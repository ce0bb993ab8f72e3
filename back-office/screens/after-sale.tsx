// What came off an order after it was placed, what it comes to now, and cancelling pieces of it.
import type { Credit, Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { may, sees } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { dateTime, moneyOf, pieces } from '../format.ts';
import { goodsOf, openLines, presentCredits } from '../order-lines.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Card, Empty, Loaded } from '../parts/page.tsx';
import { orWarn } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import { saveDocument } from '../save-file.ts';
import { afterSaleTexts } from '../texts/after-sale-texts.ts';
import { language } from '../preferences.ts';
import { numberIn, quantity as quantityRule } from '../typed.ts';

const REASON = /^[a-z0-9_-]{0,64}$/;

const saveNote = (order: Order, credit: Credit): Promise<void> =>
  orWarn(async () => {
    const asked = { id_order: order.id, id_credit: credit.id, args: { format: 'pdf' }, language: language.value };
    const { credit_note: file, number } = await call('get_credit_note', asked);
    saveDocument(`credit-note-${number}.pdf`, 'application/pdf', file);
  });

const OneCredit = ({ order, credit }: { readonly order: Order; readonly credit: Credit }) => {
  const texts = afterSaleTexts();
  const goods = new Map(goodsOf(order.cart.contents).map(({ line }) => [line.id, line.name]));
  const isOfPresent = presentCredits(order).includes(credit);
  const what = credit.lines.map(({ id_element: id, quantity }) => {
    const name = goods.get(id) ?? (isOfPresent ? texts.delivery : texts.former(id));
    return quantity === 0 ? `${name}: ${texts.money}` : `${pieces(quantity)} × ${name}`;
  });
  const note = credit.credit_note_number;
  return (
    <li>
      <div class="grow">
        <p>
          {texts.kinds[credit.kind]} <span class="quiet-text">{dateTime(credit.date)}</span>{' '}
          {credit.reason !== '' && <code>{credit.reason}</code>}
        </p>
        <p class="quiet-text">{what.join(', ')}</p>
        {note !== undefined && may('get_credit_note') && (
          <button type="button" class="plain" onClick={() => void saveNote(order, credit)}>
            <Icon name="document" size={14} /> {texts.note(note)}
          </button>
        )}
      </div>
      {sees('amounts') && <span class="figure">−{moneyOf(order)(credit.amount)}</span>}
    </li>
  );
};

const Balance = ({ order }: { readonly order: Order }) => {
  const texts = afterSaleTexts();
  const money = moneyOf(order);
  const { total, received, outstanding } = order.balance;
  return (
    <dl class="sums">
      <dt>{texts.now}</dt>
      <dd class="figure">{money(total)}</dd>
      <dt>{texts.received}</dt>
      <dd class="figure">{money(received)}</dd>
      <dt class="total">{outstanding < 0 ? texts.owed : texts.outstanding}</dt>
      <dd class="total figure">{money(Math.abs(outstanding))}</dd>
    </dl>
  );
};

/** What the engine says would come of it. */
const Preview = ({ order, lines }: { readonly order: Order; readonly lines: readonly Wanted[] }) => {
  const texts = afterSaleTexts();
  const money = moneyOf(order);
  const asked = { id_order: order.id, lines: [...lines], dry_run: 1 } as const;
  const data = useData(`cancel-${order.id}-${JSON.stringify(lines)}`, (signal) => call('cancel_lines', asked, signal));
  return (
    <Loaded data={data} lines={2}>
      {({ credit, balance }) => (
        <ul class="plain-list">
          {sees('amounts') && <li>{texts.off(money(credit.amount))}</li>}
          {sees('amounts') && <li>{texts.after(money(balance.total))}</li>}
          <li>{texts.stock}</li>
          {sees('amounts') && balance.outstanding < 0 && <li>{texts.owes(money(-balance.outstanding))}</li>}
          {credit.credit_note_number !== undefined && <li>{texts.hasNote}</li>}
        </ul>
      )}
    </Loaded>
  );
};

interface Wanted {
  readonly id_element: number;
  readonly quantity: number;
}

const CancelLines = ({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) => {
  const texts = afterSaleTexts();
  const [open] = useState(() => openLines(order));
  const [quantities, setQuantities] = useState<{ readonly [id: number]: string }>({});
  const [reason, setReason] = useState('');
  const typed = open.map(({ id, quantity }) => {
    const text = (quantities[id] ?? '').trim();
    return { id_element: id, quantity: text === '' ? 0 : numberIn(text, quantityRule(0, quantity)) };
  });
  const lines = typed.flatMap(({ id_element, quantity = 0 }) => (quantity > 0 ? [{ id_element, quantity }] : []));
  const areRead = typed.every(({ quantity }) => quantity !== undefined);
  const act = async (): Promise<string> => {
    const seen = order.seq === undefined ? {} : { if_seq: order.seq };
    await call('cancel_lines', { id_order: order.id, lines, reason, ...seen });
    return texts.done(order.order_number);
  };
  return (
    <ConfirmDialog
      title={texts.cancelTitle(order.order_number)}
      label={texts.cancel}
      isDangerous
      isReady={lines.length > 0 && areRead && REASON.test(reason)}
      act={act}
      onClose={onClose}
    >
      {open.length === 0 ? (
        <Empty>{texts.nothing}</Empty>
      ) : (
        <>
          {open.map(({ id, name, quantity }) => (
            <NumberField
              key={id}
              label={name}
              hint={texts.left(pieces(quantity))}
              rule={quantityRule(0, quantity)}
              value={quantities[id] ?? ''}
              onInput={(text) => setQuantities({ ...quantities, [id]: text })}
            />
          ))}
          <TextField
            label={texts.reason}
            hint={REASON.test(reason) ? texts.reasonHint : texts.reasonWrong}
            value={reason}
            onInput={setReason}
          />
          {lines.length > 0 && areRead ? <Preview order={order} lines={lines} /> : <p class="hint">{texts.empty}</p>}
        </>
      )}
    </ConfirmDialog>
  );
};

/** As the engine will find: closed and cancelled ones are not, nor those whose pieces came back. */
const isEditable = (order: Order): boolean =>
  order.order_state !== 'CLOSED' &&
  order.order_state !== 'CANCELED' &&
  presentCredits(order).every(({ kind }) => kind === 'canceled');

const edit = ({ id }: Order): Promise<void> =>
  orWarn(async () => goTo(hrefOf('orders', `edit-${(await call('begin_order_edit', { id_order: id })).id_edit}`)));

export const AfterSale = ({ order }: { readonly order: Order }) => {
  const texts = afterSaleTexts();
  const [isCanceling, setCanceling] = useState(false);
  const credits = order.credits ?? [];
  const canCancel = may('cancel_lines') && (order.to_send ?? []).length > 0;
  const canEdit = may('begin_order_edit') && may('continue_order_edit') && isEditable(order);
  if (credits.length === 0 && !canCancel && !canEdit) return null;
  return (
    <Card
      title={texts.title}
      class="not-printed"
      beside={
        <>
          {canEdit && (
            <button type="button" onClick={() => void edit(order)}>
              {texts.edit}
            </button>
          )}
          {canCancel && (
            <button type="button" onClick={() => setCanceling(true)}>
              {texts.cancel}
            </button>
          )}
        </>
      }
    >
      {credits.length > 0 && (
        <ul class="list">
          {credits.map((credit) => (
            <OneCredit key={credit.id} order={order} credit={credit} />
          ))}
        </ul>
      )}
      {sees('amounts') && <Balance order={order} />}
      {isCanceling && <CancelLines order={order} onClose={() => setCanceling(false)} />}
    </Card>
  );
};
