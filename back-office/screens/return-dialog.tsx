// Pieces of an order come back, or are to: of which lines how many, why, and where they are put. What it is worth is
// shown before it is done.
import type { Order, Return } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { sees } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { moneyOf, pieces } from '../format.ts';
import { goodsOf } from '../order-lines.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { KeptRoom } from '../parts/kept-room.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Failure, Loaded } from '../parts/page.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { useState } from '../preact.ts';
import { returnsTexts } from '../texts/returns-texts.ts';
import { numberIn, quantity as quantityRule, writeNumber } from '../typed.ts';

const PLACES = ['back', 'storage', 'none'] as const;
type Place = (typeof PLACES)[number];

/** What is typed of a line. */
interface Typed {
  readonly quantity: string;
  readonly reason: string;
  readonly place: Place;
  readonly storage: string;
}

interface MayReturn {
  readonly id: number;
  readonly name: string;
  readonly left: number;
  readonly typed: Typed;
}

const NOTHING = { quantity: '', reason: '', place: 'back', storage: '' } as const;

/** Lines of which pieces may come back, those that a return announces among them. */
const linesOf = (order: Order, returnable: readonly { id_element: number; quantity: number }[], of?: Return) =>
  goodsOf(order.cart.contents).flatMap(({ line: { id, name } }): readonly MayReturn[] => {
    const announced = (of?.lines ?? []).filter(({ id_element: one }) => one === id);
    const sum = announced.reduce((total, { quantity }) => total + quantity, 0);
    const left = (returnable.find(({ id_element: one }) => one === id)?.quantity ?? 0) + sum;
    const quantity = sum === 0 ? '' : writeNumber(sum, quantityRule(0, left));
    return left === 0 ? [] : [{ id, name, left, typed: { ...NOTHING, quantity, reason: announced[0]?.reason ?? '' } }];
  });

interface FieldsProps {
  readonly line: MayReturn;
  readonly typed: Typed;
  readonly isPlaced: boolean;
  readonly onInput: (typed: Typed) => void;
}

const LineFields = ({ line: { name, left }, typed, isPlaced, onInput }: FieldsProps) => {
  const texts = returnsTexts();
  return (
    <fieldset>
      <legend>{name}</legend>
      <div class="two">
        <NumberField
          label={texts.line(texts.pieces, name)}
          hint={texts.left(pieces(left))}
          rule={quantityRule(0, left)}
          value={typed.quantity}
          onInput={(quantity) => onInput({ ...typed, quantity })}
        />
        <TextField
          label={texts.line(texts.reason, name)}
          value={typed.reason}
          onInput={(reason) => onInput({ ...typed, reason })}
        />
      </div>
      {isPlaced && (
        <div class="two">
          <SelectField
            label={texts.line(texts.place, name)}
            options={PLACES.map((place) => [place, texts.places[place]] as const)}
            value={typed.place}
            onInput={(place) => onInput({ ...typed, place: place as Place })}
          />
          {typed.place === 'storage' && (
            <TextField
              label={texts.line(texts.storage, name)}
              value={typed.storage}
              onInput={(storage) => onInput({ ...typed, storage })}
            />
          )}
        </div>
      )}
    </fieldset>
  );
};

interface FormProps {
  readonly order: Order;
  readonly lines: readonly MayReturn[];
  /** Undefined: nobody announced it. */
  readonly of: Return | undefined;
  readonly isReceived: boolean;
  readonly onClose: () => void;
}

const whereOf = ({ place, storage }: Typed) =>
  place === 'back' ? { back: 1 as const } : place === 'storage' ? { storage } : {};

/** What the receipt would be, as the shop says. */
const Preview = ({ asked, order }: { readonly asked: string; readonly order: Order }) => {
  const settled = useSettled(asked);
  const data = useData(`try-return-${settled}`, (signal) =>
    call('receive_return', { ...(JSON.parse(settled) as { lines: [] }), dry_run: 1 }, signal),
  );
  if (data.refused !== undefined) return <Failure refused={data.refused} />;
  if (data.value?.credit === undefined) return null;
  const { credit, balance, return: made } = data.value;
  const texts = returnsTexts();
  const money = moneyOf(order);
  const names = new Map(goodsOf(order.cart.contents).map(({ line }) => [line.id, line.name]));
  const listOf = (kept: 0 | 1): string =>
    (made.received ?? [])
      .filter((one) => one.kept === kept)
      .map(({ id_element: id, quantity }) => `${pieces(quantity)} × ${names.get(id) ?? id}`)
      .join(', ');
  const [stocked, notStocked] = [listOf(1), listOf(0)];
  return (
    <Consequences
      sentences={[
        ...(sees('amounts') ? [texts.credited(money(credit.amount))] : []),
        ...(sees('amounts') && balance.outstanding < 0 ? [texts.owed(money(-balance.outstanding))] : []),
        ...(stocked === '' ? [] : [texts.stocked(stocked)]),
        ...(notStocked === '' ? [] : [texts.notStocked(notStocked)]),
        ...(credit.credit_note_number === undefined ? [] : [texts.hasNote]),
      ]}
    />
  );
};

