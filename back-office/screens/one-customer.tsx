// Who is this customer? Data, addresses, orders, history; lock, unlock and a new password.
import type { Order } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import type { Reply } from '../api/call.ts';
import { isGone } from '../api/refused.ts';
import { may, sees } from '../api/rights.ts';
import { Allowed } from '../parts/allowed.tsx';
import { useData } from '../api/use-data.ts';
import { ago, count, currency, dateTime, money, moneyOf } from '../format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { NotFound } from '../parts/not-found.tsx';
import { History } from '../parts/history.tsx';
import { Icon } from '../parts/icon.tsx';
import { LaterDialog } from '../parts/later.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { OrderStateChip } from '../parts/order-chips.tsx';
import { Card, Empty, Failure, Loaded, Page, Skeleton } from '../parts/page.tsx';
import { Pairs } from '../parts/pairs.tsx';
import { Table } from '../parts/table.tsx';
import { Consequences } from '../parts/consequences.tsx';
import { useState } from '../preact.ts';
import { hrefOf } from '../routes.ts';
import { t } from '../texts/texts.ts';
import { EraseCustomer, ExportButton } from './customer-privacy.tsx';
import { GroupsOfCustomer } from './customer-of-groups.tsx';
import { PricesOfCustomer } from './customer-prices.tsx';
import { customerLabel } from './field-labels.ts';
import { PastOrdersOf } from './past-orders.tsx';
import { StatusChip, accountName, customerName, timeOrNever } from './customers.tsx';
import { NewOrderFor } from './drafts.tsx';

type Account = Reply<'get_user_by_id'>;

interface DialogProps {
  readonly account: Account;
  readonly onClose: () => void;
}

const LockDialog = ({ account, onClose }: DialogProps) => {
  const texts = t().customers;
  const { id_user: id, status } = account;
  const username = accountName(account);
  const isLocked = status === 'locked';
  const act = async (): Promise<string> => {
    await call(isLocked ? 'unlock_user' : 'lock_user', { id_user: id });
    return isLocked ? texts.unlocked(username) : texts.locked(username);
  };
  return (
    <ConfirmDialog
      title={isLocked ? texts.unlockTitle(username) : texts.lockTitle(username)}
      label={isLocked ? texts.unlock : texts.lock}
      isDangerous={!isLocked}
      act={act}
      onClose={onClose}
    >
      <Consequences sentences={isLocked ? texts.unlockWill : texts.lockWill} />
    </ConfirmDialog>
  );
};

const ResetDialog = ({ account, onClose }: DialogProps) => {
  const texts = t().customers;
  const [password, setPassword] = useState('');
  const act = async (): Promise<undefined> => {
    setPassword((await call('reset_user', { id_user: account.id_user })).password);
    return undefined;
  };
  if (password !== '') {
    const shown = { name: accountName(account), secrets: [[texts.newPassword, password]] } as const;
    return <SecretDialog shown={shown} onClose={onClose} />;
  }
  return (
    <ConfirmDialog
      title={texts.resetTitle(accountName(account))}
      label={texts.reset}
      isDangerous
      act={act}
      onClose={onClose}
    >
      <Consequences sentences={texts.resetWill} />
    </ConfirmDialog>
  );
};

/** Label of a field, named as in `update_user_data`. */
const labelOf = (name: string): string => t().customers.fields[name] ?? name;

const DataCard = ({ account }: { readonly account: Account }) => {
  const texts = t().customers;
  const filled = Object.values(sees('addresses') ? account.attributes : {}).filter(({ value }) => value !== '');
  const pairs = [
    [texts.id, String(account.id_user)],
    [texts.username, account.username],
    [texts.email, account.email],
    ...filled.map(({ name, value }) => [labelOf(name), value] as const),
    [texts.language, account.default_language],
    [texts.level, texts.levels[account.security_level] ?? String(account.security_level)],
    [texts.since, account.reg_date === '' ? '–' : dateTime(account.reg_date)],
    [texts.lastLogin, timeOrNever(account.last_login)],
    ...(account.unclaimed === 1 ? [[texts.password, texts.noPassword] as const] : []),
  ] as const;
  return (
    <Card title={texts.data}>
      <Pairs pairs={pairs} />
    </Card>
  );
};

const Addresses = ({ account }: { readonly account: Account }) => {
  const texts = t().customers;
  return (
    <Card title={texts.addresses}>
      {account.addresses.length === 0 ? (
        <Empty>{texts.noAddresses}</Empty>
      ) : (
        <ul class="list">
          {account.addresses.map((one) => {
            const line = [
              one.companyname,
              `${one.firstname} ${one.lastname}`.trim(),
              `${one.street} ${one.number}`.trim(),
              `${one.zip} ${one.city}`.trim(),
              one.country,
            ];
            const text = line.filter((part) => part !== '').join(', ');
            return <li key={text}>{text}</li>;
          })}
        </ul>
      )}
    </Card>
  );
};

const ORDERS = 50;

