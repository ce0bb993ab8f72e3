// What a product is made of, and which products a warehouse entity goes into.
import type { Binding } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { objectOf } from '../api/stocked.ts';
import type { Stocked } from '../api/stocked.ts';
import { useData } from '../api/use-data.ts';
import { pieces } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { TextField } from '../parts/field.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Card, Empty, Loaded } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { numberIn, whole } from '../typed.ts';

const TOPICS = { topics: ['stock', 'product', 'deleted'] } as const;
const PER_PRODUCT = whole(1, 1_000_000);

interface DialogProps {
  readonly thing: Stocked;
  readonly onClose: () => void;
}

const AddPart = ({ thing, onClose }: DialogProps) => {
  const texts = t().warehouse;
  const [number, setNumber] = useState('');
  const [typed, setTyped] = useState('1');
  const quantity = numberIn(typed, PER_PRODUCT);
  const wanted = number.trim();
  const act = async (): Promise<string> => {
    await call('add_binding', { id_product: thing.id, element_number: wanted, quantity: quantity! });
    return texts.added(wanted);
  };
  return (
    <ConfirmDialog
      title={texts.addTitle(thing.name)}
      label={texts.add}
      isReady={wanted !== '' && quantity !== undefined}
      act={act}
      onClose={onClose}
    >
      <div class="two">
        <TextField label={texts.number} value={number} onInput={setNumber} autoFocus required />
        <NumberField label={texts.perProduct} rule={PER_PRODUCT} value={typed} onInput={setTyped} />
      </div>
      <Consequences sentences={[texts.addWill]} />
    </ConfirmDialog>
  );
};

interface TakeProps extends DialogProps {
  readonly binding: Binding;
  readonly isLast: boolean;
}

const TakePart = ({ thing, binding: { element_number: number }, isLast, onClose }: TakeProps) => {
  const texts = t().warehouse;
  const act = async (): Promise<string> => {
    await call('delete_binding', { id_product: thing.id, element_number: number });
    return texts.taken(number);
  };
  return (
    <ConfirmDialog title={texts.takeTitle(number)} label={texts.take} isDangerous act={act} onClose={onClose}>
      <Consequences sentences={[texts.takeWill(isLast)]} />
    </ConfirmDialog>
  );
};

/** The parts of a product. */
export const Parts = ({ thing }: { readonly thing: Stocked }) => {
  const texts = t().warehouse;
  const [asked, setAsked] = useState<Binding | 'add' | undefined>();
  const data = useData(
    `parts-of-${thing.id}`,
    (signal) => call('get_bindings', { id_product: thing.id }, signal),
    TOPICS,
  );
  const bindings = data.value?.bindings ?? [];
  const take = (binding: Binding) =>
    may('delete_binding') && (
      <button
        type="button"
        class="plain danger"
        aria-label={texts.takeTitle(binding.element_number)}
        onClick={() => setAsked(binding)}
      >
        {texts.take}
      </button>
    );
  const close = (): void => setAsked(undefined);
  const add = may('add_binding') && (
    <button type="button" class="plain" onClick={() => setAsked('add')}>
      {texts.add}
    </button>
  );
  return (
    <Card title={texts.parts} beside={add}>
      <Loaded data={data}>
        {({ bindings: parts }) =>
          parts.length === 0 ? (
            <Empty>{texts.noParts}</Empty>
          ) : (
            <Table
              caption={texts.parts}
              rows={parts}
              keyOf={({ id_warehouse_entity: id }) => id}
              hrefOf={({ id_warehouse_entity: id }) => hrefOf('stock', objectOf({ kind: 'warehouse_entity', id }))}
              columns={[
                { title: texts.part, cell: ({ warehouse_entity: name }) => name },
                { title: texts.number, cell: ({ element_number: number }) => number, isMinor: true },
                { title: texts.perProduct, cell: ({ quantity }) => pieces(quantity), isFigure: true },
                { title: texts.take, cell: take, isFigure: true },
              ]}
            />
          )
        }
      </Loaded>
      {asked === 'add' && <AddPart thing={thing} onClose={close} />}
      {asked !== undefined && asked !== 'add' && (
        <TakePart thing={thing} binding={asked} isLast={bindings.length === 1} onClose={close} />
      )}
    </Card>
  );
};

const PAGE = 100;
const LIMIT_MAX = 1000;

/** The products that are made of an entity, which has an element number. */
export const GoesInto = ({ thing }: { readonly thing: Stocked }) => {
  const texts = t().warehouse;
  const [limit, setLimit] = useState(PAGE);
  const data = useData(
    `goes-into-${thing.elementNumber}-${limit}`,
    (signal) => call('get_bindings', { element_number: thing.elementNumber, limit }, signal),
    TOPICS,
  );
  return (
    <Card title={texts.goesInto}>
      <Loaded data={data}>
        {({ bindings, next }) =>
          bindings.length === 0 ? (
            <Empty>{texts.goesNowhere}</Empty>
          ) : (
            <>
              <Table
                caption={texts.goesInto}
                rows={bindings}
                keyOf={({ id_product: id }) => id}
                hrefOf={({ id_product: id }) => hrefOf('products', id)}
                columns={[
                  { title: texts.product, cell: ({ product }) => product },
                  { title: texts.perProduct, cell: ({ quantity }) => pieces(quantity), isFigure: true },
                ]}
              />
              {next > 0 && limit < LIMIT_MAX && (
                <button type="button" class="plain" onClick={() => setLimit(LIMIT_MAX)}>
                  {texts.more}
                </button>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  );
};
