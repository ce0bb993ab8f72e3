// Every kind of actor. Their order is the order of recovery and of sections in a snapshot file.
import type { KindName, KindTypes } from './kind-types.ts';
import { application } from './accounts/application.ts';
import { idempotencyRecord } from './channels/idempotency-record.ts';
import { category } from './catalogue/category.ts';
import { deliveryRule } from './delivery/rule.ts';
import { channel } from './channels/channel.ts';
import { invitation } from './accounts/invitation.ts';
import { coupon, couponBatch } from './coupons/coupon.ts';
import { issuedInvoice } from './orders/issued-invoice.ts';
import { stockMovementPage } from './stock/stock-movement-page.ts';
import { keyring } from './privacy/keyring.ts';
import { mailer } from './webhooks/mailer.ts';
import { message } from './webhooks/message.ts';
import { order } from './orders/order.ts';
import { orderReturn } from './orders/order-return.ts';
import { returnPicture } from './orders/return-picture.ts';
import { role } from './accounts/role.ts';
import { preferences } from './accounts/preferences.ts';
import { pastOrder } from './history/past-order.ts';
import { payment } from './orders/payment.ts';
import { refund } from './orders/refund.ts';
import { paymentNotice } from './orders/payment-notice.ts';
import { session } from './cart/session.ts';
import { shopClass } from './catalogue/shop-class.ts';
import { customerGroup } from './prices/customer-group.ts';
import { priceList } from './prices/price-list.ts';
import { productPrices } from './prices/product-prices.ts';
import { promotion } from './promotions/promotion.ts';
import { documentTemplate } from './shop/document-template.ts';
import { shopCurrency } from './shop/shop-currency.ts';
import { shopProfile } from './orders/shop-profile.ts';
import { shop } from './shop/shop.ts';
import { shopObject } from './catalogue/shop-object.ts';
import { searchWords } from './words/search-words.ts';
import { searchDay } from './reports/searched.ts';
import { zeroResultSearches, usage } from './reports/usage.ts';
import { user } from './accounts/user.ts';
import { stock } from './stock/stock-item.ts';
import { storage } from './stock/storage.ts';
import { typedRecord } from './catalogue/typed-record.ts';
import { closedMonth } from './time/closed-month.ts';
import { timeStep } from './time/time-step.ts';
import { warehouseEntity } from './stock/warehouse-entity.ts';
import { webhook } from './webhooks/webhook.ts';

export const KINDS = Object.freeze({
  channel,
  class: shopClass,
  category,
  shopobject: shopObject,
  warehouse_entity: warehouseEntity,
  storage,
  stock,
  session,
  order,
  idempotency_record: idempotencyRecord,
  coupon_batch: couponBatch,
  coupon,
  user,
  application,
  webhook,
  message,
  payment,
  usage,
  zero_result_searches: zeroResultSearches,
  stock_movement_page: stockMovementPage,
  shop_profile: shopProfile,
  issued_invoice: issuedInvoice,
  time_step: timeStep,
  keyring,
  payment_notice: paymentNotice,
  shop_currency: shopCurrency,
  past_order: pastOrder,
  shop,
  role,
  invitation,
  preferences,
  document_template: documentTemplate,
  customer_group: customerGroup,
  price_list: priceList,
  product_prices: productPrices,
  promotion,
  delivery_rule: deliveryRule,
  search_words: searchWords,
  search_day: searchDay,
  refund,
  order_return: orderReturn,
  closed_month: closedMonth,
  typed_record: typedRecord,
  mailer,
  return_picture: returnPicture,
} satisfies KindTypes);

export const KIND_NAMES = Object.keys(KINDS) as KindName[];
