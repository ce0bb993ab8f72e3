// Which money came that no order has a claim to? It is to be sent back, or to be counted for something by a person.
import type { UnclaimedMoney as Row } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { useData } from '../api/use-data.ts';
import { count, dateTime } from '../format.ts';
import { Choices, Chip } from '../parts/chip.tsx';
import { Empty, Loaded, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { hrefOf, route, setQuery } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { Settle, amountOf } from './settle-money.tsx';

const SHOWN = 500;
const FILTERS = ['open', 'all'] as const;

export const Money = () => {
  const texts = t().money;
  const filter = route.value.query.get('show') === 'all' ? 'all' : 'open';
  const data = useData(
    `money-${filter}`,
    (signal) => call('get_unclaimed_money', { settled: filter === 'all' ? 1 : 0, limit: SHOWN }, signal),
    { topics: ['money'] },
  );
  const columns = [
    { title: texts.came, cell: ({ creation_date: date }: Row) => dateTime(date) },
    { title: texts.amount, cell: (one: Row) => amountOf(one), isFigure: true, group: 'amounts' as const },
    {
      title: t().orders.number,
      cell: ({ id_order: id }: Row) => (id === 0 ? '–' : <a href={hrefOf('orders', id)}>{id}</a>),
    },
    { title: texts.reason, cell: ({ reason }: Row) => <Chip tone="warn">{texts.reasons[reason]}</Chip> },
    { title: texts.method, cell: ({ payment_method: method }: Row) => method, isMinor: true },
    { title: texts.transaction, cell: ({ transaction }: Row) => <code>{transaction}</code> },
    { title: texts.reference, cell: ({ reference }: Row) => <code>{reference}</code>, isMinor: true },
    { title: texts.state, cell: (one: Row) => <Settle money={one} /> },
  ];
  return (
    <Page title={texts.title} beside={<span class="quiet-text">{texts.hint}</span>}>
      <Choices
        label={texts.show}
        choices={FILTERS.map((value) => ({ value, label: texts.filters[value] }))}
        chosen={filter}
        onChoose={(value) => setQuery({ show: value === 'all' ? 'all' : '' })}
      />
      <Loaded data={data}>
        {({ money, open }) => (
          <>
            <p class="quiet-text">{texts.open(count(open))}</p>
            {money.length === 0 ? (
              <Empty>{texts.nothing}</Empty>
            ) : (
              <Table caption={texts.title} columns={columns} rows={money} keyOf={({ id }) => id} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
};
