// Which goods a delivery rule is for: products that all must be among, and those of which none may be. A condition that
// this page cannot show, since a program made it, stays until it is taken out.
import { useState } from '../preact.ts';
import { deliveryTexts } from '../texts/delivery-texts.ts';
import { UNCHOSEN } from './delivery-draft.ts';
import { areGoodsChosen, constraintOf, goodsIn } from './promotion-draft.ts';
import type { Goods } from './promotion-draft.ts';
import { ChosenGoods } from './promotion-goods.tsx';
import type { Names } from './promotion-words.ts';

const ALL: Goods = { kind: 'all', category: undefined, products: [], numbers: '' };

const textOf = (goods: Goods): string => {
  if (!areGoodsChosen(goods)) return UNCHOSEN;
  const constraint = constraintOf(goods);
  return constraint === undefined ? '' : JSON.stringify(constraint);
};

/** Undefined: the page cannot show it. */
const goodsOf = (text: string, names: Names): Goods | undefined => {
  if (text === '' || text === UNCHOSEN) return ALL;
  const known = goodsIn(JSON.parse(text));
  if (known === undefined) return undefined;
  if ('category' in known) {
    const { category: id } = known;
    return { ...ALL, kind: 'category', category: { id, name: names.categories.get(id) ?? `#${id}` } };
  }
  if ('numbers' in known) return { ...ALL, kind: 'numbers', numbers: known.numbers };
  const products = known.products.map((id) => ({ id, name: names.products.get(id) ?? `#${id}` }));
  return { ...ALL, kind: 'products', products };
};

interface RuleGoodsProps {
  readonly label: string;
  /** What it means that nothing is chosen. */
  readonly all: string;
  /** JSON of the constraint; '': none. */
  readonly value: string;
  readonly names: Names;
  readonly onType: (value: string) => void;
}

export const RuleGoods = ({ label, all, value, names, onType }: RuleGoodsProps) => {
  const texts = deliveryTexts().form;
  const [chosen, setChosen] = useState<Goods>(() => goodsOf(value, names) ?? ALL);
  // Somebody else's choice may have been taken instead.
  const shown = textOf(chosen) === value ? chosen : goodsOf(value, names);
  if (shown === undefined)
    return (
      <div class="ask">
        <p>
          {label}: {texts.foreign}
        </p>
        <div class="button-row">
          <button type="button" onClick={() => onType('')}>
            {texts.foreignDrop}
          </button>
        </div>
      </div>
    );
  return (
    <ChosenGoods
      label={label}
      all={all}
      goods={shown}
      onChange={(goods) => {
        setChosen(goods);
        onType(textOf(goods));
      }}
    />
  );
};
