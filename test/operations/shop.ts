// A whole shop in a test: the real Dispatch on the real Engine over a journal in memory. When the test ends, the
// engine closes, its store is verified and opened once more.
import { toXml, xmlTemplate } from '../../src/outside/xml.ts';
import { hash } from 'node:crypto';
import { expect } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/config.ts';
import { engineLimits } from '../../src/config/engine-limits.ts';
import { shopRules } from '../../src/config/shop-rules.ts';
import type { ShopRules } from '../../src/domain/rules.ts';
import { Engine } from '../../src/engine/engine.ts';
import { MemoryJournal } from '../../src/engine/journal/memory-journal.ts';
import { newCipher } from '../engine/privacy/test-cipher.ts';
import { endsWithTest } from '../harness/endings.ts';
import { recover } from '../../src/engine/recovery/recovery.ts';
import type { UsageCounter } from '../../src/engine/maintenance/usage-counter.ts';
import { verifyStore } from '../../src/engine/recovery/verify.ts';
import { decodeForm } from '../../src/http/form/form.ts';
import { admissionOptions, balanceOptions, longListOptions, workOptions } from '../../src/server/parts/long-work.ts';
import type { Dispatch } from '../../src/operations/dispatch/dispatch.ts';
import type { LongListOptions } from '../../src/operations/dispatch/list-scheduler.ts';
import type { AdmissionOptions } from '../../src/operations/dispatch/admission.ts';
import type { CallObserver } from '../../src/operations/dispatch/call-observer.ts';
import type { BalanceOptions } from '../../src/operations/dispatch/work-balance.ts';
import type { WorkOptions } from '../../src/operations/dispatch/read-calls.ts';
import type { DocumentServices } from '../../src/operations/context/document-services.ts';
import { NO_IMAGES } from '../../src/operations/context/image-services.ts';
import type { ImageServices } from '../../src/operations/context/image-services.ts';
import type { CallFields, Services } from '../../src/operations/context/operation.ts';
import type { Payments } from '../../src/operations/context/payment-services.ts';
import type { HttpClient } from '../../src/kernel/http-call.ts';
import { MemoryAccount, NO_LIMITS } from '../../src/kernel/memory-account.ts';
import type { MemoryLimits } from '../../src/kernel/memory-account.ts';
import { must } from '../../src/kernel/result.ts';
import { documentServices } from '../../src/server/parts/documents.ts';
import '../outside/threads/compiled-threads.ts';
import { assemble, openChannel } from './assembled-shop.ts';
import { CountedPasswords } from './accounts/passwords.ts';
import { checkTwin } from './xml-twin.ts';
import { SYSTEM_STOPWATCH } from '../../src/outside/stopwatch.ts';

export const STORE_KEY = '0f'.repeat(32);
export const CREDENTIALS = { licence_username: 'shop_1', licence_password: 'password-1' };
export const SECRET = 'secret-1';
export const START_MS = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type Reply = { readonly [name: string]: Json };

/** Values as a client has them; they travel as text, objects and arrays as JSON text. */
export type Given = { readonly [name: string]: unknown };

export interface CallOptions {
  /** Sends the secret key. */
  readonly secret?: boolean;
  /** The header Idempotency-Key. */
  readonly key?: string;
}

export interface ShopOptions {
  readonly payments?: Payments;
  readonly extensions?: Services['extensions'];
  readonly rules?: Partial<ShopRules>;
  readonly config?: Partial<Config>;
  readonly toXml?: (json: string) => string;
  readonly xmlTemplate?: typeof xmlTemplate;
  readonly lists?: Partial<LongListOptions>;
  readonly work?: Partial<WorkOptions>;
  /** Without these, all calls begin as they come, and no caller has used too much. */
  readonly admission?: Partial<AdmissionOptions>;
  readonly balance?: Partial<BalanceOptions>;
  readonly observer?: CallObserver;
  /** Without it, nothing but the response cache is bounded. */
  readonly memory?: Partial<MemoryLimits>;
  /** Of a shop that there is already (copied-journal.ts), with its channel. */
  readonly journal?: MemoryJournal;
}

