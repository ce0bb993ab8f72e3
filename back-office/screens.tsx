// The screens: what each is called in the address, its key behind `g`, its group, who may see it, and what draws it.
// To add one: write it in screens/, add a line here, and its name to both dictionaries.
import { readClassScreens, readPromotionScreens, readRecordScreens, readWebhookScreens } from './later-screens.ts';
import { later, listOrOne } from './draws.tsx';
import { Later } from './parts/later.tsx';
import { NotFound } from './parts/not-found.tsx';
import type { IconName } from './parts/icon.tsx';
import { may, seesAll } from './api/rights.ts';
import type { Right } from './api/rights.ts';
import type { JSX } from './preact.ts';
import type { Route } from './routes.ts';
import { Channels } from './screens/channels.tsx';
import { Contents } from './screens/contents.tsx';
import { Coupons } from './screens/coupons.tsx';
import { CustomerGroups } from './screens/customer-groups.tsx';
import { OneGroup } from './screens/one-group.tsx';
import { Customers } from './screens/customers.tsx';
import { Figures } from './screens/figures.tsx';
import { OneChannel } from './screens/one-channel.tsx';
import { OneBatch } from './screens/one-batch.tsx';
import { OneContent } from './screens/one-content.tsx';
import { OneCustomer } from './screens/one-customer.tsx';
import { OneOrder } from './screens/one-order.tsx';
import { Drafts, NewOrder } from './screens/drafts.tsx';
import { OnePastOrder } from './screens/one-past-order.tsx';
import { OneProduct } from './screens/one-product.tsx';
import { OneStock } from './screens/one-stock.tsx';
import { Money } from './screens/money.tsx';
import { NewObjectPage } from './screens/new-object-page.tsx';
import { Orders } from './screens/orders.tsx';
import { PastOrders } from './screens/past-orders.tsx';
import { People } from './screens/people.tsx';
import { Products } from './screens/products.tsx';
import { StockCount } from './screens/stock-count.tsx';
import { Stock, chosenKind, neededToCount } from './screens/stock.tsx';
import { Settings } from './screens/settings.tsx';
import { Untranslated } from './screens/untranslated.tsx';
import { Today } from './screens/today.tsx';
import { t } from './texts/texts.ts';
import type { Texts } from './texts/texts.ts';
import { idIn } from './wire-number.ts';

export interface Screen {
  readonly name: keyof Texts['screens'];
  readonly icon: IconName;
  /** Pressed after `g`. */
  readonly key: string;
  readonly group: keyof Texts['groups'];
  /** What it cannot do without; who lacks it gets a page that says so. */
  readonly needs: readonly Right[];
  /** What an address below it cannot do without besides; the same page says so. */
  readonly needsAt?: (route: Route) => readonly Right[];
  readonly draw: (route: Route) => JSX.Element;
}

const ofDraft = ({ id }: Route): readonly Right[] => {
  if (id === 'new') return ['create_draft', 'continue_draft'];
  if (id === 'drafts') return ['get_drafts'];
  if (id.startsWith('edit-')) return ['get_order_edit', 'continue_order_edit'];
  return id.startsWith('draft-') ? ['continue_draft'] : [];
};

const TEMPLATES = ['get_document_templates', 'update_document_template', 'preview_document'] as const;

