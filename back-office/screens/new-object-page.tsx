// A new product or content on one page: texts, categories and pictures, and of a product price, stock and the rest.
import type { Category, Class } from '../../src/client/operations.ts';
import { priceFieldIn } from '../price.ts';
import { call } from '../api/call.ts';
import { refreshAll } from '../api/feed.ts';
import { Refused, isGone } from '../api/refused.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { Field } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { Card, Empty, Failure, Loaded, Page } from '../parts/page.tsx';
import { say } from '../parts/toast.tsx';
import { useState } from '../preact.ts';
import { goTo, hrefOf, route } from '../routes.ts';
import { refusalText, t } from '../texts/texts.ts';
import { idIn } from '../wire-number.ts';
import { blankObject, draftLike, makeObject, nameTyped } from './new-object.ts';
import { readObject, screenOf } from './object-calls.ts';
import type { ObjectType } from './object-calls.ts';
import { ObjectForm } from './object-form.tsx';
import { PickedCategories } from './product-categories.tsx';
import { changedIn, draftOf, fieldsRefused, keepDraft, ofClass, unreadIn } from './product-draft.ts';
import type { Draft, Product } from './product-draft.ts';
import { uploads } from './picture-upload.tsx';
import { OneField } from './product-fields.tsx';
import type { Editing } from './product-fields.tsx';
import { standardClass } from './standard-class.ts';

export interface Begun {
  readonly classes: readonly Class[];
  /** By class. */
  readonly products: readonly Product[];
  readonly categories: readonly Category[];
  /** What it begins with; nothing is kept of it before something is typed. */
  readonly draft: Draft;
  readonly isVisible: boolean;
}

/** Drafts of new contents stand beside those of new products, which have the ids up to 0. */
const CONTENT_DRAFTS = -1_000_000_000_000;

interface Asked {
  readonly type: ObjectType;
  /** Id of the object to duplicate; 0: none. */
  readonly like: number;
  /** 0: none. */
  readonly category: number;
  readonly code: string;
}

/** What a new product or content begins with. Throws Refused. */
export const begin = async ({ type, like, category, code }: Asked, signal: AbortSignal): Promise<Begun> => {
  const [shop, found, model] = await Promise.all([
    call('get_shop', {}, signal),
    call('search_classes', { constraint: { 'main.type': type }, language: code }, signal),
    like === 0 ? undefined : readObject(like, code, signal),
  ]);
  const given = found.result.filter(({ name }) => model === undefined || name === model.own.class);
  const price = priceFieldIn({}, shop.price_fields);
  const classes = found.result.length === 0 ? [standardClass(type, code, price)] : given;
  // A draft of the one that is duplicated has a place of its own.
  const id = (type === 'product' ? 0 : CONTENT_DRAFTS) - like;
  const place =
    category === 0 ? undefined : await call('get_categories', { id_parent: category, language: code }, signal);
  return {
    classes,
    products: classes.map((one) => blankObject(type, id, one, shop)),
    categories: model?.details.categories ?? (place === undefined ? [] : [place.parent_category]),
    draft: model === undefined ? {} : draftLike(model),
    isVisible: model === undefined ? type === 'product' : model.own.shop_active === 1,
  };
};

export const useTyping = (product: Product, first: Draft) => {
  const { id } = product.own;
  const draftNow = (): Draft => (Object.keys(draftOf(id)).length === 0 ? first : draftOf(id));
  const [typed, setTyped] = useState(draftNow);
  const keep = (next: Draft): void => {
    keepDraft(id, next);
    setTyped(draftNow());
  };
  const draft = ofClass(product, typed);
  const changed = changedIn(product, draft);
  return { draft, changed, keep, type: (field: keyof Draft, text: string) => keep({ ...draftNow(), [field]: text }) };
};

interface FormProps {
  readonly begun: Begun;
  readonly product: Product;
  readonly onClass: (name: string) => void;
}