const UNCONFIGURED = loadConfig({}, {}, '/nonexistent');

/** What is made for all shops that say the same by these settings. */
const sharedBy = <T>(names: readonly (keyof Config)[], make: (config: Config) => T): ((config: Config) => T) => {
  const known = new Map<string, T>();
  return (config) => {
    const key = JSON.stringify(names.map((name) => config[name]));
    const made = known.get(key) ?? make(config);
    known.set(key, made);
    return made;
  };
};
const PRINTED_BY = ['pdfQueueMax', 'pdfTimeoutMs', 'documentBytesMax', 'documentsKeptBytesMax'] as const;
const SHOWN_BY = [
  'deliveryCountries',
  'country',
  'language',
  'languages',
  'taxClasses',
  'htmlQueueMax',
  'htmlTimeoutMs',
] as const;
const pdfFor = sharedBy(PRINTED_BY, (config) => documentServices(config).pdf);
const withoutTemplates = sharedBy([...PRINTED_BY, ...SHOWN_BY], documentServices);
// Compiled before any test is measured.
withoutTemplates(UNCONFIGURED);

/**
 * Shops that print alike share it: reading the built-in templates again, and a thread that loads its fonts, would be
 * most of what a test takes. Templates of a shop's own may change between two tests.
 */
const printingFor = (config: Config): DocumentServices => ({
  ...(config.templates === '' ? withoutTemplates : documentServices)(config),
  pdf: pdfFor(config),
});

const asSent = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

export class TestShop {
  nowMs = START_MS;
  readonly faults: string[] = [];
  readonly fatal: string[] = [];
  readonly passwords = new CountedPasswords();
  /** What other servers answer. */
  http: HttpClient = {
    call: () => Promise.resolve({ ok: false, failure: 'unreachable', detail: 'there is no other server' }),
  };
  /** Pictures that nothing names. */
  images: ImageServices = NO_IMAGES;
  journal = new MemoryJournal(newCipher());
  engine!: Engine;
  dispatch!: Dispatch;
  usage!: UsageCounter;
  /** Shared with shops that print alike. */
  documents!: DocumentServices;
  service!: Services;
  private options: ShopOptions;
  private randoms = 0;

  constructor(options: ShopOptions) {
    this.options = options;
    if (options.journal !== undefined) this.journal = options.journal;
    this.start();
    if (options.journal === undefined) this.openChannel(CREDENTIALS, SECRET);
  }

  private start(): void {
    // A busy machine makes no document too slow.
    const config = { ...UNCONFIGURED, pdfTimeoutMs: 600_000, htmlTimeoutMs: 600_000, ...this.options.config };
    this.engine = new Engine(
      {
        rules: { ...shopRules(config), ...this.options.rules },
        limits: engineLimits(config),
        clock: { nowMs: () => this.nowMs, sinceBootMs: () => this.nowMs },
        stopwatch: SYSTEM_STOPWATCH,
        random: {
          text: (bytes) => hash('sha256', `${(this.randoms += 1)}`, 'base64url').slice(0, Math.ceil((bytes * 4) / 3)),
        },
        gated: true,
        memory: new MemoryAccount({
          ...NO_LIMITS,
          cache: config.responseCacheBytesMax,
          ...this.options.memory,
        }),
        fatal: (reason, error) => void this.fatal.push(`${reason}: ${String(error)}`),
      },
      recover(this.journal),
    );
    this.documents = printingFor(config);
    const assembled = assemble({
      engine: this.engine,
      config,
      storeKey: STORE_KEY,
      passwords: this.passwords,
      http: { call: (call) => this.http.call(call) },
      documents: this.documents,
      images: { unused: () => this.images.unused(), deleteUnused: () => this.images.deleteUnused() },
      payments: this.options.payments,
      extensions: this.options.extensions,
      dispatch: {
        toXml: this.options.toXml ?? toXml,
        xmlTemplate: this.options.xmlTemplate ?? xmlTemplate,
        lists: { ...longListOptions(config), ...this.options.lists },
        work: { ...workOptions(config), ...this.options.work },
        admission: { ...admissionOptions(config), turnMs: Infinity, ...this.options.admission },
        balance: { ...balanceOptions(config), burstMs: Infinity, ...this.options.balance },
        observer: this.options.observer,
        logFault: (_id, operation, error) =>
          void this.faults.push(`${operation}: ${(error as Error).stack ?? String(error)}`),
      },
    });
    this.usage = assembled.usage;
    this.service = assembled.service;
    this.dispatch = assembled.dispatch;
  }

