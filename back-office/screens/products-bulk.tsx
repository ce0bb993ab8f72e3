// One action for many products: shown or hidden, into a category or out of it, prices by a share of them. It says what
// will be before it is done, and what became of each.
import type { Product } from '../../src/client/operations.ts';
import { refreshAll } from '../api/feed.ts';
import { Refused } from '../api/refused.ts';
import { nameOfProduct } from '../api/stock.ts';
import { count, currencyDigits, unitPrice } from '../format.ts';
import { Chip } from '../parts/chip.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { say } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import type { ComponentChildren } from '../preact.ts';
import { priceAfter } from '../price-change.ts';
import { priceOf } from '../price.ts';
import { refusalText, t } from '../texts/texts.ts';
import { numberIn } from '../typed.ts';
import type { NumberRule } from '../typed.ts';
import { CategoryTree, labelOf } from './category-tree.tsx';
import { decideAll } from './decide-all.ts';
import type { Outcome } from './decide-all.ts';
import { VisibleChip } from './object-list.tsx';
import { category, prices, visibility } from './products-bulk-acts.ts';
import type { Act, Back } from './products-bulk-acts.ts';

interface DialogProps {
  readonly products: readonly Product[];
  readonly label: string;
  /** Undefined while what it needs is not chosen. */
  readonly act: Act | undefined;
  /** Beside the name of a product until it is decided. */
  readonly noteOf: (product: Product) => ComponentChildren;
  /** `isBegun`: products have been decided. */
  readonly onClose: (isBegun: boolean) => void;
  readonly children?: ComponentChildren;
}

/** Puts back what was done; says how many, where not all of them. */
const undoAll = async (backs: ReadonlyMap<number, Back>): Promise<string> => {
  const refused: Refused[] = [];
  const done = [...backs].map(([id, back]) => ({ id, back }));
  await decideAll(
    done,
    ({ back }) => back(),
    (_id, outcome) => void (outcome !== 'ok' && refused.push(outcome)),
  );
  // One reason says more than a number, where nothing came of it.
  if (refused.length === done.length) throw refused[0]!;
  if (refused.length === 0) return t().lists.undone;
  return t().lists.undoneSome(count(done.length - refused.length), count(refused.length));
};

const BulkDialog = ({ products, label, act, noteOf, onClose, children }: DialogProps) => {
  const texts = t().orders;
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [backs] = useState(() => new Map<number, Back>());
  const [isRunning, setRunning] = useState(false);
  const failed = products.filter(({ id }) => outcomes.get(id) instanceof Refused);
  const isDone = !isRunning && outcomes.size === products.length;
  const said = texts.bulkDone(count(outcomes.size - failed.length), count(failed.length));
  const leave = (): void => {
    if (backs.size > 0) say(said, () => undoAll(backs));
    onClose(outcomes.size > 0);
  };
  const go = async (): Promise<void> => {
    setRunning(true);
    await decideAll(
      failed.length > 0 ? failed : products,
      async (product) => {
        const back = await act!(product);
        if (back !== undefined) backs.set(product.id, back);
      },
      (id, outcome) => setOutcomes((known) => new Map([...known, [id, outcome]])),
    );
    setRunning(false);
    refreshAll();
  };
  return (
    <Dialog
      title={t().products.bulk.title(label, products.length, count(products.length))}
      isSaving={isRunning}
      onClose={leave}
    >
      {outcomes.size === 0 && !isRunning && children}
      {isRunning && <progress aria-label={label} value={outcomes.size - failed.length} max={products.length} />}
      <ul class="list bulk-list" tabIndex={0} aria-label={label}>
        {products.map((product) => {
          const outcome = outcomes.get(product.id);
          return (
            <li key={product.id}>
              <span class="grow">
                {nameOfProduct(product)}
                {outcome instanceof Refused && <span class="error"> {refusalText(outcome)}</span>}
              </span>
              {outcome === undefined && noteOf(product)}
              {outcome === 'ok' && <Chip tone="good">{texts.bulkOk}</Chip>}
            </li>
          );
        })}
      </ul>
      <div class="dialog-end" aria-live="polite">
        {isDone && <p>{said}</p>}
        {isDone && failed.length > 0 && (
          <button type="button" onClick={() => void go()}>
            {texts.bulkRetry(count(failed.length))}
          </button>
        )}
        {isDone ? (
          <button type="button" class="primary" onClick={leave}>
            {t().shell.close}
          </button>
        ) : (
          <button type="button" class="primary" disabled={isRunning || act === undefined} onClick={() => void go()}>
            {texts.bulkGo}
          </button>
        )}
      </div>
    </Dialog>
  );
};

