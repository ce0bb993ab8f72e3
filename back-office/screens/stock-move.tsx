// Dialogs that put pieces on a shelf, take them off, or set a product's own stock. Each says what will be there
// afterwards.
import { moveEntity, setOwnStock, undoOwnStock } from '../api/stock.ts';
import { ownQuantity } from '../api/stocked.ts';
import type { Stocked } from '../api/stocked.ts';
import { pieces as shown } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import type { Done } from '../parts/confirm-dialog.tsx';
import { Field, TextField } from '../parts/field.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { numberIn, quantity, sumOfPieces, writeNumber } from '../typed.ts';

const PIECES = quantity();

/** Direction of a movement. */
export type Direction = 'place' | 'take';

interface MoveDialogProps {
  readonly thing: Stocked;
  readonly direction: Direction;
  /** Storage chosen first; '' for none. */
  readonly storage: string;
  readonly onClose: () => void;
}

export const MoveDialog = ({ thing, direction, storage: first, onClose }: MoveDialogProps) => {
  const texts = t().stock;
  const [storage, setStorage] = useState(first);
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const pieces = numberIn(typed, PIECES) ?? 0;
  const there = thing.storages.find((one) => one.storage === storage)?.quantity ?? 0;
  const difference = direction === 'place' ? pieces : -pieces;
  const then = sumOfPieces(there, difference);
  const act = async (): Promise<Done> => {
    await moveEntity(thing.elementNumber, storage, difference, note);
    const undo = async (): Promise<string> => {
      await moveEntity(thing.elementNumber, storage, -difference, texts.undoNote);
      return texts.moved[direction === 'place' ? 'take' : 'place'](shown(pieces), thing.name);
    };
    return { said: texts.moved[direction](shown(pieces), thing.name), undo };
  };
  const will = [
    texts.willHold(storage, shown(there), shown(then)),
    texts.willBe(shown(thing.quantity), shown(sumOfPieces(thing.quantity, difference))),
  ];
  return (
    <ConfirmDialog
      title={texts.moveTitle[direction](thing.name)}
      label={texts[direction]}
      isReady={pieces > 0 && storage.trim() !== ''}
      act={act}
      onClose={onClose}
    >
      <div class="two">
        <NumberField label={texts.pieces} rule={PIECES} value={typed} onInput={setTyped} autoFocus />
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
        {pieces > 0 && storage !== '' && then >= 0 && <Consequences sentences={will} />}
        {then < 0 && <p class="error">{texts.tooFew(storage, shown(there))}</p>}
      </div>
    </ConfirmDialog>
  );
};

/** Sets a product's own stock, which has no storages and no notes. */
export const SetDialog = ({ thing, onClose }: { readonly thing: Stocked; readonly onClose: () => void }) => {
  const texts = t().stock;
  const before = ownQuantity(thing);
  const [typed, setTyped] = useState(writeNumber(before, PIECES));
  const pieces = numberIn(typed, PIECES);
  const act = async (): Promise<Done> => {
    await setOwnStock(thing.id, pieces!);
    const undo = async (): Promise<string> => {
      const then = await undoOwnStock(thing, pieces!);
      return texts.setDone(thing.name, shown(then));
    };
    return { said: texts.setDone(thing.name, shown(pieces!)), undo };
  };
  return (
    <ConfirmDialog
      title={texts.setTitle(thing.name)}
      label={texts.set}
      isReady={pieces !== undefined && (pieces !== before || !thing.isCounted)}
      act={act}
      onClose={onClose}
    >
      <NumberField label={texts.piecesThere} rule={PIECES} value={typed} onInput={setTyped} autoFocus />
      <div aria-live="polite">
        {pieces !== undefined && (
          <Consequences sentences={[texts.willBe(shown(before), shown(pieces)), texts.setHint]} />
        )}
      </div>
    </ConfirmDialog>
  );
};
