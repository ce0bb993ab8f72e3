// What is with this order? Everything about it on one page, and what can be done about it.
import type { Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { isGone } from '../api/refused.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { dateTime, moneyOf, pieces, rate, unitPriceOf } from '../format.ts';
import { mailtoOf } from '../mail-link.ts';
import { goodsOf } from '../order-lines.ts';
import { Chip } from '../parts/chip.tsx';
import { Gone } from '../parts/gone.tsx';
import { History } from '../parts/history.tsx';
import { Icon } from '../parts/icon.tsx';
import { DeliveryChip, OrderStateChip, PaymentChip } from '../parts/order-chips.tsx';
import { Card, Empty, Failure, Loaded, Page, Skeleton } from '../parts/page.tsx';
import { language } from '../preferences.ts';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderDocuments } from './order-documents.tsx';
import { UnclaimedRow } from './settle-money.tsx';

const Lines = ({ order }: { readonly order: Order }) => {
  const texts = t().order;
  const { cart } = order;
  const money = moneyOf(order);
  const unitPrice = unitPriceOf(order);
  return (
    <div class="table-frame">
      <table class="lines">
        <caption class="unseen">{texts.lines}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.article}</th>
            <th scope="col" class="figure">
              {texts.quantity}
            </th>
            <th scope="col" class="figure minor">
              {texts.each}
            </th>
            <th scope="col" class="figure">
              {texts.sum}
            </th>
          </tr>
        </thead>
        <tbody>
          {goodsOf(cart.contents).map(({ line, depth }) => (
            <tr key={line.id}>
              <td style={depth > 0 ? { paddingInlineStart: `${16 + depth * 18}px` } : undefined}>
                {depth > 0 && '+ '}
                {line.name} <span class="quiet-text">{line.element_number}</span>
              </td>
              <td class="figure">{pieces(line.quantity)}</td>
              <td class="figure minor">{unitPrice(line.price)}</td>
              <td class="figure">{money(line.sum_price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl class="sums">
        <dt>{texts.goods}</dt>
        <dd class="figure">{money(cart.sum)}</dd>
        {cart.coupons.positions.map(({ code, name, used_amount: used }) => (
          <>
            <dt>
              {texts.coupon} {name} <code>{code}</code>
            </dt>
            <dd class="figure">−{money(used)}</dd>
          </>
        ))}
        {cart.delivery_costs.positions.map(({ name, price }) => (
          <>
            <dt>{name.startsWith(texts.delivery) ? name : `${texts.delivery} ${name}`}</dt>
            <dd class="figure">{money(price)}</dd>
          </>
        ))}
        <dt class="total">{texts.total}</dt>
        <dd class="total figure">{money(cart.total)}</dd>
        {cart.tax_positions.map(({ rate: share, tax }) => (
          <>
            <dt class="quiet-text">{texts.includedTax(rate(share))}</dt>
            <dd class="figure quiet-text">{money(tax)}</dd>
          </>
        ))}
      </dl>
    </div>
  );
};

/** The engine's own sentences for every amount. */
const WhyThisTotal = ({ id }: { readonly id: number }) => {
  const language = wireLanguage();
  const ask = (signal: AbortSignal) => call('explain_order', { id_order: id, language }, signal);
  const data = useData(`explain-${id}-${language}`, ask, {
    topics: ['order'],
    id,
  });
  return (
    <Card title={t().order.why} class="why">
      <Loaded data={data}>
        {({ explain }) => (
          <div class="card-body">
            <p class="hint">{t().order.whyHint}</p>
            <ol>
              {[...explain.lines, ...explain.coupons, ...explain.delivery_costs].map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
              <li class="total">{explain.total}</li>
            </ol>
          </div>
        )}
      </Loaded>
    </Card>
  );
};

const addressOf = (order: Order, kind: 'delivery' | 'invoice'): readonly string[] => {
  const part = (name: string): string => String(order[`order_${kind}_${name}` as keyof Order] ?? '');
  return [
    part('companyname'),
    part('department'),
    `${part('salutation')} ${part('firstname')} ${part('lastname')}`.trim(),
    `${part('street')} ${part('number')}`.trim(),
    `${part('zip')} ${part('city')}`.trim(),
    [part('state'), part('country')].filter((text) => text !== '').join(', '),
  ].filter((line) => line !== '');
};

const Addresses = ({ order }: { readonly order: Order }) => {
  const texts = t().order;
  const [delivery, invoice] = [addressOf(order, 'delivery'), addressOf(order, 'invoice')];
  const shown = (lines: readonly string[]) => lines.map((line) => <p key={line}>{line}</p>);
  return (
    <Card class="addresses">
      <div class="card-body">
        <h3>{texts.contact}</h3>
        {order.order_email !== '' && <a href={mailtoOf(order.order_email)}>{order.order_email}</a>}
        {order.order_phone !== '' && <p>{order.order_phone}</p>}
        {order.username !== '' && <p class="quiet-text">{order.username}</p>}
        <h3>{texts.deliveryTo}</h3>
        <address>{shown(delivery)}</address>
        <h3>{texts.invoiceTo}</h3>
        <address>{invoice.length === 0 ? <p class="quiet-text">{texts.sameAddress}</p> : shown(invoice)}</address>
        {order.order_note !== '' && (
          <>
            <h3>{texts.note}</h3>
            <p class="note-text">{order.order_note}</p>
          </>
        )}
      </div>
    </Card>
  );
};

const ATTEMPT_TONES = { started: 'info', pending: 'warn', received: 'good', expired: 'quiet' } as const;

const Payments = ({ order }: { readonly order: Order }) => {
  const id = order.id;
  const data = useData(`payments-${id}`, (signal) => call('get_payment_attempts', { id_order: id }, signal), {
    topics: ['order', 'money'],
  });
  return (
    <Card title={t().order.payments} beside={<PaymentChip order={order} />}>
      <Loaded data={data}>
        {({ attempts, unclaimed }) => (
          <ul class="list">
            <li>
              <span class="grow">{order.payment_method}</span>
              <span class="figure">{moneyOf(order)(order.cart.total)}</span>
            </li>
            {attempts.length === 0 && <li class="quiet-text">{t().order.noPayments}</li>}
            {attempts.map((attempt) => (
              <li key={attempt.id}>
                <span class="grow">
                  {moneyOf(order)(attempt.amount)} <code>{attempt.reference}</code>
                  <span class="quiet-text"> {dateTime(attempt.creation_date)}</span>
                </span>
                <Chip tone={ATTEMPT_TONES[attempt.state]}>{t().states.attempt[attempt.state]}</Chip>
              </li>
            ))}
            {unclaimed.map((one) => (
              <UnclaimedRow key={one.id} money={one} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
};

const Parcels = ({ order }: { readonly order: Order }) => {
  const texts = t().order;
  const goods = goodsOf(order.cart.contents);
  const nameOf = (id: number): string => goods.find(({ line }) => line.id === id)?.line.name ?? String(id);
  return (
    <Card title={texts.parcels} beside={<DeliveryChip state={order.delivery_state.name} />}>
      {order.parcels.length === 0 ? (
        <Empty>{texts.noParcels}</Empty>
      ) : (
        <ul class="list">
          {order.parcels.map((parcel) => (
            <li key={parcel.id}>
              <Icon name="truck" />
              <div class="grow">
                <p>
                  {texts.parcel(parcel.id)} · {parcel.provider} <code>{parcel.tracking_number}</code>
                </p>
                <p class="quiet-text">
                  {dateTime(parcel.creation_date)} ·{' '}
                  {parcel.lines.map(({ id_element: id, quantity }) => `${pieces(quantity)} × ${nameOf(id)}`).join(', ')}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};

const Whole = ({ order }: { readonly order: Order }) => (
  <div class="order-columns">
    <div class="main-column">
      <Card title={t().order.lines}>
        <Lines order={order} />
      </Card>
      <WhyThisTotal id={order.id} />
      <History object={`order/${order.id}`} topics={['order']} />
    </div>
    <div class="side-column">
      <Addresses order={order} />
      <Payments order={order} />
      <Parcels order={order} />
      <OrderDocuments order={order} />
    </div>
  </div>
);

export const OneOrder = ({ id }: { readonly id: number }) => {
  const code = language.value;
  const data = useData(
    `order-${id}-${code}`,
    (signal) => call('get_order_by_id', { id_order: id, language: code }, signal),
    { topics: ['order'], id },
  );
  const order = data.value;
  if (isGone(data.refused)) return <Gone screen="orders" />;
  return (
    <Page
      title={t().order.title(id)}
      beside={
        order !== undefined && (
          <>
            <OrderStateChip state={order.order_state} />
            <span class="quiet-text">{t().order.placedAt(dateTime(order.creation_date))}</span>
          </>
        )
      }
      actions={
        <>
          <a class="button" href={hrefOf('orders')}>
            <Icon name="left" size={16} />
            {t().order.back}
          </a>
          {order !== undefined && (
            <>
              <button type="button" onClick={() => print()}>
                <Icon name="print" size={16} />
                {t().shell.print}
              </button>
              <OrderActions order={order} />
            </>
          )}
        </>
      }
    >
      {order !== undefined && <Whole order={order} />}
      {order === undefined && data.refused === undefined && <Skeleton lines={8} />}
      {data.refused !== undefined && <Failure refused={data.refused} onRetry={data.reload} />}
    </Page>
  );
};
