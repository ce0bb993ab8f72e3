// What is in stock, where does it lie, and of what is there too little?
import { readStockPage, isLow, objectOf } from '../api/stock.ts';
import type { StockKind, Stocked } from '../api/stock.ts';
import { usePages } from '../api/use-pages.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { count } from '../format.ts';
import { Chip, Choices } from '../parts/chip.tsx';
import { Icon } from '../parts/icon.tsx';
import { Empty, Failure, Page, Skeleton } from '../parts/page.tsx';
import { Searching, searchedWords } from '../parts/searching.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { useCallback } from '../preact.ts';
import { goTo, hrefOf, route, setQuery } from '../routes.ts';
import { t } from '../texts/texts.ts';

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

const Head = () => {
  const texts = t().stock;
  const cells = [
    ['number', texts.number],
    ['name', texts.name],
    ['pieces figure', texts.pieces],
    ['warning figure minor', texts.warning],
    ['places minor', texts.storages],
    ['state', texts.state],
  ] as const;
  return (
    <>
      {cells.map(([name, title]) => (
        <span key={name} role="columnheader" class={name}>
          {title}
        </span>
      ))}
    </>
  );
};

const placesOf = ({ storages }: Stocked): string =>
  storages
    .filter(({ storage }) => storage !== '')
    .map(({ storage, quantity }) => `${storage} ${count(quantity)}`)
    .join(' · ');

const Row = ({ thing }: { readonly thing: Stocked }) => (
  <>
    <span role="gridcell" class="number">
      {thing.elementNumber}
    </span>
    <span role="gridcell" class="name">
      {thing.name}
    </span>
    <span role="gridcell" class="pieces figure">
      {count(thing.quantity)}
    </span>
    <span role="gridcell" class="warning figure minor">
      {thing.warning > 0 ? count(thing.warning) : '–'}
    </span>
    <span role="gridcell" class="places minor" title={placesOf(thing)}>
      {placesOf(thing)}
    </span>
    <span role="gridcell" class="state">
      <StockChip thing={thing} />
    </span>
  </>
);

const ROW_PX = 45;
const NOBODY = (): boolean => false;

export const Stock = () => {
  const texts = t().stock;
  const kind = chosenKind();
  const words = searchedWords();
  const code = wireLanguage();
  const key = `${kind} ${code} ${words}`;
  const list = usePages<Stocked>(
    key,
    (left, right, signal) => readStockPage({ kind, words, left, right, language: code }, signal),
    ['stock', 'product', 'order', 'deleted'],
  );
  const open = useCallback((thing: Stocked) => goTo(hrefOf('stock', objectOf(thing))), []);
  return (
    <Page
      title={t().screens.stock}
      isTall
      beside={list.count !== undefined && <span class="quiet-text figure">{texts.found(count(list.count))}</span>}
      actions={
        <a class="button" href={hrefOf('stock', 'count', { kind })}>
          <Icon name="document" size={16} />
          {texts.count}
        </a>
      }
    >
      <div class="list-tools">
        <Choices
          label={texts.kind}
          chosen={kind}
          onChoose={(next) => setQuery({ kind: next === 'product' ? '' : next })}
          choices={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
        />
        <Searching label={texts.search} hint={texts.searchHint} />
      </div>
      {list.refused !== undefined && <Failure refused={list.refused} />}
      {list.count === undefined && list.refused === undefined && <Skeleton lines={8} />}
      {list.count === 0 && <Empty>{texts.nothing[kind]}</Empty>}
      {list.count !== undefined && list.count > 0 && (
        <VirtualList
          key={key}
          label={t().screens.stock}
          kind="stock"
          count={list.count}
          rowHeight={ROW_PX}
          rowAt={list.rowAt}
          onRange={list.want}
          head={<Head />}
          row={(thing) => <Row thing={thing} />}
          isPicked={NOBODY}
          onPick={open}
          onOpen={open}
        />
      )}
    </Page>
  );
};
