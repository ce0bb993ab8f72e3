// How is this order? Everything about it on one page, and what can be done about it.
import type { CartLine, Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { may, sees } from '../api/rights.ts';
import { isGone } from '../api/refused.ts';
import { useData } from '../api/use-data.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { dateTime, moneyOf, pieces, unitPriceOf } from '../format.ts';
import { goneOf, goodsOf } from '../order-lines.ts';
import { BackLink } from '../parts/back-link.tsx';
import { Chip } from '../parts/chip.tsx';
import { Sums } from '../parts/sums.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { HistoryCard, useHistory } from '../parts/history.tsx';
import { Icon } from '../parts/icon.tsx';
import { LaterPart } from '../parts/later.tsx';
import { usePictures } from '../parts/line-pictures.tsx';
import { OrderStateChip, PaymentChip } from '../parts/order-chips.tsx';
import { Card, Failure, Loaded, Page, Skeleton } from '../parts/page.tsx';
import { Thumb } from '../parts/thumb.tsx';
import { language } from '../preferences.ts';
import { hrefOf } from '../routes.ts';
import { sumOfPieces } from '../typed.ts';
import { t } from '../texts/texts.ts';
import { orderLabel } from './field-labels.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderDeadline } from './order-deadline.tsx';
import { Addresses } from './order-details.tsx';
import { Neighbours } from './order-neighbours.tsx';
import { OrderNotes } from './order-notes.tsx';
import { OrderDocuments } from './order-documents.tsx';
import { Parcels } from './order-parcels.tsx';
import { MoneyByHand } from './money-by-hand.tsx';
import { PayLinkButton } from './pay-link.tsx';
import { UnclaimedRow } from './settle-money.tsx';

interface PlacedIn {
  readonly order: Order;
  readonly line: CartLine;
}

/** Pieces of a line; those that were cancelled or came back are struck out. */
const Pieces = ({ order, line: { id, quantity } }: PlacedIn) => {
  const gone = goneOf(order, id);
  if (gone === 0) return <>{pieces(quantity)}</>;
  return (
    <>
      <s class="quiet-text">{pieces(quantity)}</s> {pieces(sumOfPieces(quantity, -gone))}
    </>
  );
};

const Lines = ({ order }: { readonly order: Order }) => {
  const texts = t().order;
  const { cart } = order;
  const pictures = usePictures(goodsOf(cart.contents).map(({ line }) => line.id_product));
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
            {sees('amounts') && (
              <>
                <th scope="col" class="figure minor">
                  {texts.each}
                </th>
                <th scope="col" class="figure">
                  {texts.sum}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {goodsOf(cart.contents).map(({ line, depth }) => (
            <tr key={line.id}>
              <td style={depth > 0 ? { paddingInlineStart: `${16 + depth * 18}px` } : undefined}>
                <Thumb url={pictures.get(line.id_product) ?? ''} />
                {depth > 0 && '+ '}
                {line.id_product > 0 && may('get_product_details') ? (
                  <a href={hrefOf('products', line.id_product)}>{line.name}</a>
                ) : (
                  line.name
                )}{' '}
                <span class="quiet-text">{line.element_number}</span>
              </td>
              <td class="figure">
                <Pieces order={order} line={line} />
              </td>
              {sees('amounts') && (
                <>
                  <td class="figure minor">{unitPrice(line.price)}</td>
                  <td class="figure">{money(line.sum_price)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <Sums cart={cart} money={money} hasCouponNames />
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
    <Card title={t().order.why} class="why not-printed">
      <Loaded data={data}>
        {({ explain: { lines, promotions = [], coupons, delivery_costs, total, worth = [] } }) => (
          <div class="card-body">
            <p class="hint">{t().order.whyHint}</p>
            <ol>
              {[...lines, ...promotions, ...coupons, ...delivery_costs].map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
              <li class="total">{total}</li>
              {worth.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ol>
          </div>
        )}
      </Loaded>
    </Card>
  );
};

const ATTEMPT_TONES = { started: 'info', pending: 'warn', received: 'good', expired: 'quiet' } as const;

const Attempts = ({ order }: { readonly order: Order }) => {
  const id = order.id;
  const data = useData(`payments-${id}`, (signal) => call('get_payment_attempts', { id_order: id }, signal), {
    topics: ['order', 'money', 'refund'],
  });
  return (
    <Loaded data={data}>
      {({ attempts, unclaimed }) => (
        <ul class="list">
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
  );
};

const Payments = ({ order }: { readonly order: Order }) => (
  <Card title={t().order.payments} class="not-printed" beside={<PaymentChip order={order} />}>
    <ul class="list">
      <li>
        <span class="grow">{order.payment_method}</span>
        {sees('amounts') && <span class="figure">{moneyOf(order)(order.cart.total)}</span>}
      </li>
      <OrderDeadline order={order} />
      <PayLinkButton order={order} />
      <MoneyByHand order={order} />
    </ul>
    {may('get_payment_attempts') && <Attempts order={order} />}
  </Card>
);

/** Whether money came or went, which somebody may see. */
const hasRefunds = ({ balance, refunds }: Order): boolean =>
  may('get_refunds') && sees('amounts') && (balance.received > 0 || refunds !== undefined);

const Whole = ({ order }: { readonly order: Order }) => {
  const history = useHistory(`order/${order.id}`, ['order']);
  return (
    <div class="order-columns">
      <div class="main-column">
        <Card title={t().order.lines}>
          <Lines order={order} />
        </Card>
        <LaterPart
          name="timeline"
          load={() => import('./order-timeline.tsx')}
          draw={({ OrderTimeline }) => <OrderTimeline order={order} history={history} />}
        />
        <OrderNotes id={order.id} />
        {sees('amounts') && <WhyThisTotal id={order.id} />}
        <div class="not-printed">
          {may('get_changelog') && <HistoryCard history={history} labelOf={orderLabel(t())} />}
        </div>
      </div>
      <div class="side-column">
        <Addresses order={order} />
        <Payments order={order} />
        {hasRefunds(order) && (
          <LaterPart
            name="refunds"
            load={() => import('./order-refunds.tsx')}
            draw={({ OrderRefunds }) => <OrderRefunds order={order} />}
          />
        )}
        <Parcels order={order} />
        <LaterPart
          name="after-sale"
          load={() => import('./after-sale.tsx')}
          draw={({ AfterSale }) => <AfterSale order={order} />}
        />
        {may('get_returns') && (
          <LaterPart
            name="order-returns"
            load={() => import('./order-returns.tsx')}
            draw={({ OrderReturns }) => <OrderReturns order={order} />}
          />
        )}
        <OrderDocuments order={order} />
      </div>
    </div>
  );
};

export const OneOrder = ({ id }: { readonly id: number }) => {
  const code = language.value;
  const data = useData(
    `order-${id}-${code}`,
    (signal) => call('get_order_by_id', { id_order: id, language: code }, signal),
    { topics: ['order'], id },
  );
  const order = data.value;
  if (isGone(data.refused)) return <NotFound screen="orders" />;
  return (
    <Page
      title={t().order.title(id)}
      beside={
        order !== undefined && (
          <>
            <OrderStateChip state={order.order_state} />
            {order.trial === 1 && <Chip tone="info">{t().start.trialOrder}</Chip>}
            <span class="quiet-text">{t().order.placedAt(dateTime(order.creation_date))}</span>
          </>
        )
      }
      actions={
        <>
          <BackLink screen="orders">{t().order.back}</BackLink>
          <Neighbours id={id} order={order} />
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
