// What did the shop sell, by whom and of what, and how is that beside the days before?
import { may } from '../api/rights.ts';
import { useData } from '../api/use-data.ts';
import {
  count,
  currency as shopCurrency,
  dateOf,
  day,
  dayBefore,
  money,
  percent,
  pieces,
  rate,
  shortDay,
  shortMoney,
} from '../format.ts';
import { Chart } from '../parts/chart.tsx';
import { Choices } from '../parts/chip.tsx';
import { Field } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { LaterDialog } from '../parts/later.tsx';
import { Card, Empty, Loaded, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { useMemo, useState } from '../preact.ts';
import type { ComponentChildren } from '../preact.ts';
import { hrefOf, route, setQuery } from '../routes.ts';
import { saveFile } from '../save-file.ts';
import { t } from '../texts/texts.ts';
import { LOW_MAX, fileOf, readFigures } from './figures-data.ts';
import type { Chosen, Figures as Read, Report } from './figures-data.ts';
import { ChannelField } from './orders-counted-filter.tsx';
import { queryOf } from './orders-counted.ts';
import type { Counted } from './orders-counted.ts';
import { PERIODS, periodOf } from './figures-period.ts';
import type { Days, Period, Unfit } from './figures-period.ts';

const SHOWN = 10;

const chosenPeriod = (): Period | Unfit => {
  const { query } = route.value;
  const name = PERIODS.find((one) => one === query.get('period')) ?? 'days30';
  return periodOf(name, dayBefore(0), { from: query.get('from') ?? '', to: query.get('to') ?? '' });
};

const chosenPart = (): Chosen => {
  const { query } = route.value;
  return { channel: query.get('channel') ?? '', currency: query.get('currency') ?? '' };
};

const DayField = ({
  label,
  value,
  name,
}: {
  readonly label: string;
  readonly value: string;
  readonly name: string;
}) => (
  <Field label={label}>
    {(described) => (
      <input
        {...described}
        type="date"
        value={value}
        onChange={({ currentTarget: { value: typed } }) => setQuery({ period: 'own', [name]: typed })}
      />
    )}
  </Field>
);

const PeriodChoice = ({ period }: { readonly period: Period | Unfit }) => {
  const texts = t().figures;
  return (
    <div class="period">
      <Choices
        label={texts.period}
        chosen={period.name}
        onChoose={(name) => setQuery({ period: name, from: period.from, to: period.to })}
        choices={PERIODS.map((value) => ({ value, label: texts.periods[value] }))}
      />
      {period.name === 'own' && (
        <div class="apply-row low days">
          <DayField label={texts.from} value={period.from} name="from" />
          <DayField label={texts.to} value={period.to} name="to" />
        </div>
      )}
      <p class="hint" role="status">
        {period.before === undefined
          ? texts.unfitDays
          : texts.compared(day(period.from), day(period.to), day(period.before.from), day(period.before.to))}
      </p>
    </div>
  );
};

const CODE = /^[A-Z]{3}$/;

const PartChoice = ({ channel, currency }: Chosen) => {
  const texts = t().figures;
  return (
    <div class="two parts-of-figures">
      <ChannelField channel={channel} />
      <Field label={texts.currency} hint={texts.currencyHint}>
        {(described) => (
          <input
            {...described}
            value={currency === '' ? shopCurrency.value : currency}
            maxLength={3}
            autocomplete="off"
            onChange={({ currentTarget: { value } }) => {
              const code = value.trim().toUpperCase();
              setQuery({ currency: CODE.test(code) && code !== shopCurrency.value ? code : '' });
            }}
          />
        )}
      </Field>
    </div>
  );
};

/** How much more or less it is than before. */
const Change = ({ now, before, show }: { readonly now: number; readonly before: number; readonly show: string }) => {
  const texts = t().figures;
  if (before === 0) return <>{texts.before(show)}</>;
  return (
    <>
      <span class={now >= before ? 'up' : 'down'}>{percent(now / before - 1)}</span> {texts.against(show)}
    </>
  );
};

interface LinkedProps {
  /** Undefined: nowhere. */
  readonly href: string | undefined;
  readonly children: ComponentChildren;
}

const Linked = ({ href, children }: LinkedProps) =>
  href === undefined ? <>{children}</> : <a href={href}>{children}</a>;

interface TileProps {
  readonly name: string;
  readonly now: number | undefined;
  readonly before: number | undefined;
  readonly show: (value: number) => string;
  /** Where what it counts is listed; absent: nowhere. */
  readonly href?: string | undefined;
  readonly more?: ComponentChildren;
}

const Tile = ({ name, now, before, show, href, more }: TileProps) => {
  const value = now === undefined ? '–' : show(now);
  return (
    <div class="tile">
      <p class="name">{name}</p>
      <p class="value figure">
        <Linked href={href}>{value}</Linked>
      </p>
      {more !== undefined && <p class="note">{more}</p>}
      <p class="note">
        {now !== undefined && before !== undefined && <Change now={now} before={before} show={show(before)} />}
        {(now === undefined || before === undefined) && t().figures.nothingBefore}
      </p>
    </div>
  );
};

const ratio = (part: number, whole: number): number | undefined => (whole === 0 ? undefined : part / whole);

const Tiles = ({ figures, period, chosen }: Shown) => {
  const texts = t().figures;
  const { now, before, low } = figures;
  const amount = amountOf(chosen);
  const listed = (counts: Counted): string => hrefOf('orders', '', queryOf(counts, period, chosen, shopCurrency.value));
  const share = (value: number): string => rate(Math.round(value * 1000) / 1000);
  const ratioOf = (part: keyof typeof before, whole: keyof typeof before) => ({
    now: ratio(now[part].sum, now[whole].sum),
    before: ratio(before[part], before[whole]),
  });
  return (
    <div class="tiles of-figures">
      <Tile name={texts.sales} now={now.sales.sum} before={before.sales} show={amount} href={listed('sales')} />
      <Tile
        name={texts.orders}
        now={now.orders.sum}
        before={before.orders}
        show={(value) => count(value)}
        href={listed('orders')}
        more={
          now.canceled_orders.sum === 0 ? undefined : (
            <Linked href={listed('cancelled')}>{texts.canceled(count(now.canceled_orders.sum))}</Linked>
          )
        }
      />
      <Tile name={texts.average} {...ratioOf('sales', 'sales_orders')} show={amount} href={listed('sales')} />
      <Tile
        name={texts.returning}
        {...ratioOf('returning_orders', 'sales_orders')}
        show={share}
        href={listed('returning')}
        more={texts.returningNote(count(now.returning_orders.sum))}
      />
      <Tile
        name={texts.conversion}
        {...ratioOf('carts_ordered', 'carts')}
        show={share}
        href={listed('carts')}
        more={texts.conversionNote(count(now.carts_ordered.sum), count(now.carts.sum))}
      />
      <Tile name={texts.coupons} now={now.coupons.sum} before={before.coupons} show={amount} href={listed('coupons')} />
      <Tile
        name={texts.promotions}
        now={now.promotions.sum}
        before={before.promotions}
        show={amount}
        href={listed('promotions')}
      />
      <Tile name={texts.credits} now={now.credits.sum} before={before.credits} show={amount} />
      {low !== undefined && (
        <div class="tile">
          <p class="name">{texts.low}</p>
          <p class="value figure">
            <a href={hrefOf('stock', '', { low: '1' })}>{low >= LOW_MAX ? `${count(low)}+` : count(low)}</a>
          </p>
          <p class="note">{texts.lowNote}</p>
        </div>
      )}
    </div>
  );
};

/** Amounts of the report in the currency that was chosen. */
const amountOf =
  ({ currency }: Chosen) =>
  (value: number): string =>
    currency === '' ? money(value) : money(value, currency);

const SalesChart = ({ figures: { now }, chosen }: Shown) => {
  const texts = t().figures;
  const { records, sum } = now.sales;
  const amount = amountOf(chosen);
  const { times, series } = useMemo(
    () => ({
      times: records.map(({ date }) => dateOf(`${date} 00:00:00`).getTime() / 1000),
      series: [{ name: texts.sales, values: records.map(({ value }) => value), color: '--accent' }],
    }),
    [records, texts],
  );
  return (
    <Chart
      label={texts.chart(amount(sum))}
      times={times}
      series={series}
      format={(value) => shortMoney(value, chosen.currency === '' ? undefined : chosen.currency)}
      formatTime={(seconds) => shortDay(new Date(seconds * 1000).toISOString())}
      height={220}
      isBars
      areDays
    />
  );
};

interface SoldProps {
  readonly title: string;
  readonly report: Report;
  readonly amount: (value: number) => string;
  readonly nameOf: (record: Report['records'][number]) => ComponentChildren;
}

const Sold = ({ title, report, amount, nameOf }: SoldProps) => {
  const texts = t().figures;
  const rows = report.records.slice(0, SHOWN);
  return (
    <Card title={title}>
      {rows.length === 0 ? (
        <Empty>{texts.nothing}</Empty>
      ) : (
        <>
          <Table
            caption={title}
            rows={rows}
            keyOf={({ id = 0 }) => id}
            columns={[
              { title: texts.name, cell: nameOf },
              { title: texts.pieces, cell: ({ value }) => pieces(value), isFigure: true },
              { title: texts.money, cell: ({ amount: sum = 0 }) => amount(sum), isFigure: true },
            ]}
          />
          {report.records.length > SHOWN && (
            <p class="hint card-body">{texts.moreInFile(count(report.records.length - SHOWN))}</p>
          )}
        </>
      )}
    </Card>
  );
};

interface Shown {
  readonly figures: Read;
  readonly period: Period;
  readonly chosen: Chosen;
}

const All = (shown: Shown) => {
  const texts = t().figures;
  const { figures, chosen } = shown;
  const amount = amountOf(chosen);
  return (
    <>
      <Tiles {...shown} />
      <Card title={texts.chartTitle}>
        <SalesChart {...shown} />
      </Card>
      <div class="columns">
        <Sold
          title={texts.products}
          report={figures.products}
          amount={amount}
          nameOf={({ id = 0, name }) => <a href={hrefOf('products', id)}>{name}</a>}
        />
        <Sold
          title={texts.categories}
          report={figures.categories}
          amount={amount}
          nameOf={({ id = 0, name }) =>
            id === 0 ? texts.noCategory : <a href={hrefOf('products', '', { category: `${id}` })}>{name}</a>
          }
        />
      </div>
      <p class="hint">{texts.how}</p>
    </>
  );
};

const nameOfFile = ({ from, to }: Days): string => `figures-${from}-${to}.csv`;

const ForAccounting = () => {
  const title = t().shop.sections.accounting;
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {title}
      </button>
      {isOpen && (
        <LaterDialog
          name="accounting"
          title={title}
          load={() => import('./accounting.tsx')}
          draw={({ AccountingDialog }) => <AccountingDialog onClose={close} />}
          onClose={close}
        />
      )}
    </>
  );
};

export const Figures = () => {
  const texts = t().figures;
  const period = chosenPeriod();
  const chosen = chosenPart();
  const key = JSON.stringify([period, chosen]);
  const data = useData(
    `figures-${key}`,
    async (signal) =>
      period.before === undefined ? undefined : { period, figures: await readFigures(period, chosen, signal) },
    { topics: ['order'] },
  );
  const save = (): void => {
    if (data.value !== undefined)
      saveFile(nameOfFile(period), 'text/csv', fileOf(data.value.figures, data.value.period));
  };
  return (
    <Page
      title={t().screens.figures}
      actions={
        <>
          <button type="button" disabled={data.value === undefined} onClick={save}>
            <Icon name="download" size={16} />
            {texts.csv}
          </button>
          {may('get_accounting_export') && <ForAccounting />}
        </>
      }
    >
      <PeriodChoice period={period} />
      <PartChoice {...chosen} />
      {period.before !== undefined && (
        <Loaded data={data} lines={8}>
          {(read) => (read === undefined ? null : <All figures={read.figures} period={period} chosen={chosen} />)}
        </Loaded>
      )}
    </Page>
  );
};
