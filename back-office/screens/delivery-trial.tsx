// What each delivery method would cost pieces of a product to a place, or why it is not offered: what a product page
// shows before there is a cart.
import type { OfferedDeliveryMethod } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import type { Params, Reply } from '../api/call.ts';
import { nameOfProduct } from '../api/stock.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { day, money } from '../format.ts';
import { TextField } from '../parts/field.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Card, Loaded } from '../parts/page.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { Table } from '../parts/table.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { useState } from '../preact.ts';
import { deliveryTexts } from '../texts/delivery-texts.ts';
import { t } from '../texts/texts.ts';
import { numberIn, quantity } from '../typed.ts';
import type { NumberRule } from '../typed.ts';
import { countryOptions } from './delivery-parts.ts';
import type { DeliveryShop } from './delivery-parts.ts';
import { FindProduct } from './find-one.tsx';
import type { Named } from './promotion-draft.ts';

/** The element of the trial, which a button of the screen brings into sight. */
export const TRIAL_ID = 'delivery-trial';

const PIECES = quantity(0.001);
const WEIGHT: NumberRule = { usualDecimals: 3, decimalsMax: 6, min: 0.000001, max: 100_000 };

const answerText = (method: OfferedDeliveryMethod, currency: string): string => {
  const texts = deliveryTexts().trial;
  const { why, days, tax = 0, storage } = method;
  if (why !== undefined) return texts.why[why];
  return [
    ...(days === undefined ? [] : [texts.arrives(day(days.from), day(days.to))]),
    ...(storage === undefined ? [] : [deliveryTexts().fetched(storage)]),
    ...(tax === 0 ? [] : [texts.tax(money(tax, currency))]),
  ].join(', ');
};

const Answers = ({ currency, methods }: Pick<Reply<'get_delivery_methods'>, 'currency' | 'methods'>) => {
  const texts = deliveryTexts().trial;
  return (
    <Table
      caption={texts.caption}
      rows={methods}
      keyOf={({ id }) => id}
      columns={[
        {
          title: texts.method,
          cell: ({ name, position = name }) => (position === name ? name : `${name}: ${position}`),
        },
        {
          title: texts.price,
          cell: ({ price }) => (price === undefined ? '–' : money(price, currency)),
          isFigure: true,
        },
        { title: texts.answer, cell: (method) => answerText(method, currency) },
      ]}
    />
  );
};

export const DeliveryTrial = ({ shop }: { readonly shop: DeliveryShop }) => {
  const texts = deliveryTexts().trial;
  const [product, setProduct] = useState<Named | undefined>();
  const [pieces, setPieces] = useState('1');
  const [country, setCountry] = useState(shop.country);
  const [zip, setZip] = useState('');
  const [weight, setWeight] = useState('');
  const quantityRead = numberIn(pieces, PIECES);
  const kilograms = numberIn(weight, WEIGHT);
  const to = { country, zip: zip.trim(), language: wireLanguage() };
  // What the goods are: some that weigh so much, else the product.
  const isWeighed = weight.trim() !== '';
  const what = isWeighed ? kilograms && { weight: String(kilograms) } : product && { id_shopobject: product.id };
  const asked: Params<'get_delivery_methods'> | undefined =
    typeof what === 'object' && quantityRead !== undefined ? { ...what, quantity: quantityRead, ...to } : undefined;
  const settled = useSettled(asked === undefined ? '' : JSON.stringify(asked));
  const data = useData(`delivery-trial-${settled}`, async (signal) =>
    settled === '' ? undefined : call('get_delivery_methods', JSON.parse(settled) as typeof asked & object, signal),
  );
  return (
    <Card title={texts.title} id={TRIAL_ID}>
      <div class="card-body ask delivery-trial">
        <p class="quiet-text">{texts.hint}</p>
        <FindProduct
          label={product === undefined ? texts.product : `${texts.product}: ${product.name}`}
          hint={t().promotions.form.findProductHint}
          act={(one) => {
            const name = nameOfProduct(one);
            return (
              <button
                type="button"
                aria-label={texts.chooseOne(name)}
                aria-pressed={one.id === product?.id}
                onClick={() => setProduct({ id: one.id, name })}
              >
                {texts.choose}
              </button>
            );
          }}
        />
        <div class="two">
          <NumberField label={texts.pieces} rule={PIECES} value={pieces} onInput={setPieces} />
          <NumberField label={texts.weight} hint={texts.weightHint} rule={WEIGHT} value={weight} onInput={setWeight} />
          <SelectField label={texts.country} options={countryOptions(shop)} value={country} onInput={setCountry} />
          <TextField label={texts.zip} value={zip} onInput={setZip} />
        </div>
      </div>
      {settled !== '' && (
        <div aria-live="polite">
          <Loaded data={data} lines={3}>
            {(reply) => (reply === undefined ? null : <Answers currency={reply.currency} methods={reply.methods} />)}
          </Loaded>
        </div>
      )}
    </Card>
  );
};
