// Catches a value that has to pass through ever more files: the quantity of a cart line is followed from the bytes of a
// call to the bytes of the journal. Wherever it is read, the files on the stack are those that have it, or pass it on.
import { afterAll, expect, test } from 'vitest';
import { DEMO_CREDENTIALS } from '../../src/admin/credentials.ts';
import { loadConfig } from '../../src/config/config.ts';
import { session } from '../../src/domain/cart/session.ts';
import { BatchWriter } from '../../src/engine/journal/record.ts';
import { requestHandler } from '../../src/http/request-handler.ts';
import { OPERATIONS } from '../../src/operations/dispatch/registry.ts';
import { MemoryShop } from '../../src/testing/memory-shop.ts';

const FILES_MAX = 18;
const MILLI = 7000;

/** Top to bottom, as ARCHITECTURE.md follows the call; the text of a body is made before its form is read. */
const WAY = [
  'src/http/request-handler.ts',
  'src/http/arrived-call.ts',
  'src/operations/dispatch/dispatch.ts',
  'src/operations/dispatch/admission.ts',
  'src/operations/dispatch/write-calls.ts',
  'src/kernel/params.ts',
  'src/operations/params/line-params.ts',
  'src/operations/cart.ts',
  'src/domain/cart/add-to-cart.ts',
  'src/domain/cart/change-cart.ts',
  'src/engine/transactions/unit-of-work.ts',
  'src/domain/cart/session.ts',
  'src/domain/cart/cart-lines.ts',
  'src/engine/engine.ts',
  'src/engine/commit/apply-events.ts',
  'src/engine/actors/actor-table.ts',
  'src/engine/journal/record.ts',
  'src/domain/schema.ts',
];

/**
 * Files on a stack where the quantity is read. Not among them: a check that gets it and hands back a verdict (the step,
 * the stock). The parameter makes thousandths of the text before anybody reads them, so it is counted by hand.
 */
const files = new Set(['src/operations/params/line-params.ts']);
/** Compiles functions of others, and gets no value. */
const COMPILER = 'src/kernel/source-function.ts';
const note = (): void => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = Infinity;
  const { stack = '' } = new Error('here');
  Error.stackTraceLimit = stackTraceLimit;
  for (const [, file] of stack.matchAll(/\/(src\/[\w/.-]+\.ts)/g)) if (file !== COMPILER) files.add(file!);
};

/** A copy that notes who reads its quantity. */
const watched = <T extends object>(one: T): T =>
  'quantityMilli' in one && one.quantityMilli === MILLI
    ? Object.defineProperty({ ...one }, 'quantityMilli', { enumerable: true, get: () => (note(), MILLI) })
    : one;

const undo: (() => void)[] = [];
afterAll(() => undo.forEach((one) => one()));
/** Replaces a function until the end: `by` is called with it. */
const replace = <T extends object, K extends keyof T>(of: T, name: K, by: (original: T[K]) => T[K]): void => {
  const original = of[name];
  undo.push(() => void (of[name] = original));
  of[name] = by(original);
};

test(`the quantity of add_to_cart goes through at most ${FILES_MAX} files on its way to the journal`, async () => {
  const config = loadConfig({}, {}, undefined);
  const client = { call: () => Promise.reject(new Error('nobody is called')) };
  const shop = new MemoryShop({ config, credentials: DEMO_CREDENTIALS, nowMs: 0, client, warn: () => {}, env: {} });
  const { username, password, secretKey } = DEMO_CREDENTIALS;
  const licence = { licence_username: username, licence_password: password, licence_secret_key: secretKey };
  const call = (request: string, fields: object = {}): Promise<object> => shop.call({ ...licence, request, ...fields });
  await call('create_class', { name: 'goods', type: 'product' });
  await call('create_class_attributes', { id_class: 1, attributes: [{ name: 'price', type: 'FLOAT' }] });
  await call('create_product', { class: 'goods', name: 'lamp', shop_active: 1, attributes: { de_DE: { price: 2 } } });
  const { code } = (await call('get_new_session')) as { readonly code: string };

  const { quantity } = OPERATIONS.get('add_to_cart')!.params;
  replace(quantity!, 'read', (read) => (raw, name) => (note(), read(raw, name)));
  replace(session, 'decide', (decide) => (state, command, atMs) => {
    const decided = decide(state, watched(command), atMs);
    return decided.ok ? { ...decided, value: decided.value.map(watched) } : decided;
  });
  replace(session, 'apply', (apply) => (state, event, atMs) => apply(state, watched(event), atMs));
  replace(
    BatchWriter.prototype,
    'add',
    (add) =>
      function noting(this: BatchWriter, ...given) {
        if (given[3].some(({ event }) => event.type === 'line_added')) note();
        return add.apply(this, given);
      },
  );
  const fields = { ...licence, request: 'add_to_cart', session: code, id_shopobject: 1, element_type: 'PRODUCT' };
  const sent = new URLSearchParams({ ...fields, quantity: '7', price_field: 'price' } as never).toString();
  const body = Buffer.from(sent);
  replace(
    body,
    'toString',
    (toString) =>
      (...given) => (note(), toString.apply(body, given)),
  );
  const reply = await new Promise((resolve) => {
    const request = {
      method: 'POST',
      path: '/srv/service/',
      query: '',
      contentType: 'application/x-www-form-urlencoded',
    };
    const head = { contentEncoding: '', idempotencyKey: '', traceparent: '', clientAddress: '', socketAddress: '' };
    const dispatch = (shop as unknown as { dispatch: never }).dispatch;
    requestHandler(dispatch, config)(
      { ...request, ...head, headers: new Map(), body } as never,
      {
        isGone: false,
        send: (_status: number, bytes: Uint8Array) => resolve(JSON.parse(Buffer.from(bytes).toString())),
      } as never,
    );
  });
  await shop.close();
  expect(reply).toMatchObject({ object: 'cart', contents: [{ quantity: 7 }] });
  expect([...files].toSorted()).toEqual(WAY.toSorted());
  expect(files.size).toBeLessThanOrEqual(FILES_MAX);
});
