// The shop of the golden files: small, and with something of everything whose bytes must be read for ever.
import { addAttributes, removeAttributes } from '../../../src/domain/catalogue/define-attributes.ts';
import { createClass } from '../../../src/domain/catalogue/create-class.ts';
import { deleteClass } from '../../../src/domain/catalogue/delete-class.ts';
import { createCategory } from '../../../src/domain/catalogue/create-category.ts';
import { deleteCategory } from '../../../src/domain/catalogue/delete-category.ts';
import { updateCategory } from '../../../src/domain/catalogue/update-category.ts';
import { createContent } from '../../../src/domain/catalogue/create-content.ts';
import { createVariation } from '../../../src/domain/catalogue/create-variation.ts';
import { deleteObject } from '../../../src/domain/catalogue/delete-object.ts';
import { updateObject } from '../../../src/domain/catalogue/update-object.ts';
import { calculate } from '../../../src/domain/calculation/calculate.ts';
import { addApplication } from '../../../src/domain/accounts/add-application.ts';
import { placeInventory, takeInventory } from '../../../src/domain/catalogue/move-inventory.ts';
import { issueInvoice } from '../../../src/domain/orders/issue-documents.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import { startPayment } from '../../../src/domain/orders/start-payment.ts';
import { recordTimeStep } from '../../../src/domain/time/time-step.ts';
import { checkout } from '../../../src/domain/orders/checkout.ts';
import { updateOrder } from '../../../src/domain/orders/update-order.ts';
import { countUsage } from '../../../src/domain/reports/usage.ts';
import { addCoupons } from '../../../src/domain/coupons/attach-coupons.ts';
import { codesOf, createCoupons } from '../../../src/domain/coupons/create-coupons.ts';
import { logIn } from '../../../src/domain/accounts/log-in.ts';
import { createWebhook } from '../../../src/domain/webhooks/create-webhook.ts';
import { fire } from '../../../src/domain/webhooks/fire-webhooks.ts';
import { updateWebhook } from '../../../src/domain/webhooks/update-webhook.ts';
import type { Session } from '../../../src/domain/cart/session.ts';
import { UNMANAGED } from '../../../src/domain/stock/sellable.ts';
import { NO_METADATA } from '../../../src/domain/attributes/metadata.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { ok } from '../../../src/kernel/result.ts';
import { changeStates } from '../../domain/orders/change-states.ts';
import { buy as buyWithDetails, register } from '../privacy/persons.ts';
import type { SetClock } from '../seeded.ts';
import { ENTITY_NUMBER, addPiece, buy, fillShop, make, remember, startSession } from '../shop.ts';

/** One event of every way in which the catalogue changes. */
export const changeCatalogue = (engine: Engine): void => {
  const seo = { de_DE: { permalink: 'thing', title: 'Thing' } };
  const plain = {
    active: true,
    attributes: { de_DE: { price: 1 } },
    seo: {},
    metadata: NO_METADATA,
    availability: UNMANAGED,
    quantityMilli: 1000,
  };
  for (const name of ['kept', 'gone']) {
    make(engine, (tx) => createCategory(tx, { parentId: 1, name, labels: {}, attributes: {}, seo: {} }));
    make(engine, (tx) => createVariation(tx, 1, { ...plain, name, categories: [name] }));
    make(engine, (tx) => createClass(tx, name, 'content'));
    make(engine, (tx) => addAttributes(tx, 1, [{ name, type: 'TXT', labels: {}, defaults: { de_DE: 'own' } }]));
  }
  make(engine, (tx) =>
    createContent(tx, { className: 'kept', name: 'page', active: true, attributes: {}, seo: {}, categories: [1] }),
  );
  const update = {
    name: 'changed',
    active: false,
    attributes: { de_DE: { price: null, kept: 'text', gone: 'text' } },
    seo,
    metadata: { weight: 2 },
  };
  make(engine, (tx) =>
    updateObject(tx, 4, 'product', {
      ...update,
      availability: { managed: true },
      quantityMilli: 5000,
      categories: [1],
    }),
  );
  make(engine, (tx) =>
    updateCategory(tx, 2, {
      parentId: 0,
      name: 'moved',
      labels: { de_DE: 'Umgezogen' },
      attributes: { link: '/' },
      seo,
    }),
  );
  make(engine, (tx) => removeAttributes(tx, 1, ['gone']));
  make(engine, (tx) => deleteObject(tx, 5, 'product'));
  make(engine, (tx) => deleteCategory(tx, 3));
  make(engine, (tx) => deleteClass(tx, 4));
};

