// Stores with persons to erase: Anna, as a user and as a guest, and others.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../../../src/domain/orders/checkout.ts';
import { updateOrder } from '../../../src/domain/orders/update-order.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import { addToCart } from '../../../src/domain/cart/add-to-cart.ts';
import type { Session } from '../../../src/domain/cart/session.ts';
import { enteringSubject, logIn } from '../../../src/domain/accounts/log-in.ts';
import { registerUser } from '../../../src/domain/accounts/register-user.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { writeSnapshot } from '../../../src/engine/snapshots/write-snapshot.ts';
import { restoreStore } from '../../../src/engine/store/restore.ts';
import { fillShop, make, startSession } from '../shop.ts';
import { newPlace, open } from '../store/stores.ts';
import { newDirectory } from '../../harness/directories.ts';
import type { Place } from '../store/stores.ts';
import { FREE_PIECE } from '../../domain/cart/plain-elements.ts';

export const DETAILS = {
  fields: {
    email: 'anna.muster@example.org',
    delivery_lastname: 'Musterfrau',
    delivery_street: 'Gartenweg',
    note: 'Klingel bei Nachbarin',
    invoice_lastname: 'Rechnungshof',
  },
  attributes: { gift: 'Musterfrau' },
};

export type Details = {
  readonly fields: { readonly [field: string]: string };
  readonly attributes: { readonly [name: string]: string };
};

export const NONE: Details = { fields: {}, attributes: {} };

export const buy = (engine: Engine, sessionId: number, details: Details = DETAILS): number => {
  make(engine, (tx) => addToCart(tx, { ...FREE_PIECE, sessionId }));
  if (details !== NONE) enter(engine, sessionId, details);
  return make(engine, (tx) => checkout(tx, sessionId)).orderId;
};

export const register = (engine: Engine, name = 'anna.muster@example.org'): number =>
  make(engine, (tx) =>
    registerUser(tx, {
      username: name,
      email: name,
      passwordHash: 'hash-of-anna',
      language: 'de_DE',
      level: 0,
      verifyDigest: '',
      className: '',
    }),
  );

export const sessionOf = (engine: Engine, id: number): Session => engine.tables.session.peek(id) as Session;

/** As the operation does it. */
export const enter = (engine: Engine, sessionId: number, details: Details = DETAILS): void =>
  make(engine, (tx) =>
    tx.ask('session', sessionId, {
      type: 'set_details',
      subject: enteringSubject(tx, tx.read('session', sessionId)!),
      reservedOrderId: tx.nextId('order'),
      bytesMax: 1_048_576,
      ...details,
    }),
  );

/** What must stand beside a snapshot file for its sessions to go on, and its persons to be known. */
export const copyKeys = (from: Place, directory: string): void => {
  for (const name of ['store.json', 'subject-keys.json'])
    writeFileSync(join(directory, name), readFileSync(join(from.directory, name)));
};

/** The store as of its oldest snapshot file, with the keys as they are now. */
export const restored = async (place: Place): Promise<Place> => {
  const directory = newDirectory();
  copyKeys(place, directory);
  await restoreStore(directory, join(place.snapshots, readdirSync(place.snapshots).sort()[0]!), { nowMs: Date.now });
  return { ...place, directory };
};

/** A store in which Anna, as a user and as a guest, has shopped; the ids. */
export const shopped = async () => {
  const place = newPlace();
  const store = await open(place);
  const { engine } = store;
  fillShop(engine);
  const user = register(engine);
  const userOrder = buy(engine, make(engine, (tx) => logIn(tx, user, make(engine, startSession))).id);
  make(engine, (tx) =>
    updateOrder(tx, {
      by: 0,
      invoiceText: () => '',
      orderId: userOrder,
      details: { fields: { delivery_lastname: 'Musterfrau-Neu' }, attributes: {} },
      states: { payment: 'PAYMENT_RECEIVED' },
    }),
  );
  const guestOrder = buy(engine, make(engine, startSession));
  const other = buy(engine, make(engine, startSession));
  await writeSnapshot(engine, { directory: place.snapshots, owner: store.identity, keep: 3, sliceMs: 5 });
  // Behind the snapshot, in the journal alone.
  const draft = make(engine, startSession);
  enter(engine, draft);
  return { place, store, user, userOrder, guestOrder, other, draft };
};

export const orderOf = (engine: Engine, id: number): Order => engine.tables.order.peek(id) as Order;
