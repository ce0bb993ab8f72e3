// Who gets the order of a draft, and how: contact, addresses, methods, delivery costs. A field that was refused, or
// that cannot be read yet, says so.
import type { Cart } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import type { Params, Reply } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { DetailsForm, NO_INVOICE, changedDetails } from '../parts/details-form.tsx';
import type { Errors, Typed } from '../parts/details-form.tsx';
import { Field } from '../parts/field.tsx';
import { NumberField } from '../parts/number-field.tsx';
import { Card } from '../parts/page.tsx';
import { useEffect, useRef, useState } from '../preact.ts';
import { refusalText, t } from '../texts/texts.ts';
import { amount, numberIn, writeNumber } from '../typed.ts';
import { idIn } from '../wire-number.ts';
import { classOfCosts, costsAgain, costsOf } from './draft-costs.ts';
import { useMark } from './draft-goods.tsx';
import type { Change, Mark } from './draft-goods.tsx';

type Details = Reply<'get_order_details'>;

export interface Draft {
  readonly name: string;
  readonly session: string;
  readonly shop: Reply<'get_shop'>;
  readonly cart: Cart;
  readonly details: Details;
  readonly change: Change;
  readonly mark: Mark;
}

/** Reads first what the draft is by now. */
const sendCosts = async (session: string, shop: Draft['shop'], amount: number, taxClass: string): Promise<void> => {
  const details = await call('get_order_details', { session });
  await call('add_delivery_costs', { session, delivery_costs: costsOf(shop, details, amount, taxClass) });
};

/** Sets details, and lets the delivery costs follow them. */
const sendDetails = async (
  session: string,
  shop: Draft['shop'],
  changed: Omit<Params<'set_order_details'>, 'session'>,
): Promise<Details> => {
  const movesCosts = changed.id_delivery_method !== undefined || changed.delivery_country !== undefined;
  const before = movesCosts ? await call('get_order_details', { session }) : undefined;
  const details = await call('set_order_details', { session, ...changed });
  if (before === undefined || !may('add_delivery_costs')) return details;
  const { delivery_costs: costs } = await call('get_cart', { session });
  // The tax class is known by the rate of the country before, in which the engine may have taxed it anew already.
  const taxClass = classOfCosts(shop, before, costs.positions) || classOfCosts(shop, details, costs.positions);
  const again = costsAgain(shop, details, costs.positions, taxClass);
  if (again !== undefined) await call('add_delivery_costs', { session, delivery_costs: again });
  return details;
};

/** Text fields of the details; countries as codes where the form chooses from some. */
const textsOf = ({ countries }: Draft['shop'], details: Details): Typed => ({
  ...Object.fromEntries(
    Object.entries(details).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && /^(delivery|invoice)_[a-z]+$|^(email|phone|note)$/.test(entry[0]),
    ),
  ),
  ...(countries.length > 0 && {
    delivery_country: details.delivery_country_code,
    invoice_country: details.invoice_country_code,
  }),
});

export const CustomerCard = ({ session, shop, details, change, mark }: Draft) => {
  const saved = textsOf(shop, details);
  const [typed, setTyped] = useState(saved);
  const [errors, setErrors] = useState<Errors>({});
  // What was sent and may not be saved yet.
  const sent = useRef<Typed>({});
  useMark(mark, 'details', Object.keys(changedDetails(saved, typed)).length > 0);
  const input = (field: string, value: string): void => {
    setTyped((before) => ({ ...before, [field]: value }));
    setErrors((known) => ({ ...known, [field]: undefined }));
  };
  const send = async (changed: ReturnType<typeof changedDetails>, isSaidBeside: boolean) => {
    const values = Object.entries(changed).map(([field, value]) => [field, value ?? ''] as const);
    sent.current = { ...sent.current, ...Object.fromEntries(values) };
    const refused = await change(async () => {
      const now = textsOf(shop, await sendDetails(session, shop, changed));
      // The shop may write it otherwise than it was typed.
      const taken = (known: Typed) => values.filter(([field, value]) => known[field]?.trim() === value);
      setTyped((known) => ({
        ...known,
        ...Object.fromEntries(taken(known).map(([field]) => [field, now[field] ?? ''])),
      }));
    }, isSaidBeside);
    sent.current = Object.fromEntries(Object.entries(sent.current).filter(([field]) => !(field in changed)));
    return refused;
  };
  const leave = async (field: string, value: string): Promise<void> => {
    const changed = changedDetails({ ...saved, ...sent.current }, { [field]: value });
    if (Object.keys(changed).length === 0) return;
    const refused = await send(changed, true);
    if (refused !== undefined) setErrors((known) => ({ ...known, [field]: refusalText(refused) }));
  };
  const clearInvoice = async (): Promise<void> => {
    setTyped({ ...typed, ...NO_INVOICE });
    const changed = changedDetails({ ...saved, ...sent.current }, NO_INVOICE);
    if (Object.keys(changed).length > 0 && (await send(changed, false)) !== undefined) setTyped(typed);
  };
  return (
    <Card title={t().drafts.customer}>
      <div class="card-body ask">
        <DetailsForm
          typed={typed}
          errors={errors}
          countries={shop.countries}
          isDisabled={!may('set_order_details')}
          onInput={input}
          onLeave={(field, value) => void leave(field, value)}
          onClearInvoice={() => void clearInvoice()}
        />
      </div>
    </Card>
  );
};

interface ChoiceProps {
  readonly label: string;
  readonly methods: readonly { readonly id: number; readonly name: string }[];
  readonly chosen: number;
  readonly onChoose: (id: number | null) => void;
}

const MethodChoice = ({ label, methods, chosen, onChoose }: ChoiceProps) => (
  <Field label={label}>
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

const DeliveryCosts = ({ session, shop, cart, details, change, mark }: Draft) => {
  const texts = t().drafts;
  const rule = { ...amount(), min: 0 };
  const { sum, positions } = cart.delivery_costs;
  const known = classOfCosts(shop, details, positions);
  const [picked, setPicked] = useState('');
  const taxClass = known || picked || (shop.tax_classes[0]?.name ?? '');
  const saved = sum === 0 ? '' : writeNumber(sum, rule);
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
    if (wanted === undefined || wanted === sum) return;
    const refused = await change(() => sendCosts(session, shop, wanted, taxClass), true);
    setError(refused && refusalText(refused));
  };
  const choose = (name: string): void => {
    setPicked(name);
    if (sum !== 0) void change(() => sendCosts(session, shop, sum, name));
  };
  const amountField = (
    <NumberField
      label={texts.deliveryCosts}
      hint={texts.deliveryCostsHint}
      error={error}
      rule={rule}
      value={typed}
      isDisabled={!may('add_delivery_costs')}
      onInput={input}
      onChange={(text) => void save(text)}
    />
  );
  if (shop.tax_classes.length < 2) return amountField;
  return (
    <>
      {amountField}
      <Field label={texts.costsClass}>
        {(described) => (
          <select
            {...described}
            disabled={!may('add_delivery_costs')}
            value={taxClass}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            {shop.tax_classes.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
};

export const MethodsCard = (draft: Draft) => {
  const { session, shop, details, change } = draft;
  const texts = t().drafts;
  const set = (method: { readonly [name: string]: number | null }): void =>
    void change(() => sendDetails(session, shop, method));
  return (
    <Card title={texts.methods}>
      <div class="card-body ask">
        <MethodChoice
          label={texts.deliveryMethod}
          methods={shop.delivery_methods}
          chosen={details.order_delivery_method.id}
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
