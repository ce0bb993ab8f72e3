// Who has an account, and how is it with it?
import type { User } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { customerConditions } from '../api/find.ts';
import { usePages } from '../api/use-pages.ts';
import { eachWord } from '../api/words.ts';
import { ago, count } from '../format.ts';
import { Chip } from '../parts/chip.tsx';
import { Page } from '../parts/page.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { ListColumn } from '../parts/record-list.tsx';
import { Searching, searchedWords } from '../parts/searching.tsx';
import { useCallback } from '../preact.ts';
import { goTo, hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';

const constraintOf = (words: string) => ({ AND: eachWord(words, customerConditions) });

export const customerName = ({ attributes }: Pick<User, 'attributes'>): string =>
  `${attributes['firstname']?.value ?? ''} ${attributes['lastname']?.value ?? ''}`.trim();

const TONES = { active: 'good', locked: 'bad', unverified: 'warn' } as const;

export const StatusChip = ({ status }: Pick<User, 'status'>) => (
  <Chip tone={TONES[status]}>{t().customers.statuses[status]}</Chip>
);

export const timeOrNever = (text: string): string => (text === '' ? t().customers.never : ago(text));

const columns = (): readonly ListColumn<User>[] => {
  const texts = t().customers;
  return [
    { name: 'number', title: texts.username, cell: ({ username }) => username },
    { name: 'name', title: texts.name, cell: customerName },
    { name: 'email', title: texts.email, cell: ({ email }) => email },
    { name: 'placed minor', title: texts.since, cell: ({ reg_date: date }) => timeOrNever(date) },
    { name: 'placed minor recent', title: texts.lastLogin, cell: ({ last_login: date }) => timeOrNever(date) },
    { name: 'state', title: texts.status, cell: ({ status }) => <StatusChip status={status} /> },
  ];
};

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
      <RecordList
        id={key}
        list={list}
        label={t().screens.customers}
        kind="customers"
        nothing={texts.nothing}
        columns={columns()}
        onOpen={open}
      />
    </Page>
  );
};
