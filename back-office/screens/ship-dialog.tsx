// A parcel leaves: what is in it, who carries it, its number.
import type { Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { pieces } from '../format.ts';
import { openLines } from '../order-lines.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { KeptRoom } from '../parts/kept-room.tsx';
import { usePictures } from '../parts/line-pictures.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Empty } from '../parts/page.tsx';
import { Thumb } from '../parts/thumb.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { numberIn, quantity as quantityRule, writeNumber } from '../typed.ts';

/** As the engine takes it; empty: what the goods weigh. */
const SCALE = quantityRule(0.001, 100_000);
const SIDE = { usualDecimals: 1, decimalsMax: 1, min: 0.1, max: 1000 };
const CROSS = /\s*[x×*]\s*/i;

/** Three sides, none for an empty field; undefined: they cannot be read. */
const sidesIn = (text: string): readonly number[] | undefined => {
  if (text.trim() === '') return [];
  const sides = text.split(CROSS).map((one) => numberIn(one, SIDE));
  return sides.length === 3 && sides.every((side) => side !== undefined) ? sides : undefined;
};
const ruleOf = (left: number) => quantityRule(0, left);

/** Returns 0 for an empty field; undefined if the text is no number, or a doubtful one. */
const packedOf = (text: string, left: number): number | undefined =>
  text.trim() === '' ? 0 : numberIn(text, ruleOf(left));

export const ShipDialog = ({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) => {
  const texts = t().order.ship;
  const [open] = useState(() => openLines(order));
  const pictures = usePictures(open.map(({ product }) => product));
  const [provider, setProvider] = useState(order.parcels.at(-1)?.provider ?? '');
  const [tracking, setTracking] = useState('');
  const [scale, setScale] = useState('');
  const kilograms = numberIn(scale, SCALE);
  const [size, setSize] = useState('');
  const sides = sidesIn(size);
  const [quantities, setQuantities] = useState<{ readonly [id: number]: string }>(() =>
    Object.fromEntries(open.map(({ id, quantity }) => [id, writeNumber(quantity, ruleOf(quantity))])),
  );
  const typed = open.map(({ id, quantity }) => ({ id_element: id, quantity: packedOf(quantities[id]!, quantity) }));
  const lines = typed.flatMap(({ id_element, quantity = 0 }) => (quantity > 0 ? [{ id_element, quantity }] : []));
  const areRead = typed.every(({ quantity }) => quantity !== undefined);
  const send = async (): Promise<string> => {
    const id = order.id;
    const weight = kilograms === undefined ? {} : { weight: String(kilograms) };
    const measures = sides?.length === 3 ? { measures: [...sides] } : {};
    const parcel = await call('add_parcel', {
      id_order: id,
      lines,
      provider,
      tracking_number: tracking,
      ...weight,
      ...measures,
    });
    return texts.done(parcel.id_parcel);
  };
  return (
    <ConfirmDialog
      title={t().order.plan.title(t().order.actions.ship, order.order_number)}
      label={texts.send}
      isReady={lines.length > 0 && areRead && sides !== undefined && (scale.trim() === '' || kilograms !== undefined)}
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
          <NumberField
            label={t().parcelCare.scale}
            hint={t().parcelCare.scaleHint}
            rule={SCALE}
            value={scale}
            onInput={setScale}
          />
          <TextField label={t().parcelCare.sides} hint={t().parcelCare.sidesHint} value={size} onInput={setSize} />
          <fieldset>
            <legend>{texts.what}</legend>
            {open.map(({ id, product, name, quantity }) => (
              <div key={id} class="with-thumb">
                <Thumb url={pictures.get(product) ?? ''} />
                <NumberField
                  label={name}
                  hint={texts.open(pieces(quantity))}
                  rule={ruleOf(quantity)}
                  value={quantities[id]!}
                  onInput={(text) => setQuantities({ ...quantities, [id]: text })}
                />
              </div>
            ))}
          </fieldset>
          <KeptRoom isSaid={lines.length === 0 && areRead}>
            <p class="error">{texts.empty}</p>
          </KeptRoom>
        </>
      )}
    </ConfirmDialog>
  );
};