  openChannel(credentials: typeof CREDENTIALS, secret: string, active = true, output: 'json' | 'xml' = 'json'): void {
    openChannel(this.engine, credentials, secret, active, output);
  }

  /** The fields as a transport hands them over; status and body of the reply. */
  async send(fields: CallFields, key = ''): Promise<{ status: number; text: string }> {
    const reply = await new Promise<{ status: number; text: string }>((resolve) => {
      this.dispatch.call(fields, key, (status, body) =>
        resolve({ status, text: typeof body === 'string' ? body : Buffer.from(body).toString() }),
      );
    });
    // Every reply of the suite has its twin for XML channels (docs/build/xml.md).
    checkTwin(reply.text);
    return reply;
  }

  /** The reply as text, for what JSON.parse would hide. */
  async text(request: string, params: Given = {}, { secret = false, key = '' }: CallOptions = {}): Promise<string> {
    const form = new URLSearchParams({ ...CREDENTIALS, request, ...(secret && { licence_secret_key: SECRET }) });
    for (const [name, value] of Object.entries(params)) if (value !== undefined) form.set(name, asSent(value));
    const fields = decodeForm('application/x-www-form-urlencoded', Buffer.from(form.toString()), {
      bodyFieldsMax: 200,
      fieldNameBytesMax: 256,
    });
    must(fields.ok, 'a form is decoded');
    const { status, text } = await this.send(fields.value, key);
    expect(status, text).toBe(200);
    return text;
  }

  async call<T = Reply>(request: string, params: Given = {}, options: CallOptions = {}): Promise<T> {
    return JSON.parse(await this.text(request, params, options)) as T;
  }

  /** With the secret key. */
  admin<T = Reply>(request: string, params: Given = {}, options: CallOptions = {}): Promise<T> {
    return this.call<T>(request, params, { ...options, secret: true });
  }

  /** With the secret key; the id of what was made, as a number. */
  async make(request: string, params: Given): Promise<number> {
    const { object, id } = await this.admin(request, params);
    expect(object, `${request} ${JSON.stringify(params)}`).toBe(request);
    expect(id).toMatch(/^[1-9]\d*$/);
    return Number(id);
  }

  /** The code of a new session. */
  async session(): Promise<string> {
    return (await this.call<{ code: string }>('get_new_session')).code;
  }

  /** Expects a refusal of this code and parameter, in the shape of every error, that changed nothing. */
  async refused(
    request: string,
    params: Given,
    code: string,
    param?: string | number,
    options: CallOptions = {},
  ): Promise<Reply> {
    const before = this.engine.headSeq;
    const reply = await this.call(request, params, options);
    expect(reply).toEqual({
      object: 'error',
      status: 'error',
      message: code,
      param: expect.any(String),
      detail: expect.any(String),
      // What else it tells, test/operations/changed-meanwhile.test.ts looks at.
      ...(code === 'CHANGED_MEANWHILE' && { seq: reply['seq'], changed: reply['changed'] }),
    });
    expect(reply['detail']).not.toBe('');
    if (param !== undefined) expect(reply['param']).toBe(String(param));
    if ((options.key ?? '') === '')
      expect(this.engine.headSeq, `${request} was refused and still changed something`).toBe(before);
    return reply;
  }

  adminRefused(request: string, params: Given, code: string, param?: string | number): Promise<Reply> {
    return this.refused(request, params, code, param, { secret: true });
  }

  /** Ends the engine and opens its store again, if need be as a shop with other rules. */
  async restart(options: ShopOptions = {}): Promise<void> {
    await this.verified();
    this.options = { ...this.options, ...options };
    this.start();
  }

