// A parcel leaves: what is in it, who carries it, its number.
import type { Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { pieces } from '../format.ts';
import { goodsOf } from '../order-lines.ts';
import { Ask } from '../parts/ask.tsx';
import { TextField } from '../parts/field.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Empty } from '../parts/page.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { numberIn, quantity as quantityRule, sumOfPieces, writeNumber } from '../typed.ts';

interface Open {
  readonly id: number;
  readonly name: string;
  readonly quantity: number;
}

/** Pieces of each line that no parcel holds yet. */
const openLines = (order: Order): readonly Open[] => {
  const packed = order.parcels.flatMap(({ lines }) => lines);
  const sent = (id: number): number =>
    sumOfPieces(...packed.filter((line) => line.id_element === id).map(({ quantity }) => quantity));
  return goodsOf(order.cart.contents)
    .map(({ line }) => line)
    .filter(({ type }) => type === 'PRODUCT')
    .map(({ id, name, quantity }) => ({ id, name, quantity: sumOfPieces(quantity, -sent(id)) }))
    .filter(({ quantity }) => quantity > 0);
};

const ruleOf = (left: number) => quantityRule(0, left);

/** Nothing typed is nothing packed; undefined: that is no number, or a doubtful one. */
const packedOf = (text: string, left: number): number | undefined =>
  text.trim() === '' ? 0 : numberIn(text, ruleOf(left));

export const ShipDialog = ({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) => {
  const texts = t().order.ship;
  const [open] = useState(() => openLines(order));
  const [provider, setProvider] = useState(order.parcels.at(-1)?.provider ?? '');
  const [tracking, setTracking] = useState('');
  const [quantities, setQuantities] = useState<{ readonly [id: number]: string }>(() =>
    Object.fromEntries(open.map(({ id, quantity }) => [id, writeNumber(quantity, ruleOf(quantity))])),
  );
  const typed = open.map(({ id, quantity }) => ({ id_element: id, quantity: packedOf(quantities[id]!, quantity) }));
  const lines = typed.flatMap(({ id_element, quantity = 0 }) => (quantity > 0 ? [{ id_element, quantity }] : []));
  const areRead = typed.every(({ quantity }) => quantity !== undefined);
  const send = async (): Promise<string> => {
    const id = order.id;
    const parcel = await call('add_parcel', { id_order: id, lines, provider, tracking_number: tracking });
    return texts.done(parcel.id_parcel);
  };
  return (
    <Ask
      title={t().order.plan.title(t().order.actions.ship, order.order_number)}
      label={texts.send}
      isReady={lines.length > 0 && areRead}
      act={send}
      onClose={onClose}
    >
      {open.length === 0 ? (
        <Empty>{texts.nothing}</Empty>
      ) : (
        <>
          <div class="two">
            <TextField label={texts.carrier} value={provider} onInput={setProvider} autoFocus />
            <TextField label={texts.tracking} value={tracking} onInput={setTracking} />
          </div>
          <fieldset>
            <legend>{texts.what}</legend>
            {open.map(({ id, name, quantity }) => (
              <NumberField
                key={id}
                label={name}
                hint={texts.open(pieces(quantity))}
                rule={ruleOf(quantity)}
                value={quantities[id]!}
                onInput={(text) => setQuantities({ ...quantities, [id]: text })}
              />
            ))}
          </fieldset>
          {lines.length === 0 && areRead && <p class="error">{texts.empty}</p>}
        </>
      )}
    </Ask>
  );
};
