// What is with this product? Its texts and prices by language, its variations, stock, categories and history; what is
// typed is kept until it is saved or dropped, and only what has changed is sent.
import { Refused, call } from '../api/call.ts';
import { refreshAll } from '../api/feed.ts';
import { nameOfProduct } from '../api/stock.ts';
import { isGone } from '../api/refused.ts';
import { useData } from '../api/use-data.ts';
import type { Data } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { count, pieces, unitPrice } from '../format.ts';
import { Gone } from '../parts/gone.tsx';
import { History } from '../parts/history.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Failure, Loaded, Page } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Table } from '../parts/table.tsx';
import { orWarn, say } from '../parts/toast.tsx';
import { useEffect, useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { refusalText, t } from '../texts/texts.ts';
import { ProductCategories } from './product-categories.tsx';
import { changeOf, draftOf, fieldsRefused, isSaved, keepDraft, unreadIn, unsaved } from './product-draft.ts';
import type { Draft, FieldId, Product } from './product-draft.ts';
import { AttributeFields, OneField, SeoFields } from './product-fields.tsx';
import type { Editing } from './product-fields.tsx';
import { VisibleChip, priceOf } from './products.tsx';

const readProduct = async (id: number, reader: string, signal: AbortSignal): Promise<Product> => {
  const [own, shop] = await Promise.all([
    call('get_shopobject_languages', { id_shopobject: id }, signal),
    call('get_shop', {}, signal),
  ]);
  const languages = [...new Set([...shop.languages, ...Object.keys(own.values), ...Object.keys(own.seo)])];
  const [classes, ...shown] = await Promise.all([
    call(
      'search_classes',
      { constraint: { 'main.name': own.class, 'main.type': 'product' }, language: reader },
      signal,
    ),
    ...languages.map((language) => call('get_product_details', { id_product: id, language }, signal)),
  ]);
  return {
    details: shown[0]!,
    shown: Object.fromEntries(languages.map((language, at) => [language, shown[at]!])),
    own,
    definition: classes.result[0],
    languages,
    taxClasses: shop.tax_classes.map(({ name }) => name),
    priceFields: shop.price_fields,
  };
};

const General = ({ editing }: { readonly editing: Editing }) => {
  const texts = t().products;
  const measures = ['weight', 'length', 'width', 'height'] as const;
  const bits = [
    ['1', texts.yes],
    ['0', texts.no],
  ] as const;
  const taxClasses = editing.product.taxClasses.map((name) => [name, name] as const);
  const metadata = texts.metadata;
  return (
    <Card title={texts.general}>
      <div class="card-body fields">
        <div class="two">
          <OneField editing={editing} id="name" label={texts.ownName} hint={texts.ownNameHint} kind="line" />
          <OneField editing={editing} id="metadata/element_number" label={metadata.element_number} kind="line" />
          <OneField editing={editing} id="metadata/ean" label={metadata.ean} kind="line" />
          <OneField
            editing={editing}
            id="metadata/taxclass"
            label={metadata.taxclass}
            kind="line"
            choices={taxClasses}
          />
          {measures.map((name) => (
            <OneField key={name} editing={editing} id={`metadata/${name}`} label={metadata[name]} kind="number" />
          ))}
          <OneField
            editing={editing}
            id="metadata/quantity_step"
            label={metadata.quantity_step}
            hint={texts.quantityStepHint}
            kind="number"
          />
          <OneField
            editing={editing}
            id="availability/active"
            label={texts.availability.active}
            kind="flag"
            choices={bits}
          />
          <OneField
            editing={editing}
            id="availability/quantity_warning"
            label={texts.availability.quantity_warning}
            kind="number"
          />
          <OneField
            editing={editing}
            id="availability/allow_override"
            label={texts.availability.allow_override}
            kind="flag"
            choices={bits}
          />
        </div>
        <OneField editing={editing} id="metadata/notes" label={metadata.notes} kind="text" />
      </div>
    </Card>
  );
};

const Variations = ({ product }: { readonly product: Product }) => {
  const texts = t().products;
  const own = product.details.variations.filter(({ id_parent: parent }) => parent === product.own.id);
  if (own.length === 0) return null;
  return (
    <Card title={texts.variations} beside={<span class="figure">{count(own.length)}</span>}>
      <Table
        caption={texts.variations}
        rows={own}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => hrefOf('products', id)}
        columns={[
          { title: texts.name, cell: ({ name }) => name },
          { title: texts.number, cell: ({ metadata }) => metadata?.element_number, isMinor: true },
          {
            title: texts.price,
            cell: (one) => (priceOf(one) === undefined ? '–' : unitPrice(priceOf(one)!)),
            isFigure: true,
          },
          {
            title: texts.stock,
            cell: ({ availability }) => (availability.active === 1 ? pieces(availability.quantity) : '–'),
            isFigure: true,
          },
          { title: texts.state, cell: (one) => <VisibleChip isVisible={one.shop_active !== 0} /> },
        ]}
      />
    </Card>
  );
};

