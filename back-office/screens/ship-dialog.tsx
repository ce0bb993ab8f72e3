// A parcel leaves: what is in it, who carries it, its number.
import type { Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { count } from '../format.ts';
import { Ask } from '../parts/ask.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { Empty } from '../parts/page.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';

interface Open {
  readonly id: number;
  readonly name: string;
  readonly quantity: number;
}

/** Pieces of each line that no parcel holds yet. */
const openLines = (order: Order): readonly Open[] => {
  const sent = (id: number): number =>
    order.parcels.reduce(
      (sum, { lines }) => sum + lines.reduce((all, line) => all + (line.id_element === id ? line.quantity : 0), 0),
      0,
    );
  return order.cart.contents
    .filter(({ type }) => type === 'PRODUCT')
    .map(({ id, name, quantity }) => ({ id, name, quantity: quantity - sent(id) }))
    .filter(({ quantity }) => quantity > 0);
};

export const ShipDialog = ({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) => {
  const texts = t().order.ship;
  const [open] = useState(() => openLines(order));
  const [provider, setProvider] = useState(order.parcels.at(-1)?.provider ?? '');
  const [tracking, setTracking] = useState('');
  const [quantities, setQuantities] = useState<{ readonly [id: number]: string }>(() =>
    Object.fromEntries(open.map(({ id, quantity }) => [id, String(quantity)])),
  );
  const lines = open
    .map(({ id }) => ({ id_element: id, quantity: Number(quantities[id] ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
  const send = async (): Promise<string> => {
    const id = order.id;
    const parcel = await call('add_parcel', { id_order: id, lines, provider, tracking_number: tracking });
    return texts.done(parcel.id_parcel);
  };
  return (
    <Ask
      title={t().order.plan.title(t().order.actions.ship, order.order_number)}
      label={texts.send}
      isReady={lines.length > 0}
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
              <Field key={id} label={name} hint={texts.open(count(quantity, 3))}>
                {(described) => (
                  <input
                    {...described}
                    type="number"
                    min="0"
                    max={quantity}
                    step="any"
                    value={quantities[id]}
                    onInput={(event) => setQuantities({ ...quantities, [id]: event.currentTarget.value })}
                  />
                )}
              </Field>
            ))}
          </fieldset>
          {lines.length === 0 && <p class="error">{texts.empty}</p>}
        </>
      )}
    </Ask>
  );
};
