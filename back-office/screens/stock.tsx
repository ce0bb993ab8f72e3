// What is in stock, where does it lie, and of what is there too little?
import { may } from '../api/rights.ts';
import type { Right } from '../api/rights.ts';
import { readStockPage } from '../api/stock.ts';
import { isLow, objectOf } from '../api/stocked.ts';
import type { StockKind, Stocked } from '../api/stocked.ts';
import { usePages } from '../api/use-pages.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { count, pieces } from '../format.ts';
import { Chip, Choices } from '../parts/chip.tsx';
import { ColumnChoice, hiddenColumns } from '../parts/column-choice.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { ListColumn } from '../parts/record-list.tsx';
import { Searching, searchedWords } from '../parts/searching.tsx';
import { sortingOf } from '../parts/sorting.tsx';
import { Thumb } from '../parts/thumb.tsx';
import { useCallback, useState } from '../preact.ts';
import { goTo, hrefOf, route, setQuery } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { MakeEntity } from './entity-dialogs.tsx';

const KINDS = ['product', 'warehouse_entity'] as const;

/** What the address names; products unless it says otherwise. */
export const chosenKind = (): StockKind =>
  route.value.query.get('kind') === 'warehouse_entity' ? 'warehouse_entity' : 'product';

export const StockChip = ({ thing }: { readonly thing: Stocked }) => {
  const texts = t().stock;
  if (!thing.isCounted) return <Chip>{texts.states.uncounted}</Chip>;
  if (thing.quantity <= 0) return <Chip tone="bad">{texts.states.none}</Chip>;
  return isLow(thing) ? <Chip tone="warn">{texts.states.low}</Chip> : <Chip tone="good">{texts.states.enough}</Chip>;
};

const placesOf = ({ storages }: Stocked): string =>
  storages
    .filter(({ storage }) => storage !== '')
    .map(({ storage, quantity }) => `${storage} ${pieces(quantity)}`)
    .join(' · ');

const columns = (): readonly ListColumn<Stocked>[] => {
  const texts = t().stock;
  return [
    {
      name: 'number',
      title: texts.number,
      width: 'minmax(130px, 1.3fr)',
      cell: ({ elementNumber }) => elementNumber,
    },
    {
      name: 'name',
      title: texts.name,
      isFixed: true,
      width: 'minmax(160px, 2fr)',
      cell: ({ name, picture, kind }) => (
        <>
          {(kind === 'product' || picture !== '') && <Thumb url={picture} />}
          {name}
        </>
      ),
    },
    { name: 'pieces figure', title: texts.pieces, width: '70px', cell: ({ quantity }) => pieces(quantity) },
    {
      name: 'warning figure minor',
      title: texts.warning,
      width: '110px',
      cell: ({ warning }) => (warning > 0 ? pieces(warning) : '–'),
    },
    { name: 'places minor', title: texts.storages, width: 'minmax(110px, 1.2fr)', cell: placesOf, hint: placesOf },
    { name: 'state', title: texts.state, width: '124px', cell: (thing) => <StockChip thing={thing} /> },
  ];
};

/** What puts right what was counted. */
export const neededToCount = (kind: StockKind): readonly Right[] =>
  kind === 'product' ? ['update_product'] : ['inventory_place', 'inventory_take'];

const stockSorting = (kind: StockKind) =>
  sortingOf(
    {
      number: ['metadata.element_number'],
      name: kind === 'product' ? ['name', 'main.name'] : ['main.name'],
      pieces: ['availability.quantity'],
      ...(kind === 'product' && { warning: ['availability.quantity_warning'] }),
    },
    'pieces',
  );

export const Stock = () => {
  const texts = t().stock;
  const kind = chosenKind();
  const words = searchedWords();
  const code = wireLanguage();
  const isOnlyLow = kind === 'product' && route.value.query.get('low') === '1';
  const sorting = stockSorting(kind);
  const { order } = sorting;
  const key = `${kind} ${code} ${sorting.sort} ${isOnlyLow ? 'low ' : ''}${words}`;
  const list = usePages<Stocked>(
    key,
    (left, right, signal) =>
      readStockPage({ kind, words, left, right, language: code, isLow: isOnlyLow, order }, signal),
    ['stock', 'product', 'order', 'deleted'],
  );
  const [isMaking, setMaking] = useState(false);
  const open = useCallback((thing: Stocked) => goTo(hrefOf('stock', objectOf(thing))), []);
  return (
    <Page
      title={t().screens.stock}
      isTall
      beside={list.count !== undefined && <span class="quiet-text figure">{texts.found(count(list.count))}</span>}
      actions={
        <>
          <ColumnChoice kept="columns.stock" columns={columns()} />
          {neededToCount(kind).every(may) && (
            <a class="button" href={hrefOf('stock', 'count', { kind })}>
              <Icon name="document" size={16} />
              {texts.count}
            </a>
          )}
          {kind === 'warehouse_entity' && may('create_warehouse_entity') && (
            <button type="button" class="primary" onClick={() => setMaking(true)}>
              {t().warehouse.make}
            </button>
          )}
        </>
      }
    >
      <div class="list-tools">
        <Choices
          label={texts.kind}
          chosen={kind}
          onChoose={(next) => setQuery({ kind: next === 'product' ? '' : next })}
          choices={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
        />
        {kind === 'product' && (
          <label class="check">
            <input
              type="checkbox"
              checked={isOnlyLow}
              onInput={(event) => setQuery({ low: event.currentTarget.checked ? '1' : '' })}
            />
            {texts.onlyLow}
          </label>
        )}
        <Searching label={texts.search} hint={texts.searchHint} />
      </div>
      <RecordList
        id={key}
        idOf={({ id }) => id}
        list={list}
        label={t().screens.stock}
        kind="stock"
        nothing={texts.nothing[kind]}
        columns={columns()}
        hidden={hiddenColumns('columns.stock')}
        sorting={sorting}
        onOpen={open}
      />
      {isMaking && <MakeEntity onClose={() => setMaking(false)} />}
    </Page>
  );
};
