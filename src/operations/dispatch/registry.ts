// The table of operations: dispatch, documentation and tests derive from it.
import * as applications from '../applications.ts';
import * as cart from '../cart.ts';
import * as categories from '../categories.ts';
import * as categoryWrites from '../category-writes.ts';
import * as classes from '../classes.ts';
import * as channels from '../channels.ts';
import * as changelog from '../changelog.ts';
import * as couponSearch from '../coupon-search.ts';
import * as coupons from '../coupons.ts';
import * as documents from '../documents.ts';
import * as exports from '../exports.ts';
import * as objectLanguages from '../object-languages.ts';
import * as objects from '../objects.ts';
import type { Operation } from '../context/operation.ts';
import * as images from '../images.ts';
import * as invoices from '../invoices.ts';
import * as openCarts from '../open-carts.ts';
import * as orderInsight from '../order-insight.ts';
import * as orders from '../orders.ts';
import * as pastOrders from '../past-orders.ts';
import * as payments from '../payments.ts';
import * as privacy from '../privacy.ts';
import * as parcels from '../parcels.ts';
import * as reports from '../reports.ts';
import * as search from '../search.ts';
import * as positions from '../positions.ts';
import * as server from '../server.ts';
import * as session from '../session.ts';
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
  ...cart,
  ...openCarts,
  ...orders,
  ...orderInsight,
  ...invoices,
  ...payments,
  ...pastOrders,
  ...unclaimedMoney,
  ...documents,
  ...parcels,
  ...warehouse,
  ...stock,
  ...reports,
  ...search,
  ...coupons,
  ...couponSearch,
  ...users,
  ...userPasswords,
  ...userData,
  ...userAdmin,
  ...privacy,
  ...applications,
  ...server,
  ...changelog,
  ...channels,
  ...webhooks,
};

/** Wire name → operation. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(Object.entries(ALL));

/** Many lines in one call (bulk.ts), which is no operation and is counted and logged under this name. */
export const BULK = 'bulk';

/** Whether a line of a bulk call may name it: writes that need the secret key and no session. */
export const isBulkOperation = (name: string): boolean => {
  const operation = OPERATIONS.get(name);
  return operation?.effect === 'write' && operation.credential === 'secret' && operation.session === 'none';
};

/** For logs and metrics, which must not repeat names that a caller made up. */
export const operationLabel = (name: string): string => (OPERATIONS.has(name) || name === BULK ? name : 'unknown');