const ClassChoice = ({ begun: { classes }, product, onClass }: FormProps) => (
  <Field label={t().products.class}>
    {(described) => (
      <select {...described} value={product.own.class} onInput={(event) => onClass(event.currentTarget.value)}>
        {classes.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Field>
);

/** `onMade`: gets the id of what was made. */
export const useMaking = (
  product: Product,
  { draft, changed, keep }: ReturnType<typeof useTyping>,
  onMade: (id: number) => void,
) => {
  const [refused, setRefused] = useState<Refused | undefined>();
  const [state, setState] = useState<'idle' | 'running' | 'asked'>('idle');
  const make = async (isVisible: boolean, categories: readonly number[]): Promise<void> => {
    if (unreadIn(product, draft, changed).length > 0) {
      setState('asked');
      document.querySelector<HTMLElement>('form [aria-invalid]')?.focus();
      return;
    }
    setState('running');
    setRefused(undefined);
    try {
      const id = await makeObject({ product, draft, isVisible, categories });
      keep({});
      say(product.own.type === 'product' ? t().products.made : t().contents.made);
      refreshAll();
      onMade(id);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error);
    }
    setState('idle');
  };
  return { refused, state, make };
};

interface BesideProps {
  readonly isVisible: boolean;
  readonly categories: readonly Category[];
  readonly onVisible: (isVisible: boolean) => void;
  readonly onCategories: (categories: readonly Category[]) => void;
}

/** Beside the form. */
const Beside = ({ isVisible, categories, onVisible, onCategories }: BesideProps) => {
  const texts = t().products;
  return (
    <>
      <Card title={texts.state}>
        <div class="card-body">
          <label class="check">
            <input type="checkbox" checked={isVisible} onInput={(event) => onVisible(event.currentTarget.checked)} />
            {texts.visibleToShoppers}
          </label>
        </div>
      </Card>
      <Card title={texts.categories}>
        <div class="card-body">
          <PickedCategories chosen={categories} onChange={onCategories} />
        </div>
      </Card>
    </>
  );
};

const NewForm = ({ begun, product, onClass }: FormProps) => {
  const texts = t().products;
  const typing = useTyping(product, begun.draft);
  const { draft, changed, keep, type } = typing;
  const [isVisible, setVisible] = useState(begun.isVisible);
  const [categories, setCategories] = useState(begun.categories);
  const { refused, state, make } = useMaking(product, typing, (id) => goTo(hrefOf(screenOf(product.own), id)));
  const wrong = refused === undefined ? [] : fieldsRefused(changed, refused.param, refused.message);
  const editing: Editing = {
    product,
    draft,
    changed: new Set(changed),
    errors: Object.fromEntries(wrong.map((field) => [field, refusalText(refused!)])),
    type,
  };
  const isReady = state !== 'running' && uploads.value === 0;
  const isNamed = nameTyped(product, draft) !== '' || (draft.name ?? '').trim() !== '';
  const isProduct = product.own.type === 'product';
  const submit = (): void =>
    void make(
      isVisible,
      categories.map(({ id }) => id),
    );
  return (
    <ObjectForm
      editing={editing}
      onSubmit={isNamed && isReady ? submit : undefined}
      first={
        begun.classes.length > 1 && (
          <Card title={texts.class}>
            <div class="card-body fields">
              <ClassChoice begun={begun} product={product} onClass={onClass} />
            </div>
          </Card>
        )
      }
      more={<OneField editing={editing} id="availability/quantity" label={texts.stock} kind="number" />}
      side={
        <Beside isVisible={isVisible} categories={categories} onVisible={setVisible} onCategories={setCategories} />
      }
      bar={
        <div class="save-bar">
          {refused !== undefined && <Failure refused={refused} />}
          <p role="status">
            {isNamed ? texts.readyToMake : isProduct ? texts.wantsName : t().contents.wantsName}{' '}
            {state === 'asked' && <span class="error">{texts.unread}</span>}
          </p>
          <button type="button" class="plain" onClick={() => keep({})}>
            {texts.drop}
          </button>
          <button type="submit" class="primary" disabled={!isNamed || !isReady}>
            {isProduct ? texts.makeGo : t().contents.makeGo}
          </button>
        </div>
      }
    />
  );
};

interface PageTexts {
  readonly make: string;
  readonly duplicate: string;
  readonly noClass: string;
  readonly back: string;
}

const textsOf = (type: ObjectType): PageTexts => {
  const { products, contents } = t();
  return type === 'product'
    ? { make: products.make, duplicate: products.duplicateTitle, noClass: products.noClass, back: products.back }
    : { make: contents.make, duplicate: contents.duplicateTitle, noClass: contents.noClass, back: contents.back };
};

export const NewObjectPage = ({ type }: { readonly type: ObjectType }) => {
  const texts = textsOf(type);
  const screen = screenOf({ type });
  const code = wireLanguage();
  const { query } = route.value;
  const like = idIn(query.get('like') ?? '') ?? 0;
  const category = idIn(query.get('category') ?? '') ?? 0;
  const [chosen, setChosen] = useState('');
  const data = useData(`new-${type}-${like}-${category}-${code}`, (signal) =>
    begin({ type, like, category, code }, signal),
  );
  if (isGone(data.refused)) return <NotFound screen={screen} />;
  const needsClass = data.value?.classes[0]?.id === 0 && !may('create_class');
  return (
    <Page
      title={like === 0 ? texts.make : texts.duplicate}
      actions={
        <a class="button" href={hrefOf(screen, like === 0 ? '' : like)}>
          <Icon name="left" size={16} />
          {like === 0 ? texts.back : t().products.original}
        </a>
      }
    >
      {needsClass ? (
        <Card>
          <Empty>{texts.noClass}</Empty>
        </Card>
      ) : (
        <Loaded data={data} lines={10}>
          {(begun) => {
            const product = begun.products.find(({ own }) => own.class === chosen) ?? begun.products[0]!;
            return <NewForm begun={begun} product={product} onClass={setChosen} />;
          }}
        </Loaded>
      )}
    </Page>
  );
};
