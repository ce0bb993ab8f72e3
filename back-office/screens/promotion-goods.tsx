// Which goods a promotion is for: all, a category, certain products, or article numbers that begin alike.
import { findCategories } from '../api/categories.ts';
import { nameOfProduct } from '../api/stock.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { TextField } from '../parts/field.tsx';
import { Loaded } from '../parts/page.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { t } from '../texts/texts.ts';
import { idIn } from '../wire-number.ts';
import { FindProduct } from './find-one.tsx';
import { GOODS_KINDS } from './promotion-draft.ts';
import type { Goods, Named } from './promotion-draft.ts';

interface GoodsProps {
  readonly goods: Goods;
  readonly onChange: (goods: Goods) => void;
}

const ChosenCategory = ({ goods, onChange }: GoodsProps) => {
  const texts = t().promotions.form;
  const language = wireLanguage();
  const data = useData(`all-categories-${language}`, (signal) => findCategories('', language, signal));
  return (
    <Loaded data={data} lines={1}>
      {(all) => (
        <SelectField
          label={texts.category}
          options={[
            ['', texts.noCategory],
            ...all.map(({ id, label, above }) => [String(id), [...above, label].join(' › ')] as const),
          ]}
          value={goods.category === undefined ? '' : String(goods.category.id)}
          onInput={(value) => {
            const chosen = all.find(({ id }) => id === idIn(value));
            onChange({ ...goods, category: chosen && { id: chosen.id, name: chosen.label } });
          }}
        />
      )}
    </Loaded>
  );
};

interface ProductsProps {
  readonly products: readonly Named[];
  readonly onChange: (products: readonly Named[]) => void;
}

const ChosenProducts = ({ products, onChange }: ProductsProps) => {
  const texts = t().promotions.form;
  return (
    <>
      <ul class="list">
        {products.map(({ id, name }) => (
          <li key={id}>
            <span class="grow">{name}</span>
            <button
              type="button"
              aria-label={texts.takeOutOne(name)}
              onClick={() => onChange(products.filter((one) => one.id !== id))}
            >
              {texts.takeOut}
            </button>
          </li>
        ))}
      </ul>
      <AddProduct
        isIn={(id) => products.some((one) => one.id === id)}
        onAdd={(product) => onChange([...products, product])}
      />
    </>
  );
};

interface AddProps {
  readonly isIn: (id: number) => boolean;
  readonly onAdd: (product: Named) => void;
}

/** Finds products, each with a button that adds it. */
export const AddProduct = ({ isIn, onAdd }: AddProps) => {
  const texts = t().promotions.form;
  return (
    <FindProduct
      label={texts.findProduct}
      hint={texts.findProductHint}
      act={(product) => {
        const name = nameOfProduct(product);
        return (
          <button
            type="button"
            aria-label={texts.addOne(name)}
            disabled={isIn(product.id)}
            onClick={() => onAdd({ id: product.id, name })}
          >
            {texts.add}
          </button>
        );
      }}
    />
  );
};

interface ChosenProps extends GoodsProps {
  /** What the choice is called; absent: as promotions have it. */
  readonly label?: string;
  /** What it means that none are chosen. */
  readonly all?: string;
}

export const ChosenGoods = ({ goods, onChange, label, all }: ChosenProps) => {
  const texts = t().promotions.form;
  const kinds = { ...texts.goodsKinds, ...(all !== undefined && { all }) };
  return (
    <>
      <SelectField
        label={label ?? texts.goods}
        options={GOODS_KINDS.map((kind) => [kind, kinds[kind]] as const)}
        value={goods.kind}
        onInput={(kind) => onChange({ ...goods, kind: GOODS_KINDS.find((one) => one === kind)! })}
      />
      {goods.kind === 'category' && <ChosenCategory goods={goods} onChange={onChange} />}
      {goods.kind === 'products' && (
        <ChosenProducts products={goods.products} onChange={(products) => onChange({ ...goods, products })} />
      )}
      {goods.kind === 'numbers' && (
        <TextField
          label={texts.numbers}
          value={goods.numbers}
          onInput={(numbers) => onChange({ ...goods, numbers })}
          required
        />
      )}
    </>
  );
};
