// What a product costs somebody, and why: the price that counts, and what each price list says.
import type { PriceReason } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import type { Params, Reply } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { may } from '../api/rights.ts';
import { currencies, currency, money } from '../format.ts';
import { Chip } from '../parts/chip.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Empty, Loaded } from '../parts/page.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { numberIn, quantity as quantityRule } from '../typed.ts';
import { idIn } from '../wire-number.ts';
import { quantityText } from './price-words.ts';

/** For whom; nothing: a guest. */
export type Whom = Pick<Params<'explain_price'>, 'id_user' | 'groups'>;

const RULE = quantityRule(0.001);

const sumUp = ({ price, attribute, price_list: id, lists, currency: asked }: Reply<'explain_price'>): string => {
  const texts = t().prices.who;
  if (price === undefined) return texts.none;
  const list = lists.find((one) => one.id_price_list === id);
  if (list === undefined) return texts.byAttribute;
  // The attribute is a price in the shop's own currency alone.
  const isOther = attribute === undefined || attribute === price || asked !== currency.value;
  const usual = isOther ? '' : ` ${texts.usual(money(attribute, asked))}`;
  return `${texts.byList(list.name)}${usual}`;
};

const tiersText = ({ tiers, currency: code }: PriceReason): string =>
  tiers
    .map(({ from_quantity: from, price }) => {
      const shown = money(price, code, undefined, 4);
      return from === 0 ? shown : `${t().prices.sheet.from(quantityText(from))} ${shown}`;
    })
    .join(' · ');

const Reasons = ({ reply }: { readonly reply: Reply<'explain_price'> }) => {
  const texts = t().prices.who;
  const { price, compare_at: compare, lowest_30d: lowest, currency: code, lists } = reply;
  return (
    <>
      <div class="card-body">
        {price !== undefined && (
          <p class="price-found figure">
            {texts.pays(money(price, code, undefined, 4))}{' '}
            {compare !== undefined && <s class="quiet-text">{money(compare, code)}</s>}
          </p>
        )}
        <p class="quiet-text">{sumUp(reply)}</p>
        {lowest !== undefined && <p class="quiet-text">{texts.lowest(money(lowest, code))}</p>}
      </div>
      {lists.length === 0 ? (
        <Empty>{texts.noLists}</Empty>
      ) : (
        <ul class="list price-reasons" aria-label={texts.lists}>
          {lists.map((one) => (
            <li key={one.id_price_list}>
              <div class="grow wraps">
                <a href={hrefOf('prices', one.id_price_list)}>{one.name}</a>
                <p class="quiet-text">{tiersText(one)}</p>
              </div>
              <Chip tone={one.why === 'counts' ? 'good' : 'quiet'}>{t().prices.why[one.why]}</Chip>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

interface PriceForProps {
  readonly productId: number;
  readonly whom: Whom;
}

interface Place {
  readonly currency: string;
  /** Id; '': the channel of the back office. */
  readonly channel: string;
}

interface WhereProps {
  readonly place: Place;
  readonly onChoose: (place: Place) => void;
}

/** Only what the shop has several of. */
const Where = ({ place, onChoose }: WhereProps) => {
  const texts = t().prices;
  const channels = useData('price-channels', async (signal) =>
    may('get_channels') ? (await call('get_channels', {}, signal)).channels : [],
  );
  const named = (channels.value ?? []).map(({ id, name }) => [String(id), name] as const);
  return (
    <>
      {currencies.value.length > 1 && (
        <SelectField
          label={texts.currency}
          options={currencies.value.map(({ code }) => [code, code] as const)}
          value={place.currency}
          onInput={(code) => onChoose({ ...place, currency: code })}
        />
      )}
      {named.length > 1 && (
        <SelectField
          label={texts.who.channel}
          options={[['', texts.who.ownChannel], ...named]}
          value={place.channel}
          onInput={(channel) => onChoose({ ...place, channel })}
        />
      )}
    </>
  );
};

/** Read again where a list, a price or the account changes. */
export const PriceFor = ({ productId, whom }: PriceForProps) => {
  const texts = t().prices.who;
  const [typed, setTyped] = useState('1');
  const [place, setPlace] = useState<Place>({ currency: currency.value, channel: '' });
  const pieces = numberIn(typed, RULE) ?? 1;
  const channelId = idIn(place.channel);
  const asked = { currency: place.currency, ...(channelId !== undefined && { id_channel: channelId }) };
  const data = useData(
    `price-${productId}-${pieces}-${JSON.stringify([whom, asked])}`,
    (signal) =>
      call('explain_price', { id_shopobject: productId, quantity: String(pieces), ...whom, ...asked }, signal),
    { topics: ['price', 'product'] },
  );
  return (
    <>
      <div class="card-body ask">
        <NumberField label={texts.quantity} rule={RULE} value={typed} onInput={setTyped} />
        <Where place={place} onChoose={setPlace} />
      </div>
      <Loaded data={data} lines={2}>
        {(reply) => <Reasons reply={reply} />}
      </Loaded>
    </>
  );
};
