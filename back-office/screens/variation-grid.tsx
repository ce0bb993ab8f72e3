// Variations as a sheet: options as lines make the rows, arrows and the Tab key go through the cells, and what a
// spreadsheet has copied is pasted over them.
import { refreshAll } from '../api/feed.ts';
import { Refused } from '../api/refused.ts';
import { may } from '../api/rights.ts';
import { count } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { Field } from '../parts/field.tsx';
import { say } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { refusalText, t } from '../texts/texts.ts';
import { useUnsaved } from '../unsaved.ts';
import type { Reading } from './object-editing.ts';
import type { Product } from './product-draft.ts';
import { makeOptions, saveRows } from './save-variations.ts';
import { COLUMNS, conflictsIn } from './variation-edits.ts';
import { optionText, optionsIn, pictureFieldOf, picturesOf } from './variation-options.ts';
import { GridRow, faultIn, isDirty } from './variation-row.tsx';
import { useSheet } from './variation-sheet.ts';

/** Goes to the cell above or below. */
const moveInColumn = (event: KeyboardEvent): void => {
  const step = { ArrowDown: 1, ArrowUp: -1, Enter: 1 }[event.key];
  const { target } = event;
  if (step === undefined || !(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const column = [
    ...(event.currentTarget as HTMLElement).querySelectorAll<HTMLInputElement>(
      `input[data-column="${target.dataset['column']}"]`,
    ),
  ];
  const next = column[column.indexOf(target) + step];
  next?.focus();
  next?.select();
};

interface SheetTableProps extends Pick<
  ReturnType<typeof useSheet>,
  'sheet' | 'outcomes' | 'edit' | 'paste' | 'choose'
> {
  readonly pictures: readonly string[] | undefined;
  readonly isRunning: boolean;
}

const SheetTable = ({ sheet, outcomes, pictures, isRunning, edit, paste, choose }: SheetTableProps) => {
  const texts = t().products.grid;
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={texts.title}>
      <table onKeyDown={moveInColumn}>
        <caption class="unseen">{texts.title}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.variation}</th>
            {pictures !== undefined && <th scope="col">{texts.columns.picture}</th>}
            {COLUMNS.filter((column) => column !== 'picture').map((column) => (
              <th key={column} scope="col">
                {texts.columns[column]}
              </th>
            ))}
            <th scope="col">{texts.outcome}</th>
          </tr>
        </thead>
        <tbody>
          {sheet.map((typed, at) => (
            <GridRow
              key={typed.row.key}
              typed={typed}
              outcome={outcomes.get(typed.row.key)}
              pictures={pictures}
              isRunning={isRunning}
              onCells={(change) => edit([[typed.row, change]])}
              onPaste={(column, event) => {
                if (!isRunning) paste(at, column, event);
              }}
              onChoose={(column, whose) => choose(typed.row, column, whose)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
};

interface OptionsProps {
  readonly text: string;
  readonly lacksRight: boolean;
  /** Combinations that are rows only if they are wanted. */
  readonly missing: number;
  readonly isFull: boolean;
  readonly isRunning: boolean;
  readonly onText: (text: string) => void;
  readonly onFull: (isFull: boolean) => void;
}

const Options = ({ text, lacksRight, missing, isFull, isRunning, onText, onFull }: OptionsProps) => {
  const texts = t().products.grid;
  return (
    <>
      <Field label={texts.options} hint={texts.optionsHint} error={lacksRight ? texts.lacksRight : undefined}>
        {(described) => (
          <textarea
            {...described}
            rows={3}
            readOnly={isRunning}
            value={text}
            placeholder={texts.example}
            onInput={(event) => onText(event.currentTarget.value)}
          />
        )}
      </Field>
      {missing > 0 && (
        <label class="check">
          <input
            type="checkbox"
            disabled={isRunning}
            checked={isFull}
            onInput={(event) => onFull(event.currentTarget.checked)}
          />
          {texts.missing(missing, count(missing))}
        </label>
      )}
    </>
  );
};

interface CloseButtonProps {
  readonly isRunning: boolean;
  /** Rows that are not saved. */
  readonly unsaved: number;
  readonly onClose: () => void;
}

const CloseButton = ({ isRunning, unsaved, onClose }: CloseButtonProps) => {
  const texts = t().products.grid;
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <button type="button" disabled={isRunning} onClick={unsaved > 0 ? () => setAsked(true) : onClose}>
        {t().shell.close}
      </button>
      {isAsked && (
        <ConfirmDialog
          title={texts.closeTitle}
          label={texts.closeGo}
          isDangerous
          act={async () => {
            onClose();
            return undefined;
          }}
          onClose={() => setAsked(false)}
        >
          <Consequences sentences={[texts.closeWill(unsaved, count(unsaved))]} />
        </ConfirmDialog>
      )}
    </>
  );
};

interface GridProps {
  readonly product: Product;
  readonly reading: Reading;
  readonly onClose: () => void;
}

export const VariationGrid = ({ product, reading, onClose }: GridProps) => {
  const texts = t().products.grid;
  const [text, setText] = useState(() => optionText(product));
  const options = optionsIn(product, text);
  const [isFull, setFull] = useState(false);
  const sheetNow = useSheet(product, reading, options, isFull);
  const { before, sheet, missing, outcomes, edit, paste, choose, tell, forget } = sheetNow;
  const [isRunning, setRunning] = useState(false);
  const [refused, setRefused] = useState<Refused | undefined>();
  const dirty = sheet.filter((typed) => isDirty(typed, outcomes.get(typed.row.key)));
  useUnsaved(dirty.length > 0);
  const lacksRight = options.some(({ isNew }) => isNew) && !may('create_class_attributes');
  const failed = [...outcomes.values()].filter((outcome) => outcome instanceof Refused).length;
  const chosen = sheet.map(({ cells }) => cells.picture).filter((url) => url !== '');
  const pictures =
    pictureFieldOf(product) === undefined ? undefined : [...new Set([...picturesOf(product), ...chosen])];
  const hasConflict = sheet.some((typed) => conflictsIn(typed).length > 0);
  const save = async (): Promise<void> => {
    if (hasConflict) return document.querySelector<HTMLElement>('.variation-grid .conflict button')?.focus();
    setRunning(true);
    setRefused(undefined);
    forget();
    try {
      await makeOptions(product, options);
      let done = 0;
      await saveRows(product, options, before, dirty, (typed, outcome) => {
        if (!(outcome instanceof Refused)) done += 1;
        tell(typed, outcome);
      });
      say(texts.saved(done, count(done), count(dirty.length - done)));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error);
    }
    refreshAll();
    setRunning(false);
  };
  return (
    <div class="card-body fields variation-grid">
      <Options
        text={text}
        lacksRight={lacksRight}
        missing={missing}
        isFull={isFull}
        isRunning={isRunning}
        onText={setText}
        onFull={setFull}
      />
      {sheet.length > 0 && (
        <SheetTable
          sheet={sheet}
          outcomes={outcomes}
          pictures={pictures}
          isRunning={isRunning}
          edit={edit}
          paste={paste}
          choose={choose}
        />
      )}
      {hasConflict && <p class="error">{t().products.conflict}</p>}
      {refused !== undefined && <p class="error">{refusalText(refused)}</p>}
      <div class="button-row">
        <button
          type="button"
          class="primary"
          disabled={
            isRunning || dirty.length === 0 || lacksRight || sheet.some((typed) => faultIn(typed) !== undefined)
          }
          onClick={() => void save()}
        >
          {(failed > 0 ? texts.retry : texts.save)(dirty.length, count(dirty.length))}
        </button>
        <CloseButton isRunning={isRunning} unsaved={dirty.length} onClose={onClose} />
      </div>
    </div>
  );
};
