// The table of operations, gathered from the files; everything that knows all operations derives from it.
import * as cart from './cart.ts';
import * as categories from './categories.ts';
import * as categoryWrites from './category-writes.ts';
import * as classes from './classes.ts';
import * as coupons from './coupons.ts';
import * as objects from './objects.ts';
import type { Operation } from './operation.ts';
import * as orders from './orders.ts';
import * as search from './search.ts';
import * as server from './server.ts';
import * as session from './session.ts';
import * as warehouse from './warehouse.ts';

const gathered: { readonly [name: string]: Operation } = {
  ...session,
  ...categories,
  ...categoryWrites,
  ...objects,
  ...classes,
  ...cart,
  ...orders,
  ...warehouse,
  ...search,
  ...coupons,
  ...server,
};

/** Wire name → operation. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(Object.entries(gathered));
