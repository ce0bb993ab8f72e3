// The table of operations: dispatch, documentation and tests derive from it.
import * as accounting from '../accounting.ts';
import * as addressForm from '../address-form.ts';
import * as applications from '../applications.ts';
import * as bindings from '../bindings.ts';
import * as boughtTogether from '../bought-together.ts';
import * as cart from '../cart.ts';
import * as categories from '../categories.ts';
import * as categoryWrites from '../category-writes.ts';
import * as classes from '../classes.ts';
import * as channels from '../channels.ts';
import * as changelog from '../changelog.ts';
import * as couponSearch from '../coupon-search.ts';
import * as coupons from '../coupons.ts';
import * as documentTemplates from '../document-templates.ts';
import * as documents from '../documents.ts';
import * as drafts from '../drafts.ts';
import * as editOrder from '../edit-order.ts';
import * as orderEdits from '../order-edits.ts';
import * as exports from '../exports.ts';
import * as firstSteps from '../first-steps.ts';
import * as mail from '../mail.ts';
import * as objectLanguages from '../object-languages.ts';
import * as objects from '../objects.ts';
import { refuse, shown } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';
import type { Operation } from '../context/operation.ts';
import * as images from '../images.ts';
import * as credits from '../credits.ts';
import * as refunds from '../refunds.ts';
import * as invitations from '../invitations.ts';
import * as invoices from '../invoices.ts';
import * as openCarts from '../open-carts.ts';
import * as orderDeadline from '../order-deadline.ts';
import * as orderInsight from '../order-insight.ts';
import * as orderNotes from '../order-notes.ts';
import * as orders from '../orders.ts';
import * as pastOrders from '../past-orders.ts';
import * as payments from '../payments.ts';
import * as preferences from '../preferences.ts';
import * as privacy from '../privacy.ts';
import * as parcelLabels from '../parcel-labels.ts';
import * as parcels from '../parcels.ts';
import * as records from '../records.ts';
import * as reports from '../reports.ts';
import * as returnPictures from '../return-pictures.ts';
import * as returns from '../returns.ts';
import * as officeLogins from '../office-logins.ts';
import * as customerGroups from '../customer-groups.ts';
import * as priceLists from '../price-lists.ts';
import * as prices from '../prices.ts';
import * as listPrices from '../list-prices.ts';
import * as deliveryMethods from '../delivery-methods.ts';
import * as deliveryRules from '../delivery-rules.ts';
import * as promotionTrial from '../promotion-trial.ts';
import * as promotions from '../promotions.ts';
import * as priceReasons from '../price-reasons.ts';
import * as roles from '../roles.ts';
import * as secondFactor from '../second-factor.ts';
import * as search from '../search.ts';
import * as searchClicked from '../search-clicked.ts';
import * as searchWords from '../search-words.ts';
import * as positions from '../positions.ts';
import * as extensions from '../extensions.ts';
import * as session from '../session.ts';
import * as shopSettings from '../shop-settings.ts';
import * as slips from '../slips.ts';
import * as suggest from '../suggest.ts';
import * as status from '../status.ts';
import * as unclaimedMoney from '../unclaimed-money.ts';
import * as userData from '../user-data.ts';
import * as userPasswords from '../user-passwords.ts';
import * as userAdmin from '../user-admin.ts';
import * as users from '../users.ts';
import * as stock from '../stock.ts';
import * as warehouse from '../warehouse.ts';
import * as webhooks from '../webhooks.ts';

const ALL: { readonly [name: string]: Operation } = {
  ...session,
  ...categories,
  ...categoryWrites,
  ...objects,
  ...objectLanguages,
  ...positions,
  ...images,
  ...exports,
  ...classes,
  ...records,
  ...boughtTogether,
  ...cart,
  ...openCarts,
  ...drafts,
  ...editOrder,
  ...orderEdits,
  ...orders,
  ...orderDeadline,
  ...orderNotes,
  ...orderInsight,
  ...invoices,
  ...payments,
  ...pastOrders,
  ...unclaimedMoney,
  ...accounting,
  ...addressForm,
  ...documents,
  ...parcelLabels,
  ...parcels,
  ...returns,
  ...returnPictures,
  ...credits,
  ...refunds,
  ...slips,
  ...warehouse,
  ...bindings,
  ...stock,
  ...reports,
  ...shopSettings,
  ...documentTemplates,
  ...firstSteps,
  ...search,
  ...searchWords,
  ...suggest,
  ...searchClicked,
  ...coupons,
  ...couponSearch,
  ...users,
  ...userPasswords,
  ...userData,
  ...userAdmin,
  ...officeLogins,
  ...preferences,
  ...customerGroups,
  ...priceLists,
  ...prices,
  ...listPrices,
  ...priceReasons,
  ...deliveryRules,
  ...deliveryMethods,
  ...promotionTrial,
  ...promotions,
  ...roles,
  ...secondFactor,
  ...invitations,
  ...privacy,
  ...applications,
  ...status,
  ...extensions,
  ...changelog,
  ...channels,
  ...webhooks,
  ...mail,
};

/** Wire name → operation. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(Object.entries(ALL));

/** Name under which a bulk call (bulk.ts), which is no operation, is counted and logged. */
export const BULK = 'bulk';

/** Whether a line of a bulk call may name it: writes that need the secret key and no session. */
export const isBulkOperation = (name: string): boolean => {
  const operation = OPERATIONS.get(name);
  return operation?.effect === 'write' && operation.credential === 'secret' && operation.session === 'none';
};

export const unknownOperation = (name: string): Refusal =>
  refuse('REQUEST_NOT_VALID', 'request', `There is no operation ${shown(name)}.`);

/** Returns the name for logs and metrics, which must not repeat names that a caller made up. */
export const operationLabel = (name: string): string => (OPERATIONS.has(name) || name === BULK ? name : 'unknown');