const ReturnForm = ({ order, lines: known, of, isReceived, onClose }: FormProps) => {
  const texts = returnsTexts();
  const [typed, setTyped] = useState<{ readonly [id: number]: Typed }>(() =>
    Object.fromEntries(known.map(({ id, typed: first }) => [id, first])),
  );
  const [note, setNote] = useState('');
  // The order may have been read again since, with lines of which nothing is typed.
  const typedOf = (line: MayReturn): Typed => typed[line.id] ?? line.typed;
  const read = known.map((line) => {
    const { id, left } = line;
    const { quantity, reason } = typedOf(line);
    const number = quantity.trim() === '' ? 0 : numberIn(quantity, quantityRule(0, left));
    return { id_element: id, quantity: number, reason: reason.trim(), ...(isReceived && whereOf(typedOf(line))) };
  });
  const lines = read.flatMap((line) =>
    line.quantity === undefined || line.quantity === 0 ? [] : [{ ...line, quantity: line.quantity }],
  );
  const isReady = lines.length > 0 && read.every(({ quantity }) => quantity !== undefined);
  const asked = { ...(of === undefined ? { id_order: order.id } : { id_return: of.id }), lines };
  const act = async (): Promise<string> => {
    if (!isReceived) {
      const { return: made } = await call('announce_return', { id_order: order.id, lines, note });
      return texts.doneAnnounced(made.id);
    }
    const { return: made, credit } = await call('receive_return', asked);
    return sees('amounts') ? texts.done(made.id, moneyOf(order)(credit.amount)) : texts.doneUnseen(made.id);
  };
  return (
    <ConfirmDialog
      title={(isReceived ? texts.receiveTitle : texts.announceTitle)(order.id)}
      label={isReceived ? texts.receive : texts.announce}
      isReady={isReady}
      act={act}
      onClose={onClose}
    >
      {of !== undefined && of.note !== '' && (
        <p>
          {texts.note}: {of.note}
        </p>
      )}
      {known.map((line) => (
        <LineFields
          key={line.id}
          line={line}
          typed={typedOf(line)}
          isPlaced={isReceived}
          onInput={(one) => setTyped({ ...typed, [line.id]: one })}
        />
      ))}
      {!isReceived && <TextField label={texts.note} value={note} onInput={setNote} />}
      <KeptRoom isSaid={!isReady}>
        <p class="error">{texts.empty}</p>
      </KeptRoom>
      {isReceived && isReady && <Preview asked={JSON.stringify(asked)} order={order} />}
    </ConfirmDialog>
  );
};

interface DialogProps {
  readonly orderId: number;
  readonly of?: Return;
  /** False: it is announced. */
  readonly isReceived: boolean;
  readonly onClose: () => void;
}

export const ReturnDialog = ({ orderId, of, isReceived, onClose }: DialogProps) => {
  const texts = returnsTexts();
  const data = useData(`return-of-${orderId}-${of?.id ?? 0}`, async (signal) => {
    const [order, { returnable = [] }] = await Promise.all([
      call('get_order_by_id', { id_order: orderId, language: wireLanguage() }, signal),
      call('get_returns', { id_order: orderId }, signal),
    ]);
    return { order, lines: linesOf(order, returnable, of) };
  });
  if (data.value !== undefined) return <ReturnForm {...data.value} of={of} isReceived={isReceived} onClose={onClose} />;
  return (
    <Dialog title={(isReceived ? texts.receiveTitle : texts.announceTitle)(orderId)} onClose={onClose}>
      <Loaded data={data} lines={6}>
        {() => null}
      </Loaded>
    </Dialog>
  );
};