/** Coupons of either kind, redeemed, freed and in a cart. */
export const useCoupons = (engine: Engine): void => {
  const terms = {
    name: 'Thanks',
    percentage: false,
    amount: 250,
    startDay: 19_000,
    endDay: null,
    combineable: true,
    currency: '',
    promotionId: 0,
  };
  make(engine, (tx) => createCoupons(tx, { terms: { ...terms, unique: true }, count: 2, code: undefined }));
  make(engine, (tx) =>
    createCoupons(tx, {
      terms: { ...terms, unique: false, percentage: true, amount: 125_000, startDay: null },
      count: 1,
      code: 'SUMMER',
    }),
  );
  const codes = [...make(engine, (tx) => ok(codesOf(tx, 1))), 'SUMMER'];
  const given = codes.map((code) => ({ code, name: code === 'SUMMER' ? 'Sommer' : '' }));
  const sessionId = make(engine, startSession);
  for (const productId of [1, 2]) make(engine, (tx) => addPiece(tx, sessionId, productId, false));
  make(engine, (tx) => addCoupons(tx, sessionId, given));
  const { orderId, next } = make(engine, (tx) => checkout(tx, sessionId));
  make(engine, (tx) => changeStates(tx, orderId, { order: 'CANCELED' }));
  make(engine, (tx) => addCoupons(tx, next.id, given.slice(1)));
};

/** A user and a guest with orders that name them, an invoice, a webhook and messages of it. */
const servePersons = (engine: Engine): void => {
  const user = register(engine);
  make(engine, (tx) => createWebhook(tx, 'MAIL', 'SEND_MESSAGE_TO_USER'));
  make(engine, (tx) => updateWebhook(tx, 'MAIL', { url: 'http://127.0.0.1:1/', parameter: '', rotateSecret: false }));
  const orderId = buyWithDetails(engine, make(engine, (tx) => logIn(tx, user, make(engine, startSession))).id);
  make(engine, (tx) =>
    updateOrder(tx, {
      by: 0,
      invoiceText: () => 'invoice',
      orderId,
      details: { fields: { delivery_lastname: 'Musterfrau-Neu' }, attributes: {} },
      states: { payment: 'PAYMENT_RECEIVED' },
    }),
  );
  fillOtherKinds(engine, buyWithDetails(engine, make(engine, startSession)));
  make(engine, (tx) => fire(tx, 'SEND_MESSAGE_TO_USER', { message: 'Dear Anna' }, user));
};

/** Kinds of actors that no other part of the shop has. */
const fillOtherKinds = (engine: Engine, orderId: number): void => {
  make(engine, (tx) => addApplication(tx, { name: 'till', url: 'https://till.test/', nonce: 'n', tokenDigest: 'd' }));
  make(engine, (tx) => recordTimeStep(tx, tx.atMs, tx.atMs + 1000, 'followed'));
  make(engine, (tx) => countUsage(tx, { day: 19_676, channels: [], searches: [['nothing', 2]], textsMax: 9 }));
  const move = { storage: 'north', elementNumber: ENTITY_NUMBER, quantityMilli: 1000, note: '' };
  for (let at = 0; at < 102; at += 1)
    make(engine, (tx) => (at % 2 === 0 ? placeInventory(tx, move) : takeInventory(tx, move)));
  const { cart, details } = engine.tables.order.peek(orderId) as Order;
  make(engine, (tx) =>
    startPayment(tx, {
      orderId,
      methodId: details.paymentMethodId,
      amountMinor: calculate(cart).totalMinor,
      reference: 'r1',
      redirect: 'https://pay.test/',
      token: 't',
      successUrl: '',
      cancelUrl: '',
      expiresMs: tx.atMs + 1000,
    }),
  );
  const invoice = { language: 'de', format: 'html', data: 'data', bytes: '<p>' } as const;
  make(engine, (tx) => issueInvoice(tx, orderId, invoice));
};

/** Sessions, carts, an order, records that ended, persons, and an actor of every other kind. */
export const openShop = (engine: Engine, clock: SetClock): void => {
  const digests = { username: 'a'.repeat(64), password: 'b'.repeat(64), secretKey: 'c'.repeat(64) };
  make(engine, (tx) =>
    tx.create('channel', {
      type: 'open_channel',
      name: 'main',
      description: '',
      active: true,
      output: 'json',
      digests,
      demo: false,
    }),
  );
  fillShop(engine);
  const { next } = buy(engine, 1);
  make(engine, (tx) => addPiece(tx, next.id, 3, false));
  make(engine, (tx) => remember(tx, 'ended', 1));
  make(engine, (tx) => remember(tx, 'kept', 3_600_000));
  make(engine, (tx) => countUsage(tx, { day: 19_675, channels: [[1, 2, 300]], searches: [], textsMax: 9 }));
  servePersons(engine);
  const gone = make(engine, startSession);
  clock.ms = (engine.tables.session.peek(gone) as Session).expiresMs;
  make(engine, (tx) => tx.ask('session', gone, { type: 'expire' }));
  make(engine, (tx) => tx.ask('idempotency_record', 1, { type: 'forget' }));
};
