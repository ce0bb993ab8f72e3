// What is with the stock of this? Where it lies, how it came to that, and what comes and goes now.
import type { StockMovement } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { found, isGone } from '../api/refused.ts';
import { readStocked } from '../api/stock.ts';
import { isBound, objectOf, ownQuantity } from '../api/stocked.ts';
import type { Stocked } from '../api/stocked.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { ago, dateTime, pieces, signedPieces } from '../format.ts';
import { NotFound } from '../parts/not-found.tsx';
import { History } from '../parts/history.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Empty, Loaded, Page } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Table } from '../parts/table.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { sumOfPieces } from '../typed.ts';
import { GoesInto, Parts } from './bindings.tsx';
import { EditEntity, RemoveEntity } from './entity-dialogs.tsx';
import { MoveDialog, SetDialog } from './stock-move.tsx';
import type { Direction } from './stock-move.tsx';
import { StockChip } from './stock.tsx';

interface Asked {
  readonly direction: Direction | 'set' | 'edit' | 'remove';
  readonly storage: string;
}

interface PartProps {
  readonly thing: Stocked;
  readonly onAsk: (asked: Asked) => void;
}

const Storages = ({ thing, onAsk }: PartProps) => {
  const texts = t().stock;
  const buttons = (storage: string) => (
    <span class="button-row end">
      {(['place', 'take'] as const)
        .filter((direction) => may(`inventory_${direction}`))
        .map((direction) => (
          <button
            key={direction}
            type="button"
            class="plain"
            aria-label={texts.moveIn[direction](storage)}
            onClick={() => onAsk({ direction, storage })}
          >
            {texts[direction]}
          </button>
        ))}
    </span>
  );
  return (
    <Card title={texts.storages} beside={<span class="figure">{texts.inAll(pieces(thing.quantity))}</span>}>
      {thing.storages.length === 0 ? (
        <Empty>{texts.noStorages}</Empty>
      ) : (
        <Table
          caption={texts.storages}
          rows={thing.storages}
          keyOf={({ storage }) => storage}
          columns={[
            { title: texts.storage, cell: ({ storage }) => storage },
            { title: texts.pieces, cell: ({ quantity }) => pieces(quantity), isFigure: true },
            { title: texts.held, cell: ({ held }) => pieces(held), isFigure: true, isMinor: true },
            { title: texts.move, cell: ({ storage }) => buttons(storage), isFigure: true },
          ]}
        />
      )}
    </Card>
  );
};

const OwnStock = ({ thing }: { readonly thing: Stocked }) => {
  const texts = t().stock;
  const held = sumOfPieces(...thing.storages.map((one) => one.held));
  const pairs = [
    [texts.sellable, thing.isCounted ? pieces(thing.quantity) : texts.states.uncounted],
    [texts.own, pieces(ownQuantity(thing))],
    [texts.held, pieces(held)],
    [texts.warning, thing.warning > 0 ? pieces(thing.warning) : '–'],
  ] as const;
  return (
    <Card title={texts.pieces}>
      <Pairs pairs={pairs} areFigures />
      {isBound(thing) && <Empty>{texts.boundHint}</Empty>}
    </Card>
  );
};

interface Line extends StockMovement {
  readonly key: string;
  /** Pieces in all after the movement. */
  readonly after: number;
}

const PAGE = 100;
const MOVEMENTS_MAX = 1000;

const readLedger = async (thing: Stocked, limit: number, signal: AbortSignal): Promise<readonly Line[]> => {
  if (thing.kind === 'warehouse_entity' && thing.elementNumber === '') return [];
  const which = thing.kind === 'product' ? { id_product: thing.id } : { element_number: thing.elementNumber };
  const { quantity, movements } = await call('get_stock', { ...which, movements: limit }, signal);
  let after = quantity;
  return movements.map((movement, at) => {
    const line = { ...movement, key: `${movements.length - at}`, after };
    after = sumOfPieces(after, -movement.quantity);
    return line;
  });
};

