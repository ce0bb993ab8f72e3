// How is the shop doing right now? Sales beside the same day of last week, and what somebody should look after.
import { call } from '../api/call.ts';
import type { Reply } from '../api/call.ts';
import { sees } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import {
  ago,
  count,
  currency,
  dateOf,
  dayBefore,
  momentBefore,
  money,
  moneyOf,
  percent,
  pieces,
  shortDay,
  shortMoney,
} from '../format.ts';
import { Chart } from '../parts/chart.tsx';
import { Chip } from '../parts/chip.tsx';
import { Card, Empty, Figure, Loaded, Page } from '../parts/page.tsx';
import { useMemo } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { FirstSteps } from './first-steps.tsx';
import { queryOf } from './orders-counted.ts';
import type { Counted } from './orders-counted.ts';
import { UNPAID } from './orders-filter.ts';
import { UnclaimedRow } from './settle-money.tsx';

type Report = Reply<'get_report'>;

const DAYS = 30;
const SHOWN = 6;

interface Numbers {
  readonly sales: Report;
  readonly orders: Report;
  /** Orders that the sales come from: those that are not cancelled. */
  readonly sold: Report;
  readonly carts: Reply<'get_open_carts'>;
}

const readNumbers = async (signal: AbortSignal): Promise<Numbers> => {
  const range = { start_date: dayBefore(DAYS - 1) };
  const [sales, orders, sold, carts] = await Promise.all([
    call('get_report', { statistic: 'sales', ...range }, signal),
    call('get_report', { statistic: 'orders', ...range }, signal),
    call('get_report', { statistic: 'sales_orders', ...range }, signal),
    call('get_open_carts', { limit: 1 }, signal),
  ]);
  return { sales, orders, sold, carts };
};

/** Shows today beside the whole of the same day last week. */
const Against = ({ report, show }: { readonly report: Report; readonly show: (value: number) => string }) => {
  const [now, then] = [report.records.at(-1)?.value ?? 0, report.records.at(-8)?.value ?? 0];
  const texts = t().today;
  if (then === 0) return <>{texts.lastWeek(show(then))}</>;
  return (
    <>
      <span class={now >= then ? 'up' : 'down'}>{percent(now / then - 1)}</span> {texts.against(show(then))}
    </>
  );
};

/** Mean order value of the day `back` days before the last one. */
const averageOf = ({ sales, sold }: Numbers, back: number): string => {
  const [sum, number] = [sales, sold].map(({ records }) => records.at(-1 - back)?.value ?? 0) as [number, number];
  return number === 0 ? '–' : money(sum / number);
};

const Tiles = (numbers: Numbers) => {
  const { sales, orders, carts } = numbers;
  const [sum, number] = [sales.records.at(-1)?.value ?? 0, orders.records.at(-1)?.value ?? 0];
  const lately = carts.ages.find(({ hours }) => hours === 24);
  const texts = t().today;
  const today = { from: dayBefore(0), to: dayBefore(0) };
  const listed = (counts: Counted): string =>
    hrefOf('orders', '', queryOf(counts, today, { channel: '', currency: '' }, currency.value));
  return (
    <div class="tiles">
      <Figure
        name={texts.sales}
        value={money(sum)}
        note={<Against report={sales} show={money} />}
        href={listed('sales')}
      />
      <Figure
        name={texts.orders}
        value={count(number)}
        note={<Against report={orders} show={count} />}
        href={listed('orders')}
      />
      <Figure
        name={texts.average}
        value={averageOf(numbers, 0)}
        note={texts.lastWeek(averageOf(numbers, 7))}
        href={listed('sales')}
      />
      <Figure name={texts.carts} value={count(lately?.count ?? 0)} note={texts.cartsNote(money(lately?.sum ?? 0))} />
    </div>
  );
};

const SalesChart = ({ sales, orders }: Numbers) => {
  const texts = t().today;
  const { times, series } = useMemo(
    () => ({
      times: sales.records.map(({ date }) => dateOf(`${date} 00:00:00`).getTime() / 1000),
      series: [{ name: texts.salesSeries, values: sales.records.map(({ value }) => value), color: '--accent' }],
    }),
    [sales, texts],
  );
  return (
    <Chart
      label={texts.chartLabel(money(sales.sum), count(orders.sum))}
      times={times}
      series={series}
      format={shortMoney}
      formatTime={(seconds) => shortDay(new Date(seconds * 1000).toISOString())}
      height={220}
      isBars
      areDays
    />
  );
};

