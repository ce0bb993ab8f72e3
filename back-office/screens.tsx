// The screens: what each is called in the address, its key behind `g`, its group, who may see it, and what draws it.
// To add one: write it in screens/, add a line here, and its name to both dictionaries.
import { Gone } from './parts/gone.tsx';
import type { IconName } from './parts/icon.tsx';
import type { JSX } from './preact.ts';
import type { Route } from './routes.ts';
import { Channels } from './screens/channels.tsx';
import { Changes } from './screens/changes.tsx';
import { Coupons } from './screens/coupons.tsx';
import { Customers } from './screens/customers.tsx';
import { EngineRoom } from './screens/engine-room.tsx';
import { Explorer } from './screens/explorer.tsx';
import { OneChannel } from './screens/one-channel.tsx';
import { OneWebhook } from './screens/one-webhook.tsx';
import { OneBatch } from './screens/one-batch.tsx';
import { OneCustomer } from './screens/one-customer.tsx';
import { OneOrder } from './screens/one-order.tsx';
import { OnePastOrder } from './screens/one-past-order.tsx';
import { OneProduct } from './screens/one-product.tsx';
import { OneStock } from './screens/one-stock.tsx';
import { Import } from './screens/import.tsx';
import { Money } from './screens/money.tsx';
import { Orders } from './screens/orders.tsx';
import { PastOrders } from './screens/past-orders.tsx';
import { Products } from './screens/products.tsx';
import { StockCount } from './screens/stock-count.tsx';
import { Stock } from './screens/stock.tsx';
import { Settings } from './screens/settings.tsx';
import { Webhooks } from './screens/webhooks.tsx';
import { Today } from './screens/today.tsx';
import type { Texts } from './texts/texts.ts';
import { idIn } from './wire-number.ts';

export interface Screen {
  readonly name: keyof Texts['screens'];
  readonly icon: IconName;
  /** Pressed after `g`. */
  readonly key: string;
  readonly group: keyof Texts['groups'];
  /** Security level that its operations ask for; 50 unless it is said. */
  readonly level?: number;
  readonly draw: (route: Route) => JSX.Element;
}

/** A list, and one of its things by its number. */
const listOrOne =
  (screen: keyof Texts['gone'], List: () => JSX.Element, One: (props: { readonly id: number }) => JSX.Element) =>
  ({ id }: Route): JSX.Element => {
    if (id === '') return <List />;
    const number = idIn(id);
    return number === undefined ? <Gone screen={screen} /> : <One key={id} id={number} />;
  };

export const SCREENS: readonly Screen[] = [
  { name: 'today', icon: 'today', key: 't', group: 'watch', draw: () => <Today /> },
  {
    name: 'orders',
    icon: 'orders',
    key: 'o',
    group: 'sell',
    draw: (place) => {
      const past = /^past-([1-9]\d{0,14})$/.exec(place.id)?.[1];
      if (past !== undefined) return <OnePastOrder key={past} id={idIn(past) ?? 0} />;
      return place.id === 'past' ? <PastOrders /> : listOrOne('orders', Orders, OneOrder)(place);
    },
  },
  { name: 'money', icon: 'money', key: 'm', group: 'sell', draw: () => <Money /> },
  {
    name: 'customers',
    icon: 'customers',
    key: 'c',
    group: 'sell',
    draw: listOrOne('customers', Customers, OneCustomer),
  },
  {
    name: 'coupons',
    icon: 'coupons',
    key: 'u',
    group: 'sell',
    draw: listOrOne('coupons', Coupons, OneBatch),
  },
  {
    name: 'products',
    icon: 'products',
    key: 'p',
    group: 'goods',
    draw: listOrOne('products', Products, OneProduct),
  },
  {
    name: 'stock',
    icon: 'stock',
    key: 's',
    group: 'goods',
    draw: ({ id }) => {
      if (id === '') return <Stock />;
      return id === 'count' ? <StockCount /> : <OneStock key={id} object={id} />;
    },
  },
  { name: 'import', icon: 'upload', key: 'i', group: 'goods', level: 100, draw: () => <Import /> },
  {
    name: 'webhooks',
    icon: 'webhooks',
    key: 'w',
    group: 'connect',
    draw: ({ id }) => (id === '' ? <Webhooks /> : <OneWebhook key={id} name={id} />),
  },
  {
    name: 'channels',
    icon: 'channels',
    key: 'k',
    group: 'connect',
    level: 100,
    draw: listOrOne('channels', Channels, OneChannel),
  },
  { name: 'history', icon: 'history', key: 'h', group: 'watch', draw: () => <Changes /> },
  { name: 'settings', icon: 'settings', key: ',', group: 'tools', draw: () => <Settings /> },
  { name: 'engine', icon: 'engine', key: 'e', group: 'tools', draw: () => <EngineRoom /> },
  { name: 'explorer', icon: 'explorer', key: 'x', group: 'tools', draw: ({ id }) => <Explorer name={id} /> },
];
