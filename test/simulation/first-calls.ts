// The catalogue that a simulated shop begins with.
import type { SentCall } from './simulated-shop.ts';

interface Shop {
  readonly products: number;
  /** It has a class of records of its own. */
  readonly hasRecords: boolean;
}

type Call = readonly [request: string, params: { readonly [name: string]: unknown }];

const product = (id: number): Call => [
  'create_product',
  {
    class: 'product',
    name: `Product ${id}`,
    shop_active: 1,
    attributes: { de_DE: { price: id + 0.99 } },
    metadata: id > 4 ? { element_number: 'screw' } : {},
    availability: { active: 1, quantity: 30 },
    categories: [1],
    add_binding: id > 4 ? 1 : 0,
  },
];

/** A class of the shop's own, behind those that all shops have. */
const RECORD_CLASS: readonly Call[] = [
  ['create_class', { name: 'store', type: 'record', public: 1 }],
  [
    'create_class_attributes',
    { id_class: 3, attributes: [{ name: 'city', type: 'CHAR', de_DE: { label: 'Stadt', value: '' } }] },
  ],
];

/** From the fifth product on they share a warehouse entity. */
const callsOf = ({ products, hasRecords }: Shop): readonly Call[] => [
  ['create_class', { name: 'product', type: 'product' }],
  ['create_class', { name: 'part', type: 'warehouse_entity' }],
  [
    'create_class_attributes',
    { id_class: 1, attributes: [{ name: 'price', type: 'FLOAT', de_DE: { label: 'Preis', value: 0 } }] },
  ],
  ['create_category', { name: 'all', id_parent: 0 }],
  ...(hasRecords ? RECORD_CLASS : []),
  ['create_warehouse_entity', { class: 'part', name: 'Screw', metadata: { element_number: 'screw' } }],
  ['inventory_place', { storage: 'north', element_number: 'screw', quantity: 100, note: '' }],
  // Limits that are soon reached.
  ['create_promotion', { name: 'First', gives: { kind: 'percent', value: 12 }, uses_max: 3 }],
  [
    'create_promotion',
    { name: 'Budget', gives: { kind: 'amount', value: 1, per: 'order' }, stack: 'order', budget_max: '2.50' },
  ],
  // One for every cart, and a dearer one for small ones.
  [
    'create_delivery_rule',
    { name: 'Parcel', id_delivery_method: 1, basis: 'before', taxclass: 'goods', price: '2.90', free_from: 30 },
  ],
  [
    'create_delivery_rule',
    { name: 'Small', id_delivery_method: 1, basis: 'before', taxclass: 'goods', price: 4, sum: [0, 6], priority: 1 },
  ],
  ...Array.from({ length: products }, (_, index) => product(index + 1)),
  ...['ORDER_CREATE', 'ORDER_PAYMENT_CHANGE', 'SEND_MESSAGE_TO_USER'].map((name): Call => [
    'update_webhook',
    { name, url: 'http://127.0.0.1:9/hook', parameter: '' },
  ]),
];

export const firstCalls = (shop: Shop): readonly SentCall[] =>
  callsOf(shop).map(([request, params]) => ({ request, params, secret: true, key: '' }));
