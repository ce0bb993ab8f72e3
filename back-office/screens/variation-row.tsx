// A row of the sheet of variations: its cells, what is wrong with them, and what became of them.
import { Refused } from '../api/refused.ts';
import { Chip } from '../parts/chip.tsx';
import { Difference } from '../parts/difference.tsx';
import { numberFault } from '../parts/number-field.tsx';
import { refusalText, t } from '../texts/texts.ts';
import type { Outcome } from './save-variations.ts';
import { COLUMNS, conflictsIn } from './variation-edits.ts';
import type { ColumnName, Typed } from './variation-edits.ts';
import { STOCK, priceRule } from './variation-options.ts';
import type { Cells } from './variation-options.ts';
import { PictureCell } from './variation-picture.tsx';

const ruleOf = (column: ColumnName) => {
  if (column === 'price') return priceRule();
  return column === 'stock' ? STOCK : undefined;
};

/** Why a cell cannot be saved; undefined: it can. */
const faultOf = ({ row, cells }: Typed, column: 'price' | 'number' | 'stock'): string | undefined => {
  const rule = ruleOf(column);
  if (column === 'stock' && cells.stock.trim() === '' && row.saved.stock !== '') return t().products.grid.stockEmptied;
  return rule && numberFault(cells[column], rule);
};

export const faultIn = (typed: Typed): string | undefined => faultOf(typed, 'price') ?? faultOf(typed, 'stock');

export const isDirty = ({ row, cells }: Typed, outcome: Outcome | undefined): boolean => {
  // Until the next read, a row that was just made has no id.
  if (row.id === 0) return typeof outcome !== 'number';
  return (
    COLUMNS.some((column) => cells[column] !== row.saved[column]) ||
    row.values.some((value, at) => value !== row.saved.values[at])
  );
};

interface RowProps {
  readonly typed: Typed;
  readonly outcome: Outcome | undefined;
  /** Pictures to choose from; undefined: the class has none. */
  readonly pictures: readonly string[] | undefined;
  readonly isRunning: boolean;
  readonly onCells: (change: Partial<Cells>) => void;
  readonly onPaste: (column: ColumnName, event: ClipboardEvent) => void;
  readonly onChoose: (column: ColumnName, whose: 'mine' | 'theirs') => void;
}

/** Both values of a cell that somebody else has saved meanwhile. */
const Conflict = ({ typed, column, onChoose }: Pick<RowProps, 'typed' | 'onChoose'> & { column: ColumnName }) => {
  const texts = t().products;
  const { row, bases } = typed;
  const textOf = (value: string | boolean | undefined): string =>
    typeof value === 'string' ? value : value === true ? texts.yes : texts.no;
  const theirs = textOf(row.saved[column]);
  const where = `${texts.grid.columns[column]}, ${row.name}`;
  return (
    <div class="conflict" role="alert">
      <p>
        {texts.meanwhile(theirs)} <Difference field="" before={textOf(bases[column])} after={theirs} />
      </p>
      <div class="button-row">
        <button
          type="button"
          class="small"
          aria-label={`${texts.takeTheirs}: ${where}`}
          onClick={() => onChoose(column, 'theirs')}
        >
          {texts.takeTheirs}
        </button>
        <button
          type="button"
          class="small"
          aria-label={`${texts.keepMine}: ${where}`}
          onClick={() => onChoose(column, 'mine')}
        >
          {texts.keepMine}
        </button>
      </div>
    </div>
  );
};

export const GridRow = ({ typed, outcome, pictures, isRunning, onCells, onPaste, onChoose }: RowProps) => {
  const texts = t().products.grid;
  const { row, cells } = typed;
  const conflicts = conflictsIn(typed);
  const conflictAt = (column: ColumnName) =>
    conflicts.includes(column) && <Conflict typed={typed} column={column} onChoose={onChoose} />;
  const { name } = row;
  const wrong = faultIn(typed);
  const cell = (column: 'price' | 'number' | 'stock') => {
    const rule = ruleOf(column);
    const isApart = column === 'price' && row.isPriceApart;
    const inherits = column === 'price' && row.id === 0 ? texts.inherits : '';
    const fault = faultOf(typed, column);
    return (
      <td>
        <input
          data-column={column}
          aria-label={`${texts.columns[column]}, ${name}`}
          aria-invalid={fault === undefined ? undefined : true}
          title={isApart ? texts.pricesApartHint : fault}
          inputMode={rule === undefined ? 'text' : 'decimal'}
          autocomplete="off"
          readOnly={isRunning || isApart}
          value={cells[column]}
          placeholder={isApart ? texts.pricesApart : inherits}
          onInput={(event) => onCells({ [column]: event.currentTarget.value })}
          onPaste={(event) => onPaste(column, event)}
        />
        {conflictAt(column)}
      </td>
    );
  };
  return (
    <tr>
      <th scope="row">{name}</th>
      {pictures !== undefined && (
        <td>
          <PictureCell
            name={name}
            url={cells.picture}
            known={pictures}
            isRunning={isRunning}
            onUrl={(picture) => onCells({ picture })}
          />
          {conflictAt('picture')}
        </td>
      )}
      {cell('price')}
      {cell('number')}
      {cell('stock')}
      <td>
        <input
          type="checkbox"
          data-column="active"
          aria-label={`${texts.columns.active}, ${name}`}
          disabled={isRunning}
          checked={cells.active}
          onInput={(event) => onCells({ active: event.currentTarget.checked })}
        />
        {conflictAt('active')}
      </td>
      <td>
        {wrong !== undefined ? (
          <span class="error">{wrong}</span>
        ) : outcome instanceof Refused ? (
          <span class="error">{refusalText(outcome)}</span>
        ) : isDirty(typed, outcome) ? (
          <Chip tone="info">{row.id === 0 ? texts.isNew : texts.isChanged}</Chip>
        ) : (
          outcome !== undefined && <Chip tone="good">{texts.isSaved}</Chip>
        )}
      </td>
    </tr>
  );
};
