// What a customer pays: the price lists that are for them, and the price of a product that is searched.
import { may } from '../api/rights.ts';
import { nameOfProduct } from '../api/stock.ts';
import { useData } from '../api/use-data.ts';
import { Card, Empty, Loaded } from '../parts/page.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { FindProduct } from './find-one.tsx';
import { ListChip, readLists } from './price-list-parts.tsx';
import { PriceFor } from './price-reasons.tsx';

interface PricesProps {
  readonly id: number;
  /** Ids of the groups that the account is in. */
  readonly groups: readonly number[];
}

const Their = ({ id, groups }: PricesProps) => {
  const texts = t().prices.who;
  const data = useData(`lists-of-customer-${id}`, readLists, { topics: ['price'] });
  return (
    <Loaded data={data} lines={2}>
      {({ lists }) => {
        const open = lists.filter(({ state }) => state !== 'ended');
        const theirs = open.filter((list) => list.groups.some((group) => groups.includes(group)));
        const ofAll = open.filter((list) => list.groups.length === 0);
        return (
          <>
            {theirs.length === 0 && <Empty>{texts.theirNone}</Empty>}
            <ul class="list">
              {[...theirs, ...ofAll].map((list) => (
                <li key={list.id}>
                  <a class="grow" href={hrefOf('prices', list.id)}>
                    {list.name}
                  </a>
                  {list.groups.length === 0 && <span class="quiet-text">{texts.forAll}</span>}
                  <ListChip state={list.state} />
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </Loaded>
  );
};

export const PricesOfCustomer = ({ id, groups }: PricesProps) => {
  const texts = t().prices.who;
  const [product, setProduct] = useState<{ readonly id: number; readonly name: string } | undefined>();
  return (
    <Card title={texts.their}>
      {may('get_price_lists') && <Their id={id} groups={groups} />}
      {may('explain_price') && may('search_products') && (
        <>
          <div class="card-body">
            <FindProduct
              label={texts.findProduct}
              hint={texts.findProductHint}
              act={(one) => (
                <button
                  type="button"
                  aria-label={`${texts.choose} ${nameOfProduct(one)}`}
                  onClick={() => setProduct({ id: one.id, name: nameOfProduct(one) })}
                >
                  {texts.choose}
                </button>
              )}
            />
          </div>
          {product !== undefined && (
            <>
              <h3 class="card-body">{product.name}</h3>
              <PriceFor productId={product.id} whom={{ id_user: id }} />
            </>
          )}
        </>
      )}
    </Card>
  );
};
