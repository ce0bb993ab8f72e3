// The goods of a draft: found by name or number, with picture, price and stock, and their quantities.
import type { Cart, CartLine, Product } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { productConditions } from '../api/find.ts';
import { pictureOf } from '../api/picture-of.ts';
import { nameOfProduct } from '../api/stock.ts';
import { useData } from '../api/use-data.ts';
import type { Reply } from '../api/call.ts';
import { may } from '../api/rights.ts';
import type { Refused } from '../api/refused.ts';
import { pieces, unitPrice, money } from '../format.ts';
import { goodsOf } from '../order-lines.ts';
import { Icon } from '../parts/icon.tsx';
import { Readings, numberFault } from '../parts/number-field.tsx';
import { Card, Empty, Loaded } from '../parts/page.tsx';
import { Searching, searchedWords } from '../parts/searching.tsx';
import { Thumb } from '../parts/thumb.tsx';
import { useEffect, useId, useState } from '../preact.ts';
import { priceFieldIn, priceOf } from '../price.ts';
import { refusalText, t } from '../texts/texts.ts';
import { numberIn, quantity as quantityRule, writeNumber } from '../typed.ts';

/** Does a change of the draft, after those before it, and reads the draft again. Shows what is refused, or gives it. */
export type Change = (work: () => Promise<unknown>, isSaidBeside?: boolean) => Promise<Refused | undefined>;

/** Notes whether a field differs from what is saved. */
export type Mark = (field: string, isUnsaved: boolean) => void;

export const useMark = (mark: Mark, field: string, isUnsaved: boolean): void => {
  useEffect(() => {
    mark(field, isUnsaved);
    return () => mark(field, false);
  }, [field, isUnsaved]);
};

const FOUND = 12;

const findGoods = async (words: string, language: string, signal: AbortSignal): Promise<readonly Product[]> => {
  if (words === '') return [];
  const range = { left_limit: 0, right_limit: FOUND, language };
  // Words of all texts may not be indexed yet; names and numbers always are.
  const constraint = { 'main.id_variation': ['>=', 0], OR: productConditions(words) };
  const byName = await call('search_products', { constraint, ...range }, signal);
  if (byName.result.length > 0) return byName.result;
  return (await call('search_products', { constraint: { search: ['MATCH', words] }, ...range }, signal)).result;
};

interface AddingProps {
  readonly session: string;
  readonly shop: Pick<Reply<'get_shop'>, 'language' | 'price_fields'>;
  readonly change: Change;
}

const FoundGoods = ({ session, shop, change }: AddingProps) => {
  const texts = t().drafts;
  // What is found is what is added: the customer reads and pays it, in the shop's language.
  const { language, price_fields: fields } = shop;
  const words = searchedWords();
  const data = useData(`draft-goods-${language}-${words}`, (signal) => findGoods(words, language, signal), {
    topics: ['stock', 'price'],
  });
  const add = ({ id, attributes }: Product) =>
    change(() =>
      call('add_to_cart', {
        session,
        id_shopobject: id,
        element_type: 'PRODUCT_GR',
        quantity: 1,
        price_field: priceFieldIn(attributes, fields),
        name_field: 'name',
        language,
      }),
    );
  return (
    <Loaded data={data}>
      {(found) => (
        <ul class="list found-goods">
          {words !== '' && found.length === 0 && <li class="quiet-text">{texts.noGoods}</li>}
          {found.map((product) => {
            const price = priceOf(product, fields);
            const { active, quantity } = product.availability;
            return (
              <li key={product.id}>
                <Thumb url={pictureOf(product)} />
                <div class="grow">
                  <p>{nameOfProduct(product)}</p>
                  <p class="quiet-text">
                    {[
                      product.metadata?.element_number ?? '',
                      active === 1 ? texts.stock(pieces(quantity)) : texts.notCounted,
                    ]
                      .filter((part) => part !== '')
                      .join(' · ')}
                  </p>
                </div>
                <span class="figure">{price === undefined ? '–' : unitPrice(price)}</span>
                <button type="button" aria-label={texts.add(nameOfProduct(product))} onClick={() => void add(product)}>
                  {texts.addShort}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </Loaded>
  );
};

interface LineProps {
  readonly session: string;
  /** Currency of the cart. */
  readonly code: string;
  readonly line: CartLine;
  readonly change: Change;
  readonly mark: Mark;
}

const RULE = quantityRule(0.001);

const LineRow = ({ session, code, line, change, mark }: LineProps) => {
  const texts = t().drafts;
  const id = useId();
  const saved = writeNumber(line.quantity, RULE);
  const [typed, setTyped] = useState(saved);
  const [refused, setRefused] = useState<string | undefined>();
  useEffect(() => setTyped(saved), [saved]);
  useMark(mark, `line-${line.id}`, numberIn(typed, RULE) !== line.quantity);
  const input = (text: string): void => {
    setTyped(text);
    setRefused(undefined);
  };
  const save = async (text: string): Promise<void> => {
    const quantity = numberIn(text, RULE);
    if (quantity === undefined || quantity === line.quantity) return;
    const answer = await change(() => call('set_quantity', { session, id_element: line.id, quantity }), true);
    setRefused(answer && refusalText(answer));
  };
  const fault = numberFault(typed, RULE) ?? refused;
  return (
    <li>
      <div class="grow">
        <p>{line.name}</p>
        <p class="quiet-text">
          {[line.element_number, money(line.price, code, undefined, 4)].filter((part) => part !== '').join(' · ')}
        </p>
        {fault !== undefined && (
          <p id={id} class="error">
            {fault}
          </p>
        )}
        <Readings
          typed={typed}
          rule={RULE}
          onChoose={(text) => {
            input(text);
            void save(text);
          }}
        />
      </div>
      <input
        class="pieces"
        inputMode="decimal"
        autocomplete="off"
        aria-label={texts.quantityOf(line.name)}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : id}
        disabled={!may('set_quantity')}
        value={typed}
        onInput={(event) => input(event.currentTarget.value)}
        onChange={(event) => void save(event.currentTarget.value)}
      />
      <span class="figure">{money(line.sum_price, code)}</span>
      {may('del_from_cart') && (
        <button
          type="button"
          class="plain"
          aria-label={texts.remove(line.name)}
          onClick={() => void change(() => call('del_from_cart', { session, id_element: line.id }))}
        >
          <Icon name="close" size={16} />
        </button>
      )}
    </li>
  );
};

export const DraftGoods = ({ cart, mark, ...adding }: AddingProps & { readonly cart: Cart; readonly mark: Mark }) => {
  const texts = t().drafts;
  const lines = goodsOf(cart.contents);
  return (
    <Card title={texts.goods}>
      <ul class="list draft-lines">
        {lines.map(({ line }) => (
          <LineRow
            key={line.id}
            session={adding.session}
            code={cart.currency}
            line={line}
            change={adding.change}
            mark={mark}
          />
        ))}
      </ul>
      {lines.length === 0 && <Empty>{texts.empty}</Empty>}
      {may('add_to_cart') && may('search_products') && (
        <>
          <div class="card-body">
            <Searching label={texts.findGoods} hint={texts.findGoodsHint} />
          </div>
          <FoundGoods {...adding} />
        </>
      )}
    </Card>
  );
};