  async verified(): Promise<void> {
    await this.engine.close();
    expect(this.fatal).toEqual([]);
    expect(this.faults).toEqual([]);
    expect((await verifyStore(this.journal, undefined)).findings).toEqual([]);
  }
}

export const openShop = (options: ShopOptions = {}): TestShop => {
  const shop = new TestShop(options);
  endsWithTest(() => shop.verified());
  return shop;
};

/**
 * Before all tests of a file that makes PDFs: loads their fonts into the thread of shops with this configuration, which
 * would be most of what the first one takes.
 */
export const warmPrinting = async (config: Partial<Config> = {}): Promise<void> => {
  const shop = openShop({ config });
  const session = await shop.session();
  await shop.call('add_to_cart', freeLine(session, 1));
  const { id_order } = await shop.call<{ readonly id_order: number }>('checkout', { session });
  await shop.call('get_order_confirmation', { id_order, args: { format: 'pdf' } });
};

/** A class `part`, and a warehouse entity of it. */
export const makePart = async (shop: TestShop, elementNumber: string, name = 'part'): Promise<void> => {
  await shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
  await shop.make('create_warehouse_entity', { class: 'part', name, metadata: { element_number: elementNumber } });
};

/** A class `product` with name, short_description and price, and products of it. */
export class Goods {
  readonly shop: TestShop;
  readonly categoryId: number;
  private made = 0;

  private constructor(shop: TestShop, categoryId: number) {
    this.shop = shop;
    this.categoryId = categoryId;
  }

  /** In a shop that was opened again; its next product is another one than those there. */
  static again({ categoryId, made }: Goods, shop: TestShop): Goods {
    return Object.assign(new Goods(shop, categoryId), { made });
  }

  static open(options: ShopOptions = {}): Promise<Goods> {
    return Goods.over(openShop(options));
  }

  static async over(shop: TestShop): Promise<Goods> {
    const classId = await shop.make('create_class', { name: 'product', type: 'product' });
    const attributes = [
      { name: 'name', type: 'CHAR', de_DE: { label: 'Name', value: '' } },
      { name: 'short_description', type: 'TXT', de_DE: { label: 'Kurz', value: '' } },
      { name: 'price', type: 'FLOAT', de_DE: { label: 'Preis', value: 0 } },
    ];
    expect(await shop.admin('create_class_attributes', { id_class: classId, attributes })).toMatchObject({
      status: 'success',
    });
    return new Goods(shop, await shop.make('create_category', { id_parent: 0, name: 'goods' }));
  }

  product(price: number | string = 119.9, more: Given = {}): Promise<number> {
    this.made += 1;
    return this.shop.make('create_product', {
      class: 'product',
      name: `product ${this.made}`,
      shop_active: 1,
      attributes: { de_DE: { name: `Ware ${this.made}`, short_description: 'kurz', price } },
      categories: [this.categoryId],
      ...more,
    });
  }

  /** Stock of its own, managed. */
  stocked(quantity: number, more: Given = {}): Promise<number> {
    return this.product(10, { availability: { quantity, quantity_warning: 0, active: 1, allow_override: 0, ...more } });
  }

  async left(productId: number): Promise<number> {
    const product = await this.shop.admin<{ availability: { quantity: number } }>('get_product_details', {
      id_product: productId,
    });
    return product.availability.quantity;
  }
}

export const line = (session: string, productId: number, more: Given = {}): Given => ({
  session,
  id_shopobject: productId,
  element_type: 'PRODUCT_GR',
  quantity: 1,
  price_field: 'price',
  name_field: 'name',
  description_field: 'short_description',
  language: 'de_DE',
  country: 'DE',
  id_parent_element: 0,
  attributes: [],
  ...more,
});

export const freeLine = (session: string, price: number | string, more: Given = {}): Given =>
  line(session, 0, {
    element_type: 'FREE_ELEMENT',
    price_field: price,
    name_field: 'Gift wrap',
    description_field: 'red paper',
    ...more,
  });
