// Pieces come to a shelf, or leave it; or a product's own stock is set. Each dialog says what will be there afterwards.
import { moveEntity, ownQuantity, setOwnStock } from '../api/stock.ts';
import type { Stocked } from '../api/stock.ts';
import { count } from '../format.ts';
import { Ask } from '../parts/ask.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { Will } from '../parts/will.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';

const PIECES = /^\d{1,9}$/;

/** Whole pieces; undefined: not that. */
const piecesOf = (typed: string): number | undefined => (PIECES.test(typed.trim()) ? Number(typed) : undefined);

interface PiecesFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

const PiecesField = ({ label, value, onInput }: PiecesFieldProps) => (
  <Field label={label}>
    {(described) => (
      <input
        {...described}
        type="number"
        min="0"
        step="1"
        inputMode="numeric"
        value={value}
        data-focus
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    )}
  </Field>
);

/** Direction of a movement. */
export type Direction = 'place' | 'take';

interface MoveDialogProps {
  readonly thing: Stocked;
  readonly direction: Direction;
  /** The one that is chosen first; '' for none. */
  readonly storage: string;
  readonly onClose: () => void;
}

export const MoveDialog = ({ thing, direction, storage: first, onClose }: MoveDialogProps) => {
  const texts = t().stock;
  const [storage, setStorage] = useState(first);
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const pieces = piecesOf(typed) ?? 0;
  const there = thing.storages.find((one) => one.storage === storage)?.quantity ?? 0;
  const difference = direction === 'place' ? pieces : -pieces;
  const act = async (): Promise<string> => {
    await moveEntity(thing.elementNumber, storage, difference, note);
    return texts.moved[direction](count(pieces), thing.name);
  };
  const will = [
    texts.willHold(storage, count(there), count(there + difference)),
    texts.willBe(count(thing.quantity), count(thing.quantity + difference)),
  ];
  return (
    <Ask
      title={texts.moveTitle[direction](thing.name)}
      label={texts[direction]}
      isReady={pieces > 0 && storage.trim() !== ''}
      act={act}
      onClose={onClose}
    >
      <div class="two">
        <PiecesField label={texts.pieces} value={typed} onInput={setTyped} />
        <Field label={texts.storage} hint={direction === 'place' ? texts.storageHint : undefined}>
          {(described) =>
            direction === 'place' ? (
              <>
                <input
                  {...described}
                  list="storages"
                  value={storage}
                  autocomplete="off"
                  onInput={(event) => setStorage(event.currentTarget.value)}
                />
                <datalist id="storages">
                  {thing.storages.map((one) => (
                    <option key={one.storage} value={one.storage} />
                  ))}
                </datalist>
              </>
            ) : (
              <select {...described} value={storage} onInput={(event) => setStorage(event.currentTarget.value)}>
                {thing.storages.map((one) => (
                  <option key={one.storage} value={one.storage}>
                    {one.storage}
                  </option>
                ))}
              </select>
            )
          }
        </Field>
      </div>
      <TextField label={texts.note} hint={texts.noteHint} value={note} onInput={setNote} />
      <div aria-live="polite">
        {pieces > 0 && storage !== '' && there + difference >= 0 && <Will sentences={will} />}
        {there + difference < 0 && <p class="error">{texts.tooFew(storage, count(there))}</p>}
      </div>
    </Ask>
  );
};

/** Stock of a product's own has no storages and no notes: it is set. */
export const SetDialog = ({ thing, onClose }: { readonly thing: Stocked; readonly onClose: () => void }) => {
  const texts = t().stock;
  const before = ownQuantity(thing);
  const [typed, setTyped] = useState(String(before));
  const pieces = piecesOf(typed);
  const act = async (): Promise<string> => {
    await setOwnStock(thing.id, pieces!);
    return texts.setDone(thing.name, count(pieces!));
  };
  return (
    <Ask
      title={texts.setTitle(thing.name)}
      label={texts.set}
      isReady={pieces !== undefined && (pieces !== before || !thing.isCounted)}
      act={act}
      onClose={onClose}
    >
      <PiecesField label={texts.piecesThere} value={typed} onInput={setTyped} />
      <div aria-live="polite">
        {pieces !== undefined && <Will sentences={[texts.willBe(count(before), count(pieces)), texts.setHint]} />}
      </div>
    </Ask>
  );
};