const StockCard = ({ product: { own, details } }: { readonly product: Product }) => {
  const texts = t().products;
  const { active, quantity, quantity_warning: warning } = details.availability;
  return (
    <Card
      title={texts.stock}
      beside={
        <a class="button" href={hrefOf('stock', `product/${own.id}`)}>
          {texts.openStock}
        </a>
      }
    >
      <Pairs
        pairs={[
          [t().stock.sellable, active === 1 ? pieces(quantity) : t().stock.states.uncounted],
          [t().stock.warning, warning > 0 ? pieces(warning) : '–'],
        ]}
        areFigures
      />
    </Card>
  );
};

/** Shown or hidden, at once: it is taken back as easily. */
const PublishButton = ({ product: { own } }: { readonly product: Product }) => {
  const texts = t().products;
  const [isRunning, setRunning] = useState(false);
  const isVisible = own.shop_active === 1;
  const turn = async (): Promise<void> => {
    setRunning(true);
    await orWarn(async () => {
      await call('update_product', { id_product: own.id, shop_active: isVisible ? 0 : 1 });
      say(isVisible ? texts.isHidden : texts.isPublished);
      refreshAll();
    });
    setRunning(false);
  };
  return (
    <button type="button" disabled={isRunning} onClick={() => void turn()}>
      {isVisible ? texts.hide : texts.publish}
    </button>
  );
};

interface SaveBarProps {
  readonly changes: number;
  readonly isRunning: boolean;
  readonly refused: Refused | undefined;
  /** Whether somebody wanted to save what no field can be read as. */
  readonly isUnread: boolean;
  readonly onDrop: () => void;
}

const SaveBar = ({ changes, isRunning, refused, isUnread, onDrop }: SaveBarProps) => {
  const texts = t().products;
  if (changes === 0) return null;
  return (
    <div class="save-bar">
      {refused !== undefined && <Failure refused={refused} />}
      <p role="status">
        {texts.unsaved(changes)} {isUnread && <span class="error">{texts.unread}</span>}
      </p>
      <button type="button" class="plain" onClick={onDrop}>
        {texts.drop}
      </button>
      <button type="submit" class="primary" disabled={isRunning}>
        {texts.save}
      </button>
    </div>
  );
};

/** What was saved of a field, and how many reads had begun by then: none of them need show it. */
interface Saved {
  readonly typed: string | undefined;
  readonly begun: number;
}
type AllSaved = { readonly [field in FieldId]?: Saved };

/** Which read a product is of, and how many have begun. */
type Reading = Pick<Data<Product>, 'ofRead' | 'begun'>;

/**
 * What is typed. A field that was saved shows it until a read that began afterwards has come: never what was there
 * before, and from then on whatever the shop has, also where somebody else has put the former value back.
 */
const useDraft = (product: Product, { ofRead, begun }: Reading) => {
  const id = product.own.id;
  const [draft, setDraft] = useState<Draft>(() => unsaved(product, draftOf(id)));
  const [saved, setSaved] = useState<AllSaved>({});
  const keep = (next: Draft): void => {
    keepDraft(id, next);
    setDraft(next);
  };
  useEffect(() => {
    const isShown = ([, one]: readonly [string, Saved]): boolean => ofRead > one.begun;
    const shown = new Map((Object.entries(saved) as [FieldId, Saved][]).filter(isShown));
    if (shown.size === 0) return;
    keep(
      Object.fromEntries(
        Object.entries(draftOf(id)).filter(([field, text]) => shown.get(field as FieldId)?.typed !== text),
      ),
    );
    setSaved((now) => Object.fromEntries((Object.entries(now) as [FieldId, Saved][]).filter((one) => !isShown(one))));
  }, [ofRead]);
  // What was saved is what it is compared with, and not what was read before.
  const changed = (Object.keys(draft) as FieldId[]).filter((field) => {
    const one = saved[field];
    return one === undefined ? !isSaved(product, field, draft[field]!) : one.typed !== draft[field];
  });
  const note = (): void => {
    const now = begun();
    const sent = changed.map((field) => [field, { typed: draft[field], begun: now }] as const);
    setSaved((before) => ({ ...before, ...Object.fromEntries(sent) }));
  };
  return { draft, changed, keep, note };
};

