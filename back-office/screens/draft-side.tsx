// Who gets the order of a draft: contact and addresses. A field that was refused says so.
import type { Cart } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import type { Params, Reply } from '../api/call.ts';
import { may } from '../api/rights.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { DetailsForm } from '../parts/details-form.tsx';
import { NO_INVOICE, changedDetails } from '../parts/order-fields.ts';
import type { Errors, Typed } from '../parts/order-fields.ts';
import { Card } from '../parts/page.tsx';
import { useRef, useState } from '../preact.ts';
import { refusalText, t } from '../texts/texts.ts';
import { classOfCosts, costsAgain } from './draft-costs.ts';
import { useMark } from './draft-goods.tsx';
import type { Change, Mark } from './draft-goods.tsx';

type Details = Reply<'get_order_details'>;

export interface Draft {
  readonly name: string;
  readonly session: string;
  readonly shop: Reply<'get_shop'>;
  readonly cart: Cart;
  readonly details: Details;
  /** What each delivery method would cost, or why it is not to be had. */
  readonly offers: Reply<'get_delivery_methods'>['methods'];
  readonly change: Change;
  readonly mark: Mark;
}

/** What delivery methods say of a draft; none where the person may not ask. */
export const readOffers = async (session: string, signal?: AbortSignal): Promise<Draft['offers']> => {
  if (!may('get_delivery_methods')) return [];
  return (await call('get_delivery_methods', { session, language: wireLanguage() }, signal)).methods;
};

/** Whether the shop has rules for a delivery method: they say what it costs, until somebody types another amount. */
export const hasRules = (offers: Draft['offers'], methodId: number): boolean =>
  offers.some(({ id, why }) => id === methodId && why !== 'no_rules');

/** Sets details, and lets delivery costs that staff have typed follow them; those of rules follow by themselves. */
export const sendDetails = async (
  session: string,
  shop: Draft['shop'],
  changed: Omit<Params<'set_order_details'>, 'session'>,
): Promise<Details> => {
  const movesCosts = changed.id_delivery_method !== undefined || changed.delivery_country !== undefined;
  const before = movesCosts ? await call('get_order_details', { session }) : undefined;
  const details = await call('set_order_details', { session, ...changed });
  if (before === undefined || !may('add_delivery_costs')) return details;
  const offers = await readOffers(session);
  if ([before, details].some(({ order_delivery_method: { id } }) => hasRules(offers, id))) return details;
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
