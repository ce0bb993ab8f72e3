// The last of the first steps: an order that tries the shop out. It is placed as every other one, and no figure counts
// it; cancelling it gives its stock and coupons back.
import { call } from '../api/call.ts';
import { refreshAll } from '../api/feed.ts';
import { Refused } from '../api/refused.ts';
import { may } from '../api/rights.ts';
import { user } from '../api/session.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { Failure } from '../parts/page.tsx';
import { OrderStateChip, PaymentChip } from '../parts/order-chips.tsx';
import { useState } from '../preact.ts';
import { priceFieldIn } from '../price.ts';
import { goTo, hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import type { FormProps } from './first-form.tsx';
import type { Settings } from './shop-preview.ts';

/** Stands where an address needs something, and says that nobody lives there. */
const detailsOf = ({ company, country, payment_methods: [payment], delivery_methods: [delivery] }: Settings) => {
  const texts = t().start.trialAddress;
  const [name = ''] = company.split('\n');
  return {
    email: user.value!.email,
    ...(name !== '' && { delivery_companyname: name }),
    delivery_firstname: texts.firstname,
    delivery_lastname: texts.lastname,
    delivery_street: texts.street,
    delivery_number: '1',
    delivery_zip: '10000',
    delivery_city: texts.city,
    delivery_country: country,
    ...(payment !== undefined && { id_payment_method: payment.id }),
    ...(delivery !== undefined && { id_delivery_method: delivery.id }),
  };
};

/** A draft with the newest product that can be bought; it is placed on its page. */
const begin = async (settings: Settings): Promise<void> => {
  const [shop, found] = await Promise.all([
    call('get_shop', {}),
    call('search_products', {
      constraint: { 'main.id_variation': ['>=', 0], 'main.active': 1 },
      order_columns: 'main.id',
      order: 'DESC',
      left_limit: 0,
      right_limit: 1,
      language: wireLanguage(),
    }),
  ]);
  const [product] = found.result;
  const { session, id_draft: name } = await call('create_draft', { trial: 1 });
  if (product !== undefined)
    await call('add_to_cart', {
      session,
      id_shopobject: product.id,
      element_type: 'PRODUCT_GR',
      quantity: 1,
      price_field: priceFieldIn(product.attributes, shop.price_fields),
      name_field: 'name',
      language: shop.language,
    });
  await call('set_order_details', { session, ...detailsOf(settings) });
  goTo(hrefOf('orders', `draft-${name}`));
};

const EndTrialDialog = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
  const texts = t().start;
  const act = async (): Promise<string> => {
    await call('update_order_details', { id_order: id, order_state: 'CANCELED' });
    return texts.trialEnded(id);
  };
  return (
    <ConfirmDialog title={texts.endTrialTitle(id)} label={texts.endTrial} act={act} onClose={onClose}>
      <Consequences sentences={texts.endTrialWill} />
    </ConfirmDialog>
  );
};

const Placed = ({ id }: { readonly id: number }) => {
  const texts = t().start;
  const [isEnding, setEnding] = useState(false);
  const data = useData(`trial-${id}`, (signal) => call('get_order_by_id', { id_order: id }, signal), {
    topics: ['order'],
    id,
  });
  const order = data.value;
  return (
    <div class="button-row">
      <a class="button" href={hrefOf('orders', id)}>
        {t().order.title(id)}
      </a>
      {order !== undefined && (
        <>
          <OrderStateChip state={order.order_state} />
          <PaymentChip order={order} />
          {order.order_state !== 'CANCELED' && may('update_order_details') && (
            <button type="button" class="primary" onClick={() => setEnding(true)}>
              {texts.endTrial}
            </button>
          )}
        </>
      )}
      {isEnding && <EndTrialDialog id={id} onClose={() => setEnding(false)} />}
    </div>
  );
};

export const TrialForm = ({ settings, steps }: FormProps) => {
  const texts = t().start;
  const [refused, setRefused] = useState<Refused | undefined>();
  const [isRunning, setRunning] = useState(false);
  const { id_trial_order: id } = steps;
  const hasProduct = steps.steps.some(({ name, state }) => name === 'product' && state === 'done');
  const go = async (): Promise<void> => {
    setRunning(true);
    setRefused(undefined);
    try {
      await begin(settings);
      refreshAll();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error);
    }
    setRunning(false);
  };
  return (
    <>
      {id > 0 && <Placed id={id} />}
      {!hasProduct && <p>{texts.trialNeedsProduct}</p>}
      {refused !== undefined && <Failure refused={refused} />}
      {may('create_draft') && (
        <div class="button-row">
          <button
            type="button"
            class={id > 0 ? '' : 'primary'}
            disabled={!hasProduct || isRunning}
            onClick={() => void go()}
          >
            {id > 0 ? texts.anotherTrial : texts.beginTrial}
          </button>
        </div>
      )}
    </>
  );
};
