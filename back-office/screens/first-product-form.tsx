// The first product in one step: name, price, tax, pieces and a picture; shoppers see it at once. What is typed is the
// draft of the page that makes products, which has all other fields.
import { languageName } from '../countries.ts';
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { Icon } from '../parts/icon.tsx';
import { Failure, Loaded } from '../parts/page.tsx';
import { hrefOf, setQuery } from '../routes.ts';
import { refusalText, t } from '../texts/texts.ts';
import type { FormProps } from './first-form.tsx';
import { nameTyped } from './new-object.ts';
import { begin, useMaking, useTyping } from './new-object-page.tsx';
import type { Begun } from './new-object-page.tsx';
import { titleAttribute } from './object-title.ts';
import { uploads } from './picture-upload.tsx';
import { fieldsRefused, priceFieldOf } from './product-draft.ts';
import type { FieldId, Product } from './product-draft.ts';
import { OneField } from './product-fields.tsx';
import type { Editing } from './product-fields.tsx';

/** Fields of the form; undefined: the class has no such attribute, or the shop no second tax class. */
const fieldsOf = (product: Product) => {
  const { definition, languages, taxClasses } = product;
  const attributes = definition?.attributes ?? {};
  const inEach = (name: string | undefined): readonly FieldId[] | undefined =>
    name === undefined ? undefined : languages.map((code): FieldId => `attributes/${code}/${name}`);
  const price = priceFieldOf(product);
  return {
    // Other languages show it as well until it is translated.
    name: inEach(titleAttribute(attributes))?.slice(0, 1) ?? (['name'] as const),
    price: attributes[price] === undefined ? undefined : inEach(price),
    picture: inEach(Object.values(attributes).find(({ type }) => type === 'IMG')?.name),
    stock: ['availability/quantity'] as const,
    tax: taxClasses.length > 1 ? (['metadata/taxclass'] as const) : undefined,
  };
};

const Form = ({ begun, product }: { readonly begun: Begun; readonly product: Product }) => {
  const texts = t().start;
  const { products } = t();
  const typing = useTyping(product, begun.draft);
  const { draft, changed } = typing;
  const { refused, state, make } = useMaking(product, typing, () => setQuery({ step: '' }));
  const wrong = refused === undefined ? [] : fieldsRefused(changed, refused.param, refused.message);
  const fields = fieldsOf(product);
  // The draft may have fields that only the page of new products shows.
  const inForm: readonly (FieldId | undefined)[] = Object.values(fields).flat();
  const isShown = wrong.some((id) => inForm.includes(id));
  const [code = ''] = product.languages;
  const taxClasses = product.taxClasses.map((name) => [name, name] as const);
  /** One text for all of these fields. */
  const together = (ids: readonly FieldId[]): Editing => ({
    product,
    draft,
    changed: new Set(changed),
    errors: Object.fromEntries(wrong.filter((id) => ids.includes(id)).map(() => [ids[0], refusalText(refused!)])),
    type: (_id, text) => ids.forEach((id) => typing.type(id, text)),
  });
  const isNamed = nameTyped(product, draft) !== '' || (draft.name ?? '').trim() !== '';
  const isReady = isNamed && state !== 'running' && uploads.value === 0;
  return (
    <form
      class="first-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void make(true, []);
      }}
    >
      <OneField
        editing={together(fields.name)}
        id={fields.name[0]!}
        label={products.name}
        hint={product.languages.length > 1 ? texts.productLanguage(languageName(code)) : undefined}
        kind="line"
      />
      <div class="two">
        {fields.price !== undefined && (
          <OneField editing={together(fields.price)} id={fields.price[0]!} label={products.price} kind="number" />
        )}
        <OneField editing={together(fields.stock)} id={fields.stock[0]} label={products.stock} kind="number" />
      </div>
      {fields.tax !== undefined && (
        <OneField
          editing={together(fields.tax)}
          id={fields.tax[0]}
          label={products.metadata.taxclass}
          kind="line"
          choices={[['', texts.usualTax(taxClasses[0]![0])], ...taxClasses.slice(1)]}
        />
      )}
      {fields.picture !== undefined && (
        <OneField
          editing={together(fields.picture)}
          id={fields.picture[0]!}
          label={products.standard.picture}
          kind="image"
        />
      )}
      {refused !== undefined && !isShown && <Failure refused={refused} />}
      {state === 'asked' && <p class="error">{products.unread}</p>}
      <div class="button-row">
        <button type="submit" class="primary" disabled={!isReady}>
          {products.makeGo}
        </button>
        <a class="button" href={hrefOf('products', 'new')}>
          {texts.allFields}
        </a>
      </div>
    </form>
  );
};

const Begin = () => {
  const code = wireLanguage();
  const data = useData(`first-product-${code}`, (signal) =>
    begin({ type: 'product', like: 0, category: 0, code }, signal),
  );
  return <Loaded data={data}>{(begun) => <Form begun={begun} product={begun.products[0]!} />}</Loaded>;
};

export const ProductForm = ({ steps }: FormProps) => {
  const texts = t().start;
  const isThere = steps.steps.some(({ name, state }) => name === 'product' && state === 'done');
  return (
    <>
      {!isThere && may('create_product') && <Begin />}
      <div class="button-row">
        {isThere && may('create_product') && (
          <a class="button primary" href={hrefOf('products', 'new')}>
            <Icon name="plus" size={16} />
            {texts.anotherProduct}
          </a>
        )}
        <a class="button" href={hrefOf('import')}>
          {texts.importProducts}
        </a>
      </div>
    </>
  );
};