type OneProps = Pick<DialogProps, 'products' | 'onClose'>;

/** Up to ten times the price, and down to nothing. */
const PERCENT: NumberRule = { usualDecimals: 0, decimalsMax: 2, min: -100, max: 1000 };

const PriceDialog = ({ products, onClose }: OneProps) => {
  const texts = t().products.bulk;
  const [typed, setTyped] = useState('');
  const percent = numberIn(typed, PERCENT);
  const isReady = percent !== undefined && percent !== 0;
  const noteOf = (product: Product) => {
    const price = priceOf(product);
    if (price === undefined) return <span class="quiet-text">{texts.noPrice}</span>;
    if (!isReady) return <span class="figure">{unitPrice(price)}</span>;
    return (
      <span class="figure">
        {unitPrice(price)} → {unitPrice(priceAfter(price, percent, currencyDigits.value))}
      </span>
    );
  };
  return (
    <BulkDialog
      products={products}
      label={texts.prices}
      act={isReady ? prices(percent, currencyDigits.value) : undefined}
      noteOf={noteOf}
      onClose={onClose}
    >
      <div class="ask">
        <NumberField
          label={texts.percent}
          hint={texts.percentHint}
          rule={PERCENT}
          value={typed}
          onInput={setTyped}
          autoFocus
        />
      </div>
    </BulkDialog>
  );
};

const CategoryDialog = ({ products, isIn, onClose }: OneProps & { readonly isIn: boolean }) => {
  const texts = t().products.bulk;
  const [chosen, setChosen] = useState<{ readonly id: number; readonly label: string } | undefined>();
  return (
    <BulkDialog
      products={products}
      label={isIn ? texts.into : texts.outOf}
      act={chosen && category(chosen.id, isIn)}
      noteOf={() => chosen && <span class="quiet-text">{chosen.label}</span>}
      onClose={onClose}
    >
      <fieldset class="ask">
        <legend>{texts.category}</legend>
        <CategoryTree chosen={chosen?.id ?? 0} onChoose={(one) => setChosen({ id: one.id, label: labelOf(one) })} />
      </fieldset>
    </BulkDialog>
  );
};

const ACTIONS = ['publish', 'hide', 'into', 'outOf', 'prices'] as const;
type Action = (typeof ACTIONS)[number];

const OneDialog = ({ action, products, onClose }: OneProps & { readonly action: Action }) => {
  if (action === 'prices') return <PriceDialog products={products} onClose={onClose} />;
  if (action === 'into' || action === 'outOf')
    return <CategoryDialog products={products} isIn={action === 'into'} onClose={onClose} />;
  return (
    <BulkDialog
      products={products}
      label={t().products[action]}
      act={visibility(action === 'publish')}
      noteOf={({ shop_active: isVisible }) => <VisibleChip isVisible={isVisible !== 0} />}
      onClose={onClose}
    />
  );
};

interface BarProps {
  readonly products: readonly Product[];
  readonly onUnpick: () => void;
}

export const ProductsBulk = ({ products, onUnpick }: BarProps) => {
  const texts = t().products;
  const [action, setAction] = useState<Action | undefined>();
  const labels = { publish: texts.publish, hide: texts.hide, ...texts.bulk };
  return (
    <div class="bulk-bar">
      <strong class="figure">{t().orders.picked(count(products.length))}</strong>
      {ACTIONS.map((name) => (
        <button key={name} type="button" onClick={() => setAction(name)}>
          {labels[name]}
        </button>
      ))}
      <button type="button" class="plain" onClick={onUnpick}>
        <Icon name="close" size={16} />
        {t().orders.unpick}
      </button>
      {action !== undefined && (
        <OneDialog
          action={action}
          products={products}
          onClose={(isBegun) => {
            setAction(undefined);
            if (isBegun) onUnpick();
          }}
        />
      )}
    </div>
  );
};