const TopProducts = () => {
  const data = useData('hotlist', (signal) => call('get_report', { statistic: 'hotlist_month' }, signal), {
    topics: ['order'],
  });
  return (
    <Card title={t().today.top}>
      <Loaded data={data}>
        {({ records }) =>
          records.length === 0 ? (
            <Empty>{t().today.noTop}</Empty>
          ) : (
            <ol class="list">
              {records.slice(0, SHOWN).map(({ id = 0, name = '', value }) => (
                <li key={id}>
                  <a class="grow" href={hrefOf('products', id)}>
                    {name}
                  </a>
                  <span class="bar" aria-hidden="true">
                    <i style={{ width: `${(100 * value) / records[0]!.value}%` }} />
                  </span>
                  <span class="figure quiet-text">{t().today.pieces(pieces(value))}</span>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Card>
  );
};

const LowStock = () => {
  const data = useData(
    'low-stock',
    (signal) => call('get_low_stock', { limit: SHOWN }, signal).then(({ products }) => products),
    { topics: ['stock', 'product', 'deleted'] },
  );
  return (
    <Card title={t().today.low}>
      <Loaded data={data}>
        {(products) =>
          products.length === 0 ? (
            <Empty>{t().today.noLow}</Empty>
          ) : (
            <ul class="list">
              {products.map(({ id_product: id, name, element_number: number, quantity }) => (
                <li key={id}>
                  <a class="grow" href={hrefOf('products', id)}>
                    {name} <span class="quiet-text">{number}</span>
                  </a>
                  <Chip tone={quantity <= 0 ? 'bad' : 'warn'}>{t().today.left(pieces(quantity))}</Chip>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
};

const UnpaidOrders = () => {
  const constraint = {
    ...UNPAID,
    'main.creation_date': ['<', momentBefore(1)],
  };
  const data = useData(
    'unpaid',
    (signal) =>
      call(
        'search_orders',
        { constraint, order_columns: 'main.id', order: 'ASC', left_limit: 0, right_limit: SHOWN },
        signal,
      ),
    { topics: ['order'] },
  );
  return (
    <Card title={t().today.unpaid} beside={<a href={hrefOf('orders', '', { state: 'unpaid' })}>{t().today.seeAll}</a>}>
      <Loaded data={data}>
        {({ result }) =>
          result.length === 0 ? (
            <Empty>{t().today.noUnpaid}</Empty>
          ) : (
            <ul class="list">
              {result.map((order) => (
                <li key={order.id}>
                  <a class="row figure" href={hrefOf('orders', order.id)}>
                    {order.order_number}
                  </a>
                  <span class="grow">
                    {sees('addresses') && `${order.order_delivery_firstname} ${order.order_delivery_lastname} `}
                    <span class="quiet-text">{ago(order.creation_date)}</span>
                    {order.pay_until !== undefined && (
                      <span class="quiet-text">, {t().today.ends(ago(order.pay_until))}</span>
                    )}
                  </span>
                  <span class="figure">{moneyOf(order)(order.cart.total)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
};

const SomeMoney = () => {
  const data = useData('money-today', (signal) => call('get_unclaimed_money', { limit: SHOWN }, signal), {
    topics: ['money'],
  });
  if (data.value === undefined || data.value.open === 0) return null;
  return (
    <Card title={t().money.title} beside={<a href={hrefOf('money')}>{t().today.seeAll}</a>}>
      <ul class="list">
        {data.value.money.map((one) => (
          <UnclaimedRow key={one.id} money={one} />
        ))}
      </ul>
    </Card>
  );
};

const VainSearches = () => {
  const data = useData('vain', (signal) =>
    call('get_report', { statistic: 'searchlist_products_empty_all_time' }, signal),
  );
  return (
    <Card title={t().today.vain}>
      <Loaded data={data}>
        {({ records }) =>
          records.length === 0 ? (
            <Empty>{t().today.noVain}</Empty>
          ) : (
            <ul class="list">
              {records.slice(0, SHOWN).map(({ name = '', value }) => (
                <li key={name}>
                  <span class="grow">“{name}”</span>
                  <span class="figure quiet-text">{t().today.times(count(value))}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
};

const WebhookHealth = () => {
  const data = useData('webhooks', (signal) => call('get_webhooks', {}, signal));
  return (
    <Card title={t().today.webhooks}>
      <Loaded data={data}>
        {({ webhooks }) => {
          const used = webhooks.filter(({ url }) => url !== '');
          if (used.length === 0) return <Empty>{t().today.noWebhooks}</Empty>;
          return (
            <ul class="list">
              {used.map(({ name, health, backlog }) => (
                <li key={name}>
                  <span class="grow">{name}</span>
                  {backlog > 0 && <span class="figure quiet-text">{t().today.waiting(count(backlog))}</span>}
                  <Chip tone={health === 'healthy' ? 'good' : 'bad'}>{t().states.health[health]}</Chip>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
};

export const Today = () => {
  const numbers = useData('numbers', readNumbers, { topics: ['order'] });
  return (
    <Page
      title={t().screens.today}
      actions={
        <a class="button" href={hrefOf('figures')}>
          {t().screens.figures}
        </a>
      }
    >
      <FirstSteps />
      <Loaded data={numbers}>{(value) => <Tiles {...value} />}</Loaded>
      <Card title={t().today.chart}>
        <Loaded data={numbers} lines={6}>
          {(value) => <SalesChart {...value} />}
        </Loaded>
      </Card>
      <div class="columns">
        <SomeMoney />
        <UnpaidOrders />
        <TopProducts />
        <LowStock />
        <VainSearches />
        <WebhookHealth />
      </div>
    </Page>
  );
};
