// Who has an account, and in which state is it?
import type { User } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { customerConditions } from '../api/find.ts';
import { seen, sees } from '../api/rights.ts';
import { usePages } from '../api/use-pages.ts';
import { eachWord } from '../api/words.ts';
import { ago, count } from '../format.ts';
import { Chip } from '../parts/chip.tsx';
import { ColumnChoice, hiddenColumns } from '../parts/column-choice.tsx';
import { Page } from '../parts/page.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { ListColumn } from '../parts/record-list.tsx';
import { Searching, searchedWords } from '../parts/searching.tsx';
import { sortingOf } from '../parts/sorting.tsx';
import { useCallback } from '../preact.ts';
import { goTo, hrefOf, setQuery } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { MakeCustomerButton } from './make-customer.tsx';
import { GroupsLink } from './groups-link.tsx';

/** Whether accounts may be sought by what is typed: nobody finds by what they do not see. */
const maySeek = (): boolean => sees('addresses') && sees('contacts');

const constraintOf = (words: string) => ({ AND: maySeek() ? eachWord(words, customerConditions) : [] });

/** What an account is called; its number where the person sees no username. */
export const accountName = ({
  username,
  id_user: id,
}: {
  readonly username?: string;
  readonly id_user: number;
}): string => username ?? `#${id}`;

/** Empty where the person sees no names. */
export const customerName = ({ attributes = {} }: Partial<Pick<User, 'attributes'>>): string =>
  `${attributes['firstname']?.value ?? ''} ${attributes['lastname']?.value ?? ''}`.trim();

const TONES = { active: 'good', locked: 'bad', unverified: 'warn' } as const;

export const StatusChip = ({ status }: Pick<User, 'status'>) => (
  <Chip tone={TONES[status]}>{t().customers.statuses[status]}</Chip>
);

export const timeOrNever = (text: string): string => (text === '' ? t().customers.never : ago(text));

const columns = (): readonly ListColumn<User>[] => {
  const texts = t().customers;
  return [
    { name: 'number', title: texts.username, isFixed: true, width: 'minmax(110px, 1fr)', cell: accountName },
    { name: 'name', title: texts.name, width: 'minmax(120px, 1.2fr)', cell: customerName, group: 'addresses' },
    { name: 'email', title: texts.email, width: 'minmax(160px, 1.8fr)', cell: ({ email }) => email, group: 'contacts' },
    { name: 'placed minor', title: texts.since, cell: ({ reg_date: date }) => timeOrNever(date) },
    { name: 'recent placed minor', title: texts.lastLogin, cell: ({ last_login: date }) => timeOrNever(date) },
    { name: 'state', title: texts.status, width: '112px', cell: ({ status }) => <StatusChip status={status} /> },
  ];
};

const SORTABLE = {
  number: ['main.username'],
  name: ['main.firstname', 'main.lastname'],
  email: ['main.email'],
  placed: ['main.reg_date'],
  recent: ['main.last_login'],
  state: ['main.status'],
};

/** Without a choice the newest accounts come first. */
const NEWEST = { order_columns: 'main.id', order: 'DESC' } as const;

export const Customers = () => {
  const texts = t().customers;
  const constraint = constraintOf(searchedWords());
  const sorting = sortingOf(SORTABLE);
  const key = `${sorting.sort} ${JSON.stringify(constraint)}`;
  const list = usePages<User>(
    key,
    async (left, right, signal) => {
      const range = { left_limit: left, right_limit: right, ...(sorting.order ?? NEWEST) };
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
      actions={
        <>
          <ColumnChoice kept="columns.customers" columns={seen(columns())} />
          <GroupsLink />
          <MakeCustomerButton isPrimary onMade={(id) => goTo(hrefOf('customers', id))} />
        </>
      }
    >
      <div class="list-tools">{maySeek() && <Searching label={texts.search} hint={texts.searchHint} />}</div>
      <RecordList
        id={key}
        idOf={({ id_user: id }) => id}
        list={list}
        label={t().screens.customers}
        kind="customers"
        nothing={
          searchedWords() === '' ? (
            t().lists.noCustomers
          ) : (
            <>
              {texts.nothing}{' '}
              <button type="button" onClick={() => setQuery({ q: '' })}>
                {t().lists.showAll}
              </button>
            </>
          )
        }
        columns={columns()}
        hidden={hiddenColumns('columns.customers')}
        sorting={sorting}
        onOpen={open}
      />
    </Page>
  );
};
