// Who has an account, and how is it with it?
import type { User } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { usePages } from '../api/use-pages.ts';
import { ago, count } from '../format.ts';
import { Chip } from '../parts/chip.tsx';
import { Empty, Failure, Page, Skeleton } from '../parts/page.tsx';
import { Searching, searchedWords } from '../parts/searching.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { useCallback } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';

const FIELDS = ['username', 'email', 'firstname', 'surname'];

const constraintOf = (words: string): { readonly [field: string]: unknown } => ({
  AND: words
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => ({ OR: FIELDS.map((name) => ({ [name]: ['LIKE', word] })) })),
});

export const customerName = ({ attributes }: Pick<User, 'attributes'>): string =>
  `${attributes['firstname']?.value ?? ''} ${attributes['surname']?.value ?? ''}`.trim();

const TONES = { active: 'good', locked: 'bad', unverified: 'warn' } as const;

export const StatusChip = ({ status }: Pick<User, 'status'>) => (
  <Chip tone={TONES[status]}>{t().customers.statuses[status]}</Chip>
);

export const timeOrNever = (text: string): string => (text === '' ? t().customers.never : ago(text));

const Head = () => {
  const texts = t().customers;
  const cells = [
    ['number', texts.username],
    ['name', texts.name],
    ['email', texts.email],
    ['placed minor', texts.since],
    ['placed minor login', texts.lastLogin],
    ['state', texts.status],
  ] as const;
  return (
    <>
      {cells.map(([name, title]) => (
        <span key={name} role="columnheader" class={name}>
          {title}
        </span>
      ))}
    </>
  );
};

const Row = ({ user }: { readonly user: User }) => (
  <>
    <span role="gridcell" class="number">
      {user.username}
    </span>
    <span role="gridcell" class="name">
      {customerName(user)}
    </span>
    <span role="gridcell" class="email">
      {user.email}
    </span>
    <span role="gridcell" class="placed minor">
      {timeOrNever(user.reg_date)}
    </span>
    <span role="gridcell" class="placed minor">
      {timeOrNever(user.last_login)}
    </span>
    <span role="gridcell" class="state">
      <StatusChip status={user.status} />
    </span>
  </>
);

const ROW_PX = 45;
const NOBODY = (): boolean => false;

export const Customers = () => {
  const texts = t().customers;
  const constraint = constraintOf(searchedWords());
  const key = JSON.stringify(constraint);
  const list = usePages<User>(
    key,
    async (left, right, signal) => {
      const range = { left_limit: left, right_limit: right, order_columns: 'main.id', order: 'DESC' } as const;
      const { count, result } = await call('search_users', { constraint, ...range }, signal);
      return { count, rows: result };
    },
    [],
  );
  const open = useCallback((user: User) => goTo(hrefOf('customers', user.id_user)), []);
  return (
    <Page
      title={t().screens.customers}
      isTall
      beside={list.count !== undefined && <span class="quiet-text figure">{texts.found(count(list.count))}</span>}
    >
      <div class="list-tools">
        <Searching label={texts.search} hint={texts.searchHint} />
      </div>
      {list.refused !== undefined && <Failure refused={list.refused} />}
      {list.count === undefined && list.refused === undefined && <Skeleton lines={8} />}
      {list.count === 0 && <Empty>{texts.nothing}</Empty>}
      {list.count !== undefined && list.count > 0 && (
        <VirtualList
          key={key}
          label={t().screens.customers}
          kind="customers"
          count={list.count}
          rowHeight={ROW_PX}
          rowAt={list.rowAt}
          onRange={list.want}
          head={<Head />}
          row={(user) => <Row user={user} />}
          isPicked={NOBODY}
          onPick={open}
          onOpen={open}
        />
      )}
    </Page>
  );
};
