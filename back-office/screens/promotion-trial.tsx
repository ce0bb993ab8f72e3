// What a promotion that is not made yet would make of a sample cart, and would have given past orders.
import { call } from '../api/call.ts';
import type { Reply } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { count, dayBefore, money } from '../format.ts';
import { DayField } from '../parts/day-field.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Card, Loaded } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { useState } from '../preact.ts';
import { t } from '../texts/texts.ts';
import { amount, numberIn, quantity } from '../typed.ts';
import { AddProduct } from './promotion-goods.tsx';
import type { Named, Terms } from './promotion-draft.ts';

const PIECES = quantity(0.001);

interface TrialProps {
  /** Undefined while something cannot be read. */
  readonly terms: Terms | undefined;
  readonly name: string;
}

interface SampleLine extends Named {
  readonly pieces: string;
}

type TriedCart = NonNullable<Reply<'try_promotion'>['cart']>;

const TriedOnCart = ({ cart }: { readonly cart: TriedCart }) => {
  const texts = t().promotions.trial;
  const shown = (value: number) => money(value, cart.currency);
  return (
    <>
      <Pairs
        areFigures
        pairs={[
          [texts.sum, shown(cart.sum)],
          [texts.off, shown(cart.amount)],
          [texts.total, shown(cart.total)],
        ]}
      />
      <ul class="promotion-reasons">
        {cart.explain.map((sentence) => (
          <li key={sentence} class="quiet-text">
            {sentence}
          </li>
        ))}
      </ul>
    </>
  );
};

export const TrialCart = ({ terms, name }: TrialProps) => {
  const texts = t().promotions.trial;
  const [lines, setLines] = useState<readonly SampleLine[]>([]);
  const [delivery, setDelivery] = useState('');
  const language = wireLanguage();
  const goods = lines.flatMap(({ id, pieces }) => {
    const read = numberIn(pieces, PIECES);
    return read === undefined ? [] : [{ id_shopobject: id, quantity: read }];
  });
  const costs = numberIn(delivery, amount()) ?? 0;
  const asked = { ...terms!, name: name.trim() || 'Trial', lines: goods, delivery_costs: String(costs), language };
  const isTried = terms !== undefined && goods.length > 0;
  const settled = useSettled(isTried ? JSON.stringify(asked) : '');
  const data = useData(`trial-${settled}`, async (signal) =>
    settled === '' ? undefined : (await call('try_promotion', JSON.parse(settled) as typeof asked, signal)).cart,
  );
  return (
    <Card title={texts.title}>
      <div class="card-body ask">
        <p class="quiet-text">{terms === undefined ? texts.incomplete : texts.hint}</p>
        {lines.map((line) => (
          <div class="promotion-line" key={line.id}>
            <NumberField
              label={texts.piecesOf(line.name)}
              rule={PIECES}
              value={line.pieces}
              onInput={(pieces) => setLines(lines.map((one) => (one === line ? { ...one, pieces } : one)))}
            />
            <button
              type="button"
              aria-label={t().promotions.form.takeOutOne(line.name)}
              onClick={() => setLines(lines.filter((one) => one !== line))}
            >
              {t().promotions.form.takeOut}
            </button>
          </div>
        ))}
        <AddProduct
          isIn={(id) => lines.some((one) => one.id === id)}
          onAdd={(product) => setLines([...lines, { ...product, pieces: '1' }])}
        />
        {lines.length > 0 && (
          <NumberField label={texts.delivery} rule={amount()} value={delivery} onInput={setDelivery} />
        )}
        {settled !== '' && (
          <div aria-live="polite">
            <Loaded data={data} lines={3}>
              {(cart) => (cart === undefined ? null : <TriedOnCart cart={cart} />)}
            </Loaded>
          </div>
        )}
      </div>
    </Card>
  );
};

const TriedOnOrders = ({ reply }: { readonly reply: Reply<'try_promotion'> }) => {
  const texts = t().promotions.trial;
  const { orders, uses, sums } = reply;
  if (orders === 0) return <p>{texts.nobody}</p>;
  if (uses === 0) return <p>{texts.nothing}</p>;
  return (
    <>
      <p>{texts.uses(count(uses), count(orders))}</p>
      {sums.map((sum) => (
        <div key={sum.currency}>
          <p>{texts.gave(money(sum.amount, sum.currency))}</p>
          {sum.cost !== sum.amount && <p class="quiet-text">{texts.cost(money(sum.cost, sum.currency))}</p>}
        </div>
      ))}
    </>
  );
};

const DAYS = 30;

export const TrialOrders = ({ terms, name }: TrialProps) => {
  const texts = t().promotions.trial;
  const [from, setFrom] = useState(dayBefore(DAYS));
  const [until, setUntil] = useState(dayBefore(0));
  const now = terms && JSON.stringify({ ...terms, name: name.trim() || 'Trial', from_date: from, to_date: until });
  const [asked, setAsked] = useState<string | undefined>();
  const data = useData(`trial-orders-${asked}`, async (signal) =>
    asked === undefined ? undefined : call('try_promotion', JSON.parse(asked) as Terms, signal),
  );
  return (
    <Card title={texts.orders}>
      <div class="card-body ask">
        <p class="quiet-text">{texts.ordersHint}</p>
        <div class="two">
          <DayField label={texts.from} value={from} onInput={setFrom} />
          <DayField label={texts.until} value={until} onInput={setUntil} />
        </div>
        <button
          type="button"
          disabled={now === undefined || from === '' || until === '' || now === asked}
          onClick={() => setAsked(now)}
        >
          {texts.look}
        </button>
        {asked !== undefined && asked === now && (
          <div aria-live="polite">
            <Loaded data={data} lines={2}>
              {(reply) => (reply === undefined ? null : <TriedOnOrders reply={reply} />)}
            </Loaded>
          </div>
        )}
      </div>
    </Card>
  );
};