const spentIn = (orders: readonly Order[]): number =>
  orders
    .filter((order) => order.order_state !== 'CANCELED' && order.currency === currency.value)
    .reduce((sum, { cart }) => sum + cart.total, 0);

const Orders = ({ id }: { readonly id: number }) => {
  const texts = t().customers;
  const range = { left_limit: 0, right_limit: ORDERS, order_columns: 'main.id', order: 'DESC' } as const;
  const data = useData(
    `orders-of-${id}`,
    (signal) => call('search_orders', { constraint: { 'main.id_user': id }, ...range }, signal),
    { topics: ['order'] },
  );
  return (
    <Card
      title={texts.orders}
      beside={data.value !== undefined && <span class="figure">{count(data.value.count)}</span>}
    >
      <Loaded data={data}>
        {({ result }) =>
          result.length === 0 ? (
            <Empty>{texts.noOrders}</Empty>
          ) : (
            <>
              <Table
                caption={texts.orders}
                rows={result}
                keyOf={({ id }) => id}
                hrefOf={({ id }) => hrefOf('orders', id)}
                columns={[
                  { title: t().orders.number, cell: (order) => order.order_number },
                  { title: t().orders.placed, cell: (order) => ago(order.creation_date), isMinor: true },
                  { title: t().orders.state, cell: (order) => <OrderStateChip state={order.order_state} /> },
                  {
                    title: t().orders.total,
                    cell: (order) => moneyOf(order)(order.cart.total),
                    isFigure: true,
                    group: 'amounts',
                  },
                ]}
              />
              {sees('amounts') && <p class="empty">{texts.spent(money(spentIn(result)), count(result.length))}</p>}
            </>
          )
        }
      </Loaded>
    </Card>
  );
};

const EditLater = ({ account, onClose }: DialogProps) => (
  <LaterDialog
    name="customer-form"
    title={t().customers.editTitle(accountName(account))}
    load={() => import('./customer-form.tsx')}
    draw={({ EditDialog }) => <EditDialog account={account} onClose={onClose} />}
    onClose={onClose}
  />
);

const DIALOGS = { lock: LockDialog, reset: ResetDialog, edit: EditLater, erase: EraseCustomer } as const;

const Actions = ({ account }: { readonly account: Account }) => {
  const texts = t().customers;
  const [asked, setAsked] = useState<keyof typeof DIALOGS | undefined>();
  const Asked = asked === undefined ? undefined : DIALOGS[asked];
  return (
    <>
      {sees('contacts') && sees('addresses') && (
        <Allowed to="update_user_data">
          <button type="button" onClick={() => setAsked('edit')}>
            {texts.edit}
          </button>
        </Allowed>
      )}
      <Allowed to="reset_user">
        <button type="button" onClick={() => setAsked('reset')}>
          {texts.reset}
        </button>
      </Allowed>
      <Allowed to={account.status === 'locked' ? 'unlock_user' : 'lock_user'}>
        <button type="button" class={account.status === 'locked' ? '' : 'danger'} onClick={() => setAsked('lock')}>
          {account.status === 'locked' ? texts.unlock : texts.lock}
        </button>
      </Allowed>
      <Allowed to="export_user">
        <ExportButton account={account} />
      </Allowed>
      {may('erase_user') && (
        <button type="button" class="danger" onClick={() => setAsked('erase')}>
          {texts.erase}
        </button>
      )}
      {Asked !== undefined && <Asked account={account} onClose={() => setAsked(undefined)} />}
    </>
  );
};

export const OneCustomer = ({ id }: { readonly id: number }) => {
  const texts = t().customers;
  const data = useData(`customer-${id}`, (signal) => call('get_user_by_id', { id_user: id }, signal));
  const account = data.value;
  if (isGone(data.refused)) return <NotFound screen="customers" />;
  const name = account === undefined ? '' : customerName(account);
  return (
    <Page
      title={name || (account === undefined ? t().screens.customers : accountName(account))}
      beside={account !== undefined && <StatusChip status={account.status} />}
      actions={
        <>
          <a class="button" href={hrefOf('customers')}>
            <Icon name="left" size={16} />
            {texts.back}
          </a>
          {account !== undefined && <Actions account={account} />}
          {account !== undefined && <NewOrderFor id={id} />}
        </>
      }
    >
      {account !== undefined && (
        <div class="order-columns">
          <div class="main-column">
            <Orders id={id} />
            {may('get_price_lists') && <PricesOfCustomer id={id} groups={account.groups ?? []} />}
            <PastOrdersOf userId={id} />
            <History object={`user/${id}`} topics={[]} labelOf={customerLabel(t())} />
          </div>
          <div class="side-column">
            <DataCard account={account} />
            {may('get_groups') && (
              <GroupsOfCustomer id={id} name={name || accountName(account)} groups={account.groups ?? []} />
            )}
            {sees('addresses') && <Addresses account={account} />}
          </div>
        </div>
      )}
      {account === undefined && data.refused === undefined && <Skeleton lines={8} />}
      {data.refused !== undefined && <Failure refused={data.refused} onRetry={data.reload} />}
    </Page>
  );
};