const Ledger = ({ thing }: { readonly thing: Stocked }) => {
  const texts = t().stock;
  const [limit, setLimit] = useState(PAGE);
  const data = useData(`ledger-${objectOf(thing)}-${limit}`, (signal) => readLedger(thing, limit, signal), {
    topics: ['stock', 'order', 'product'],
  });
  const why = ({ id_order: order, note }: Line) => (
    <>
      {order > 0 && <a href={hrefOf('orders', order)}>{t().order.title(order)}</a>} {note}
    </>
  );
  return (
    <Card title={texts.ledger}>
      <Loaded data={data}>
        {(lines) =>
          lines.length === 0 ? (
            <Empty>{texts.noMovements}</Empty>
          ) : (
            <>
              <Table
                caption={texts.ledger}
                rows={lines}
                keyOf={({ key }) => key}
                columns={[
                  {
                    title: texts.when,
                    cell: (line) => <time title={dateTime(line.creation_date)}>{ago(line.creation_date)}</time>,
                  },
                  { title: texts.what, cell: ({ name }) => texts.movements[name] },
                  { title: texts.pieces, cell: ({ quantity }) => signedPieces(quantity), isFigure: true },
                  { title: texts.after, cell: ({ after }) => pieces(after), isFigure: true, isMinor: true },
                  { title: texts.storage, cell: ({ storage }) => storage, isMinor: true },
                  { title: texts.note, cell: why },
                ]}
              />
              {lines.length === limit && limit < MOVEMENTS_MAX && (
                <button type="button" class="plain" onClick={() => setLimit(MOVEMENTS_MAX)}>
                  {t().shell.more}
                </button>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  );
};

const Actions = ({ thing, onAsk }: PartProps) => {
  const texts = t().stock;
  if (thing.kind === 'product') {
    return (
      <>
        <a class="button" href={hrefOf('products', thing.id)}>
          {texts.product}
        </a>
        {may('update_product') && (
          <button type="button" class="primary" onClick={() => onAsk({ direction: 'set', storage: '' })}>
            {texts.set}
          </button>
        )}
      </>
    );
  }
  const storage = thing.storages[0]?.storage ?? '';
  return (
    <>
      {may('delete_warehouse_entity') && (
        <button type="button" class="danger" onClick={() => onAsk({ direction: 'remove', storage: '' })}>
          {t().warehouse.remove}
        </button>
      )}
      {may('update_warehouse_entity') && (
        <button type="button" onClick={() => onAsk({ direction: 'edit', storage: '' })}>
          {t().warehouse.edit}
        </button>
      )}
      {thing.storages.length > 0 && may('inventory_take') && (
        <button type="button" onClick={() => onAsk({ direction: 'take', storage })}>
          {texts.take}
        </button>
      )}
      {may('inventory_place') && (
        <button
          type="button"
          class="primary"
          disabled={thing.elementNumber === ''}
          onClick={() => onAsk({ direction: 'place', storage })}
        >
          {texts.place}
        </button>
      )}
    </>
  );
};

interface AskingProps {
  readonly thing: Stocked;
  readonly asked: Asked;
  readonly onClose: () => void;
}

const Asking = ({ thing, asked: { direction, storage }, onClose }: AskingProps) => {
  if (direction === 'set') return <SetDialog thing={thing} onClose={onClose} />;
  if (direction === 'edit') return <EditEntity entity={thing} onClose={onClose} />;
  if (direction === 'remove') return <RemoveEntity entity={thing} onClose={onClose} />;
  return <MoveDialog thing={thing} direction={direction} storage={storage} onClose={onClose} />;
};

export const OneStock = ({ object }: { readonly object: string }) => {
  const texts = t().stock;
  const code = wireLanguage();
  const data = useData(`stock-${object}-${code}`, (signal) => readStocked(object, code, signal).then(found), {
    topics: ['stock', 'order', 'product', 'deleted'],
  });
  const [asked, setAsked] = useState<Asked | undefined>();
  const thing = data.value;
  if (isGone(data.refused)) return <NotFound screen="stock" />;
  const kind = object.startsWith('warehouse_entity') ? 'warehouse_entity' : '';
  return (
    <Page
      title={thing?.name ?? t().screens.stock}
      beside={
        thing !== undefined && (
          <>
            <span class="quiet-text">{thing.elementNumber}</span>
            <StockChip thing={thing} />
          </>
        )
      }
      actions={
        <>
          <a class="button" href={hrefOf('stock', '', { kind })}>
            <Icon name="left" size={16} />
            {texts.back}
          </a>
          {thing !== undefined && <Actions thing={thing} onAsk={setAsked} />}
        </>
      }
    >
      <Loaded data={data} lines={8}>
        {(one) => (
          <div class="order-columns">
            <div class="main-column">
              {one.kind === 'product' ? <OwnStock thing={one} /> : <Storages thing={one} onAsk={setAsked} />}
              {one.kind === 'product' && <Parts thing={one} />}
              {one.kind === 'warehouse_entity' && one.elementNumber !== '' && <GoesInto thing={one} />}
              <Ledger thing={one} />
            </div>
            <div class="side-column">
              <History object={object} topics={['product', 'stock']} />
            </div>
          </div>
        )}
      </Loaded>
      {thing !== undefined && asked !== undefined && (
        <Asking thing={thing} asked={asked} onClose={() => setAsked(undefined)} />
      )}
    </Page>
  );
};
