// The sheet of a price list: a page of products, a column for each quantity, edited in place and pasted into.
import type { PriceList } from '../../src/client/operations.ts';
import { refreshAll } from '../api/feed.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { count, money } from '../format.ts';
import { Choices } from '../parts/chip.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { Meanwhile } from '../parts/meanwhile.tsx';
import { NumberField, numberFault } from '../parts/number-field.tsx';
import { Card, Empty, Loaded } from '../parts/page.tsx';
import { Searching, searchedWords } from '../parts/searching.tsx';
import { Thumb } from '../parts/thumb.tsx';
import { orWarn, say } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { hrefOf, route, setQuery } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { numberIn, quantity } from '../typed.ts';
import { useUnsaved } from '../unsaved.ts';
import { idIn } from '../wire-number.ts';
import { PriceChange } from './price-change-dialog.tsx';
import { PricePaste } from './price-paste.tsx';
import { PriceFiles } from './price-files.tsx';
import { columnsOf, conflictsIn, faultOf, isChanged, isSavable, keptMine, pricesOf } from './price-edits.ts';
import { PARTS, changesIn, savedText, textOf, withText } from './price-edits.ts';
import type { Cell, Edits } from './price-edits.ts';
import { unitRule } from './price-rows.ts';
import { readSheet, sendPrices } from './price-sheet-data.ts';
import type { Chosen, SheetPage, SheetRow, Warned } from './price-sheet-data.ts';
import { quantityText, warningTexts } from './price-words.ts';

const PAGE = 50;
const MORE = quantity(0.001);

/** The cells of a row, from left to right. */
const cellsOf = (columns: readonly number[]): readonly Cell[] =>
  columns.flatMap((from): readonly Cell[] =>
    from === 0 ? PARTS.map((part) => ({ from, part })) : [{ from, part: 'price' }],
  );

const titleOf = ({ from, part }: Cell): string => {
  const texts = t().prices.sheet;
  if (part === 'compareAt') return texts.compareAt;
  return from === 0 ? texts.price : texts.from(quantityText(from));
};

interface RowProps {
  readonly list: PriceList;
  readonly row: SheetRow;
  readonly cells: readonly Cell[];
  readonly edits: Edits;
  readonly isFixed: boolean;
  readonly onEdits: (change: (known: Edits) => Edits) => void;
  readonly onPaste: (cell: Cell, event: ClipboardEvent) => void;
}

const Row = ({ list, row, cells, edits, isFixed, onEdits, onPaste }: RowProps) => {
  const texts = t().prices.sheet;
  const conflicts = conflictsIn(edits, row, cells).map((one) => ({ ...one, field: titleOf(one.cell) }));
  return (
    <tr>
      <th scope="row" class="product">
        <a class="with-thumb" href={hrefOf('products', row.id)}>
          <Thumb url={row.picture} />
          <span>
            {row.name} <span class="quiet-text">{row.number}</span>
          </span>
        </a>
        <Meanwhile
          conflicts={conflicts}
          nameOf={({ field }) => field}
          onChoose={({ cell }, whose) =>
            onEdits((known) =>
              whose === 'mine' ? keptMine(known, row, cell) : withText(known, row, cell, savedText(row, cell)),
            )
          }
        />
      </th>
      <td class="figure">{row.attribute === undefined ? '–' : money(row.attribute, list.currency)}</td>
      {cells.map((cell) => {
        const why = faultOf(edits, row, cell);
        const fault = why === 'number' ? numberFault(textOf(edits, row, cell), unitRule()) : why && texts.needsPrice;
        return (
          <td key={titleOf(cell)} class={isChanged(edits, row, cell) ? 'figure changed' : 'figure'}>
            <input
              aria-label={texts.ofProduct(titleOf(cell), row.name)}
              aria-invalid={fault === undefined ? undefined : true}
              title={fault}
              inputMode="decimal"
              autocomplete="off"
              readOnly={isFixed || row.isGone}
              value={textOf(edits, row, cell)}
              onInput={({ currentTarget: { value } }) => onEdits((known) => withText(known, row, cell, value))}
              onPaste={(event) => onPaste(cell, event)}
            />
            {fault !== undefined && <p class="error">{fault}</p>}
          </td>
        );
      })}
    </tr>
  );
};