const useEditing = (product: Product, reading: Reading) => {
  const id = product.own.id;
  const { draft, changed, keep, note } = useDraft(product, reading);
  const [refused, setRefused] = useState<Refused | undefined>();
  const [isRunning, setRunning] = useState(false);
  const unread = unreadIn(product, draft, changed);
  const [isAsked, setAsked] = useState(false);
  const save = async (): Promise<void> => {
    setAsked(unread.length > 0);
    if (unread.length > 0) {
      document.querySelector<HTMLElement>('.editor [aria-invalid]')?.focus();
      return;
    }
    setRunning(true);
    setRefused(undefined);
    try {
      await call('update_product', changeOf(product, draft, changed));
      note();
      say(t().products.saved);
      refreshAll();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error);
    }
    setRunning(false);
  };
  const isField = refused === undefined ? [] : fieldsRefused(changed, refused.param, refused.message);
  const errors = Object.fromEntries(isField.map((field) => [field, refusalText(refused!)]));
  const editing: Editing = {
    product,
    draft,
    changed: new Set(changed),
    errors,
    type: (field, text) => keep({ ...draftOf(id), [field]: text }),
  };
  const drop = (): void => {
    setRefused(undefined);
    keep({});
  };
  return { editing, changes: changed.length, refused, isRunning, isUnread: isAsked && unread.length > 0, save, drop };
};

const Editor = ({ product, reading }: { readonly product: Product; readonly reading: Reading }) => {
  const texts = t().products;
  const { editing, save, drop, ...bar } = useEditing(product, reading);
  return (
    <form
      class="editor"
      noValidate
      onSubmit={(event) => {
        // A dialog that was opened from here has a form of its own.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (bar.changes > 0 && !bar.isRunning) void save();
      }}
    >
      <div class="order-columns">
        <div class="main-column">
          <AttributeFields editing={editing} title={texts.prices} kinds={['number']} none={texts.noFields} />
          <AttributeFields
            editing={editing}
            title={texts.texts}
            kinds={['line', 'text', 'flag', 'date']}
            none={texts.noFields}
          />
          <AttributeFields editing={editing} title={texts.images} kinds={['image']} none={texts.noImages} />
          <Variations product={product} />
          <General editing={editing} />
          <SeoFields editing={editing} />
        </div>
        <div class="side-column">
          <StockCard product={product} />
          <ProductCategories details={product.shown[wireLanguage()] ?? product.details} />
          <History object={`product/${product.own.id}`} topics={['product', 'price', 'stock']} />
        </div>
      </div>
      <SaveBar {...bar} onDrop={drop} />
    </form>
  );
};

export const OneProduct = ({ id }: { readonly id: number }) => {
  const texts = t().products;
  const code = wireLanguage();
  const data = useData(`product-${id}-${code}`, (signal) => readProduct(id, code, signal), {
    topics: ['product', 'price', 'stock', 'class', 'deleted', 'category'],
  });
  const product = data.value;
  if (isGone(data.refused)) return <Gone screen="products" />;
  const parent = product?.own.id_product ?? 0;
  return (
    <Page
      title={product === undefined ? t().screens.products : nameOfProduct(product.shown[code] ?? product.details)}
      beside={
        product !== undefined && (
          <>
            <span class="quiet-text">{product.details.metadata?.element_number}</span>
            <VisibleChip isVisible={product.own.shop_active === 1} />
          </>
        )
      }
      actions={
        <>
          <a class="button" href={hrefOf('products', parent === 0 ? '' : parent)}>
            <Icon name="left" size={16} />
            {parent === 0 ? texts.back : texts.parent}
          </a>
          {product !== undefined && <PublishButton product={product} />}
        </>
      }
    >
      <Loaded data={data} lines={10}>
        {(one) => <Editor product={one} reading={data} />}
      </Loaded>
    </Page>
  );
};