export const SCREENS: readonly Screen[] = [
  { name: 'today', icon: 'today', key: 't', group: 'watch', needs: ['get_report'], draw: () => <Today /> },
  { name: 'figures', icon: 'figures', key: 'f', group: 'watch', needs: ['get_report'], draw: () => <Figures /> },
  {
    name: 'orders',
    icon: 'orders',
    key: 'o',
    group: 'sell',
    needs: ['search_orders'],
    needsAt: ofDraft,
    draw: (place) => {
      const past = /^past-([1-9]\d{0,14})$/.exec(place.id)?.[1];
      if (past !== undefined) return <OnePastOrder key={past} id={idIn(past) ?? 0} />;
      const draft = /^draft-(.+)$/.exec(place.id)?.[1];
      if ((draft !== undefined || place.id === 'new') && !seesAll()) return <NotFound screen="orders" />;
      if (draft !== undefined)
        return (
          <Later
            name="draft"
            title={t().drafts.title}
            load={() => import('./screens/one-draft.tsx')}
            draw={({ OneDraft }) => <OneDraft key={draft} name={draft} />}
          />
        );
      const edit = /^edit-(.+)$/.exec(place.id)?.[1];
      if (edit !== undefined)
        return (
          <Later
            name="edit"
            title={t().screens.orders}
            load={() => import('./screens/one-edit.tsx')}
            draw={({ OneEdit }) => <OneEdit key={edit} name={edit} />}
          />
        );
      if (place.id === 'drafts') return <Drafts />;
      if (place.id === 'new') return <NewOrder />;
      return place.id === 'past' ? <PastOrders /> : listOrOne('orders', Orders, OneOrder)(place);
    },
  },
  {
    name: 'returns',
    icon: 'undo',
    key: 'z',
    group: 'sell',
    needs: ['get_returns'],
    draw: later(
      'returns',
      () => import('./screens/returns.tsx'),
      ({ Returns }, { id }) => <Returns number={id} />,
    ),
  },
  { name: 'money', icon: 'money', key: 'm', group: 'sell', needs: ['get_unclaimed_money'], draw: () => <Money /> },
  {
    name: 'customers',
    icon: 'customers',
    key: 'c',
    group: 'sell',
    needs: ['search_users', 'get_user_by_id'],
    needsAt: ({ id }) => (id.startsWith('group') ? ['get_groups'] : []),
    draw: (place) => {
      if (place.id === 'groups') return <CustomerGroups />;
      const group = idIn(/^group-(.+)$/.exec(place.id)?.[1] ?? '');
      return group === undefined ? (
        listOrOne('customers', Customers, OneCustomer)(place)
      ) : (
        <OneGroup key={group} id={group} />
      );
    },
  },
  {
    name: 'coupons',
    icon: 'coupons',
    key: 'u',
    group: 'sell',
    needs: ['search_coupons'],
    draw: listOrOne('coupons', Coupons, OneBatch),
  },
  {
    name: 'prices',
    icon: 'tag',
    key: 'a',
    group: 'sell',
    needs: ['get_price_lists', 'get_list_prices', 'search_products'],
    draw: later(
      'prices',
      () => import('./screens/price-lists.tsx'),
      ({ PriceLists, OnePriceList }, place) => listOrOne('prices', PriceLists, OnePriceList)(place),
    ),
  },
  {
    name: 'promotions',
    icon: 'sale',
    key: 'd',
    group: 'sell',
    needs: ['get_promotions'],
    needsAt: ({ id }) => (id === 'new' ? ['create_promotion', 'try_promotion', 'search_products'] : []),
    draw: later('promotions', readPromotionScreens, ({ NewPromotion, Promotions, OnePromotion }, place) =>
      place.id === 'new' ? <NewPromotion /> : listOrOne('promotions', Promotions, OnePromotion)(place),
    ),
  },
  {
    name: 'delivery',
    icon: 'truck',
    key: 'v',
    group: 'sell',
    needs: ['get_delivery_rules'],
    draw: later(
      'delivery',
      () => import('./screens/delivery.tsx'),
      ({ Delivery }) => <Delivery />,
    ),
  },
  {
    name: 'products',
    icon: 'products',
    key: 'p',
    group: 'goods',
    needs: ['search_products', 'get_product_details'],
    needsAt: ({ id }) =>
      id === 'new' ? ['create_product'] : id === 'untranslated' ? ['get_shopobject_languages'] : [],
    draw: (place) => {
      if (place.id === 'new') return <NewObjectPage key="product" type="product" />;
      if (place.id === 'untranslated') return <Untranslated key="products" kind="products" />;
      return listOrOne('products', Products, OneProduct)(place);
    },
  },
  {
    name: 'contents',
    icon: 'document',
    key: 'n',
    group: 'goods',
    needs: ['search_contents', 'get_content_details', 'get_shopobject_languages'],
    needsAt: ({ id }) => (id === 'new' ? ['create_content'] : []),
    draw: (place) => {
      if (place.id === 'new') return <NewObjectPage key="content" type="content" />;
      if (place.id === 'untranslated') return <Untranslated key="contents" kind="contents" />;
      return listOrOne('contents', Contents, OneContent)(place);
    },
  },
  {
    name: 'classes',
    icon: 'fields',
    key: 'l',
    group: 'goods',
    needs: ['search_classes', 'get_class_languages', 'update_class_attributes'],
    draw: later('classes', readClassScreens, ({ Classes, OneClass }, place) =>
      listOrOne('classes', Classes, OneClass)(place),
    ),
  },
  {
    name: 'records',
    icon: 'document',
    key: 'y',
    group: 'goods',
    needs: ['search_records', 'get_record_languages', 'search_classes'],
    draw: later('records', readRecordScreens, ({ Records, OneRecord }, place) =>
      listOrOne('records', Records, OneRecord)(place),
    ),
  },
  {
    name: 'search',
    icon: 'search',
    key: 'q',
    group: 'goods',
    needs: ['get_search_words'],
    draw: later(
      'search',
      () => import('./screens/search-words.tsx'),
      ({ SearchWords }) => <SearchWords />,
    ),
  },
  {
    name: 'stock',
    icon: 'stock',
    key: 's',
    group: 'goods',
    needs: ['search_warehouse_entities', 'get_stock'],
    needsAt: ({ id }) => (id === 'count' ? neededToCount(chosenKind()) : []),
    draw: ({ id }) => {
      if (id === '') return <Stock />;
      return id === 'count' ? <StockCount /> : <OneStock key={id} object={id} />;
    },
  },
  {
    name: 'import',
    icon: 'upload',
    key: 'i',
    group: 'goods',
    needs: ['import'],
    draw: later(
      'import',
      () => import('./screens/import.tsx'),
      ({ Import }) => <Import />,
    ),
  },
  {
    name: 'webhooks',
    icon: 'webhooks',
    key: 'w',
    group: 'connect',
    needs: ['get_webhooks'],
    draw: later('webhooks', readWebhookScreens, ({ Webhooks, OneWebhook }, { id }) =>
      id === '' ? <Webhooks /> : <OneWebhook key={id} name={id} />,
    ),
  },
  {
    name: 'mail',
    icon: 'mail',
    key: 'j',
    group: 'connect',
    needs: ['get_mail_messages'],
    draw: later(
      'mail',
      () => import('./screens/mail.tsx'),
      ({ MailScreen }) => <MailScreen />,
    ),
  },
  {
    name: 'extensions',
    icon: 'explorer',
    key: '.',
    group: 'connect',
    needs: ['get_extensions'],
    draw: later(
      'extensions',
      () => import('./screens/extensions.tsx'),
      ({ Extensions }) => <Extensions />,
    ),
  },
  {
    name: 'channels',
    icon: 'channels',
    key: 'k',
    group: 'connect',
    needs: ['get_channels', 'update_channel'],
    draw: listOrOne('channels', Channels, OneChannel),
  },
  {
    name: 'history',
    icon: 'history',
    key: 'h',
    group: 'watch',
    needs: ['get_changelog'],
    draw: later(
      'history',
      () => import('./screens/changes.tsx'),
      ({ Changes }) => <Changes />,
    ),
  },
  { name: 'people', icon: 'lock', key: 'r', group: 'shop', needs: ['get_staff', 'get_roles'], draw: () => <People /> },
  {
    name: 'shop',
    icon: 'document',
    key: 'b',
    group: 'shop',
    needs: ['get_shop_settings', 'update_shop_settings'],
    needsAt: ({ id }) => (id === 'documents' ? TEMPLATES : []),
    draw: ({ id }) =>
      id === 'documents' ? (
        <Later
          name="document-templates"
          title={t().templates.title}
          load={() => import('./screens/document-templates.tsx')}
          draw={({ DocumentTemplates }) => <DocumentTemplates />}
        />
      ) : (
        <Later
          name="shop"
          title={t().screens.shop}
          load={() => import('./screens/shop.tsx')}
          draw={({ Shop }) => <Shop />}
        />
      ),
  },
  { name: 'settings', icon: 'settings', key: ',', group: 'tools', needs: ['engine_room'], draw: () => <Settings /> },
  {
    name: 'engine',
    icon: 'engine',
    key: 'e',
    group: 'tools',
    needs: ['engine_room'],
    draw: later(
      'engine',
      () => import('./screens/engine-room.tsx'),
      ({ EngineRoom }) => <EngineRoom />,
    ),
  },
  {
    name: 'explorer',
    icon: 'explorer',
    key: 'x',
    group: 'tools',
    needs: [],
    draw: later(
      'explorer',
      () => import('./screens/explorer.tsx'),
      ({ Explorer }, { id }) => <Explorer name={id} />,
    ),
  },
];

const withoutRight = (name: Right): boolean => !may(name);

/** What the person lacks for a screen; none: it is open to them. */
export const lackedBy = ({ needs }: Screen): readonly Right[] => needs.filter(withoutRight);

/** What the person lacks for an address of a screen. */
export const lackedAt = (screen: Screen, route: Route): readonly Right[] => [
  ...lackedBy(screen),
  ...(screen.needsAt?.(route) ?? []).filter(withoutRight),
];