/** Cells of a sheet as the clipboard has them; undefined: it has one alone. */
const pasted = (event: ClipboardEvent): readonly (readonly string[])[] | undefined => {
  const text = event.clipboardData?.getData('text/plain') ?? '';
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const cells = lines.map((line) => line.split('\t').map((value) => value.trim()));
  return cells.length < 2 && cells[0]!.length < 2 ? undefined : cells;
};

interface GridProps extends Pick<RowProps, 'list' | 'edits' | 'isFixed' | 'onEdits'> {
  readonly rows: readonly SheetRow[];
  readonly columns: readonly number[];
}

const Grid = ({ list, rows, columns, edits, isFixed, onEdits }: GridProps) => {
  const texts = t().prices.sheet;
  const cells = cellsOf(columns);
  const paste = (at: number, cell: Cell, event: ClipboardEvent): void => {
    const lines = isFixed ? undefined : pasted(event);
    if (lines === undefined) return;
    event.preventDefault();
    const left = cells.findIndex(({ from, part }) => from === cell.from && part === cell.part);
    onEdits((known) => {
      let all = known;
      for (const [down, line] of lines.entries())
        for (const [right, text] of line.entries()) {
          const [row, target] = [rows[at + down], cells[left + right]];
          if (row?.isGone === false && target !== undefined) all = withText(all, row, target, text);
        }
      return all;
    });
  };
  return (
    <div class="table-frame price-sheet" tabIndex={0} role="region" aria-label={texts.title}>
      <table>
        <caption class="unseen">{texts.title}</caption>
        <thead>
          <tr>
            <th scope="col" class="product">
              {texts.product}
            </th>
            <th scope="col" class="figure">
              {texts.attribute}
            </th>
            {cells.map((cell) => (
              <th
                key={titleOf(cell)}
                scope="col"
                class="figure"
                title={cell.part === 'compareAt' ? texts.compareHint : undefined}
              >
                {titleOf(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <Row
              key={row.id}
              list={list}
              row={row}
              cells={cells}
              edits={edits}
              isFixed={isFixed}
              onEdits={onEdits}
              onPaste={(cell, event) => paste(at, cell, event)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
};

const AddTier = ({ onAdd, onClose }: { readonly onAdd: (from: number) => void; readonly onClose: () => void }) => {
  const texts = t().prices.sheet;
  const [typed, setTyped] = useState('');
  const from = numberIn(typed, MORE);
  return (
    <ConfirmDialog
      title={texts.addTier}
      label={texts.addTierGo}
      isReady={from !== undefined}
      isQuick
      act={async () => {
        onAdd(from!);
        onClose();
        return undefined;
      }}
      onClose={onClose}
    >
      <NumberField label={texts.addTierLabel} rule={MORE} value={typed} onInput={setTyped} autoFocus />
    </ConfirmDialog>
  );
};

interface SavingProps {
  readonly list: PriceList;
  readonly edits: Edits;
  readonly hasConflict: boolean;
  readonly onDone: () => void;
}

/** Asks the engine first: what it warns of is said before it is saved. */
const Saving = ({ list, edits, hasConflict, onDone }: SavingProps) => {
  const texts = t().prices.sheet;
  const [warned, setWarned] = useState<readonly Warned[]>([]);
  const [isRunning, setRunning] = useState(false);
  const changes = changesIn(edits);
  useUnsaved(changes > 0);
  const nameOf = (id: number): string => edits.get(id)?.row.name ?? `#${id}`;
  const send = async (): Promise<string> => {
    const said = texts.saved(edits.size, count(edits.size));
    await sendPrices(list.id, pricesOf(edits), false);
    onDone();
    return said;
  };
  const save = async (): Promise<void> => {
    setRunning(true);
    await orWarn(async () => {
      const warnings = await sendPrices(list.id, pricesOf(edits), true);
      if (warnings.length > 0) return setWarned(warnings);
      say(await send());
      refreshAll();
    });
    setRunning(false);
  };
  if (changes === 0) return null;
  return (
    <div class="save-bar" role="region" aria-label={texts.save}>
      <p>{hasConflict ? t().products.conflict : texts.unsaved(changes, count(changes))}</p>
      <button type="button" disabled={isRunning} onClick={onDone}>
        {texts.drop}
      </button>
      <button
        type="button"
        class="primary"
        disabled={isRunning || hasConflict || !isSavable(edits)}
        onClick={() => void save()}
      >
        {texts.save}
      </button>
      {warned.length > 0 && (
        <ConfirmDialog title={texts.warnTitle} label={texts.warnGo} act={send} onClose={() => setWarned([])}>
          <Consequences sentences={warningTexts(warned, nameOf)} />
        </ConfirmDialog>
      )}
    </div>
  );
};

const Pages = ({ at, page }: { readonly at: number; readonly page: SheetPage }) => {
  const texts = t().prices.sheet;
  if (page.count <= PAGE) return null;
  const go = (to: number): void => setQuery({ page: to === 0 ? '' : String(to + 1) });
  const first = at * PAGE;
  return (
    <div class="sheet-pages">
      <span class="figure">{texts.page(count(first + 1), count(first + page.rows.length), count(page.count))}</span>
      <button type="button" disabled={at === 0} onClick={() => go(at - 1)}>
        {texts.before}
      </button>
      <button type="button" disabled={first + PAGE >= page.count} onClick={() => go(at + 1)}>
        {texts.after}
      </button>
    </div>
  );
};

type Asked = 'tier' | 'paste' | 'change';

export const PriceSheet = ({ list }: { readonly list: PriceList }) => {
  const texts = t().prices;
  const { query } = route.value;
  const isFixed = list.state === 'ended' || !may('set_prices');
  const scope = query.get('scope') === 'all' || (list.products === 0 && !isFixed) ? 'all' : 'listed';
  const chosen: Chosen = { list, scope, words: searchedWords(), language: wireLanguage() };
  const at = (idIn(query.get('page') ?? '') ?? 1) - 1;
  const key = `sheet-${list.id}-${scope}-${chosen.language}-${at}-${chosen.words}`;
  const data = useData(key, (signal) => readSheet(chosen, at * PAGE, PAGE, signal), { topics: ['price', 'product'] });
  const [edits, setEdits] = useState<Edits>(new Map());
  const [added, setAdded] = useState<readonly number[]>([]);
  const [asked, setAsked] = useState<Asked | undefined>();
  const columns = columnsOf(data.value?.rows ?? [], added);
  const hasConflict = (data.value?.rows ?? []).some((row) => conflictsIn(edits, row, cellsOf(columns)).length > 0);
  const close = (): void => setAsked(undefined);
  const button = (which: Asked, label: string) => (
    <button type="button" onClick={() => setAsked(which)}>
      {label}
    </button>
  );
  return (
    <Card title={texts.sheet.title} beside={<span class="figure">{texts.sheet.found(count(list.products))}</span>}>
      <div class="sheet-tools">
        <Searching label={texts.sheet.search} hint={texts.sheet.searchHint} restarts={['page']} />
        {chosen.words === '' && (
          <Choices
            label={texts.sheet.product}
            chosen={scope}
            choices={(['listed', 'all'] as const).map((value) => ({ value, label: texts.sheet.scopes[value] }))}
            onChoose={(value) => setQuery({ scope: value === 'all' ? 'all' : '', page: '' })}
          />
        )}
        {!isFixed && (
          <>
            {button('tier', texts.sheet.addTier)}
            {button('change', texts.change.open)}
            {button('paste', texts.paste.open)}
          </>
        )}
        <PriceFiles chosen={chosen} isFixed={isFixed} />
      </div>
      {list.state === 'ended' && <p class="hint card-body">{texts.sheet.ended}</p>}
      <Loaded data={data} lines={8}>
        {(page) => (
          <>
            {page.rows.length === 0 ? (
              <Empty>{chosen.words === '' ? texts.sheet.nothing : texts.sheet.nothingFound}</Empty>
            ) : (
              <Grid list={list} rows={page.rows} columns={columns} edits={edits} isFixed={isFixed} onEdits={setEdits} />
            )}
            <Pages at={at} page={page} />
          </>
        )}
      </Loaded>
      <Saving list={list} edits={edits} hasConflict={hasConflict} onDone={() => setEdits(new Map())} />
      {asked === 'tier' && <AddTier onAdd={(from) => setAdded([...added, from])} onClose={close} />}
      {asked === 'paste' && <PricePaste list={list} onClose={close} />}
      {asked === 'change' && data.value !== undefined && (
        <PriceChange chosen={chosen} products={data.value.count} onClose={close} />
      )}
    </Card>
  );
};
