// How the order of a draft is sent and paid: methods, with what the rules of the shop ask for them, and delivery costs,
// which staff may type instead. An amount that cannot be read yet says so.
import { call } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { day, money } from '../format.ts';
import { Field } from '../parts/field.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Card } from '../parts/page.tsx';
import { useEffect, useState } from '../preact.ts';
import { deliveryTexts } from '../texts/delivery-texts.ts';
import { refusalText, t } from '../texts/texts.ts';
import { amount, numberIn, writeNumber } from '../typed.ts';
import { idIn } from '../wire-number.ts';
import { classOfCosts, costsOf } from './draft-costs.ts';
import { useMark } from './draft-goods.tsx';
import { hasRules, sendDetails } from './draft-side.tsx';
import type { Draft } from './draft-side.tsx';

/** Reads first what the draft is by now. */
const sendCosts = async (session: string, shop: Draft['shop'], amount: number, taxClass: string): Promise<void> => {
  const details = await call('get_order_details', { session });
  await call('add_delivery_costs', { session, delivery_costs: costsOf(shop, details, amount, taxClass) });
};

/** The rules of the method say again what it costs. */
const sendByRules = (session: string) => call('add_delivery_costs', { session, delivery_costs: null });

/** A method with its price and its days, or why it is not to be had. */
const offerText = ({ name, price, days, available, why }: Draft['offers'][number]): string => {
  const { trial } = deliveryTexts();
  if (available === 0) return `${name}: ${why === undefined ? '' : trial.why[why]}`;
  if (price === undefined) return name;
  const arrives = days === undefined ? [] : [trial.arrives(day(days.from), day(days.to))];
  return `${name}: ${[money(price), ...arrives].join(', ')}`;
};

interface ChoiceProps {
  readonly label: string;
  readonly methods: readonly { readonly id: number; readonly name: string }[];
  readonly error?: string | undefined;
  readonly chosen: number;
  readonly onChoose: (id: number | null) => void;
}

const MethodChoice = ({ label, methods, error, chosen, onChoose }: ChoiceProps) => (
  <Field label={label} error={error}>
    {(described) => (
      <select
        {...described}
        disabled={!may('set_order_details')}
        value={String(chosen)}
        onChange={(event) => onChoose(idIn(event.currentTarget.value) ?? null)}
      >
        <option value="0">{t().drafts.none}</option>
        {methods.map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Field>
);

interface ClassProps extends Pick<Draft, 'shop'> {
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}

const ClassChoice = ({ shop, chosen, onChoose }: ClassProps) => (
  <Field label={t().drafts.costsClass}>
    {(described) => (
      <select
        {...described}
        disabled={!may('add_delivery_costs')}
        value={chosen}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {shop.tax_classes.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Field>
);

const DeliveryCosts = ({ session, shop, cart, details, offers, change, mark }: Draft) => {
  const texts = t().drafts;
  const rule = { ...amount(), min: 0 };
  const { sum, positions } = cart.delivery_costs;
  const methodId = details.order_delivery_method.id;
  const isRuled = hasRules(offers, methodId);
  const offer = offers.find(({ id }) => id === methodId);
  const isByRules = isRuled && (offer?.price ?? 0) === sum;
  const known = classOfCosts(shop, details, positions);
  const [picked, setPicked] = useState('');
  const taxClass = known || picked || (shop.tax_classes[0]?.name ?? '');
  const saved = sum === 0 && !isRuled ? '' : writeNumber(sum, rule);
  const [typed, setTyped] = useState(saved);
  const [error, setError] = useState<string | undefined>();
  useEffect(() => setTyped(saved), [saved]);
  const wantedOf = (text: string): number | undefined => (text.trim() === '' ? 0 : numberIn(text, rule));
  useMark(mark, 'costs', wantedOf(typed) !== sum);
  const input = (text: string): void => {
    setTyped(text);
    setError(undefined);
  };
  const save = async (text: string): Promise<void> => {
    const wanted = wantedOf(text);
    const isLeftToRules = isRuled && text.trim() === '';
    if (wanted === undefined || (wanted === sum && !isLeftToRules)) return;
    const send = () => (isLeftToRules ? sendByRules(session) : sendCosts(session, shop, wanted, taxClass));
    const refused = await change(send, true);
    setError(refused && refusalText(refused));
    // What rules say again may be what stood there before.
    if (isLeftToRules && refused === undefined) setTyped(saved);
  };
  const choose = (name: string): void => {
    setPicked(name);
    if (sum !== 0) void change(() => sendCosts(session, shop, sum, name));
  };
  const { draft } = deliveryTexts();
  const byWhom = isByRules ? draft.byRules : draft.byHand;
  const isRefused = isByRules && offer?.available === 0;
  const hint = isRefused ? undefined : isRuled ? byWhom : texts.deliveryCostsHint;
  return (
    <>
      <NumberField
        label={texts.deliveryCosts}
        hint={hint}
        error={error}
        rule={rule}
        value={typed}
        isDisabled={!may('add_delivery_costs')}
        onInput={input}
        onChange={(text) => void save(text)}
      />
      {shop.tax_classes.length > 1 && !isByRules && <ClassChoice shop={shop} chosen={taxClass} onChoose={choose} />}
    </>
  );
};

export const MethodsCard = (draft: Draft) => {
  const { session, shop, cart, details, offers, change } = draft;
  const texts = t().drafts;
  // An empty cart is offered nothing.
  const offered = cart.contents.length === 0 ? [] : offers;
  const nameOf = (id: number, name: string): string => {
    const offer = offered.find((one) => one.id === id);
    return offer === undefined ? name : offerText(offer);
  };
  const { id: chosen } = details.order_delivery_method;
  const refusal = offered.find(({ id, available }) => id === chosen && available === 0)?.why;
  const set = (method: { readonly [name: string]: number | null }): void =>
    void change(() => sendDetails(session, shop, method));
  return (
    <Card title={texts.methods}>
      <div class="card-body ask">
        <MethodChoice
          label={texts.deliveryMethod}
          methods={shop.delivery_methods.map(({ id, name }) => ({ id, name: nameOf(id, name) }))}
          error={refusal && deliveryTexts().trial.why[refusal]}
          chosen={chosen}
          onChoose={(id) => set({ id_delivery_method: id })}
        />
        <DeliveryCosts {...draft} />
        <MethodChoice
          label={texts.paymentMethod}
          methods={shop.payment_methods}
          chosen={details.order_payment_method.id}
          onChoose={(id) => set({ id_payment_method: id })}
        />
      </div>
    </Card>
  );
};
