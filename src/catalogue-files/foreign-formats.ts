// Every format of another system that is read. A new one is a file of its own, a name in record-source.ts, and a line
// here; its page in docs/start comes from its fields.
import { COMMERCETOOLS } from './commercetools.ts';
import type { ForeignFormat } from './foreign-format.ts';
import { GOOGLE_MERCHANT } from './google-merchant.ts';
import { MAGENTO } from './magento.ts';
import { MEDUSA } from './medusa.ts';
import { PRESTASHOP } from './prestashop.ts';
import type { ForeignName } from './record-source.ts';
import { SALEOR } from './saleor.ts';
import { SHOPIFY_CUSTOMERS } from './shopify-customers.ts';
import { SHOPIFY_INVENTORY } from './shopify-inventory.ts';
import { SHOPIFY_ORDERS } from './shopify-orders.ts';
import { SHOPIFY } from './shopify.ts';
import { SHOPWARE } from './shopware.ts';
import { VENDURE } from './vendure.ts';
import { WOOCOMMERCE } from './woocommerce.ts';

export const FOREIGN: { readonly [name in ForeignName]: ForeignFormat } = {
  shopify: SHOPIFY,
  'shopify-customers': SHOPIFY_CUSTOMERS,
  'shopify-orders': SHOPIFY_ORDERS,
  'shopify-inventory': SHOPIFY_INVENTORY,
  woocommerce: WOOCOMMERCE,
  magento: MAGENTO,
  prestashop: PRESTASHOP,
  commercetools: COMMERCETOOLS,
  'google-merchant': GOOGLE_MERCHANT,
  medusa: MEDUSA,
  shopware: SHOPWARE,
  saleor: SALEOR,
  vendure: VENDURE,
};
