// `kontor extension try`: asks one point of a module on its thread, and says what the shop would make of the answer.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cwd } from 'node:process';
import { createClient } from '../client/client.ts';
import type { Client } from '../client/client.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import { lineOf } from '../kernel/error-line.ts';
import { EXTENSION_POINTS, POINT_DEADLINES_MS } from '../kernel/extensions.ts';
import type { Answered, ExtensionPoint, ReadAnswer } from '../kernel/extensions.ts';
import { priceReader, quoteReader, readRefusal } from '../operations/context/extension-answers.ts';
import { readSaidPairs } from '../operations/params/attribute-pairs.ts';
import { ExtensionHost } from '../outside/extensions/extension-host.ts';
import type { Printer } from './printer.ts';
import { recordedQuestions } from './recorded-question.ts';
import { shopAccess } from './shop-access.ts';

export interface TryFlags {
  readonly point: string;
  /** Part of a payment provider: start, notify or refund. */
  readonly part?: string;
  /** A file with a question, id of an order, or code of a session. */
  readonly cart: string;
  readonly save?: string;
  readonly url?: string;
  readonly credentials?: string;
}

/** Throws ConfigError. */
const pointNamed = (name: string): ExtensionPoint => {
  const point = EXTENSION_POINTS.find((one) => one === name);
  if (point === undefined)
    throw new ConfigError(`--point: there is no ${name}; points are ${EXTENSION_POINTS.join(', ')}`);
  return point;
};

/** Throws ConfigError. */
const fromFile = (file: string): object => {
  try {
    const question = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    if (typeof question === 'object' && question !== null) return question;
    throw new Error('it is no object');
  } catch (error) {
    throw new ConfigError(`${file} holds no question: ${lineOf(error)}`, { cause: error });
  }
};

const clientOf = async (flags: TryFlags, config: Config): Promise<Client> => {
  const { url, username, password, secretKey } = await shopAccess(flags, config, process.env, false);
  return createClient({ url, username, password, secretKey, strict: true });
};

const readAny: ReadAnswer<object> = (given) => (given === null ? undefined : (given as object | undefined));

const readerOf = (point: ExtensionPoint, question: object): ReadAnswer<object> => {
  const { shopper } = question as { readonly shopper?: { readonly currency_digits?: number } };
  switch (point) {
    case 'checkout_check':
    case 'cart_check':
      return readRefusal;
    case 'line_price':
      return priceReader(shopper?.currency_digits ?? 2);
    case 'delivery_price':
      return quoteReader(shopper?.currency_digits ?? 2, undefined);
    case 'order_attributes':
      return readSaidPairs;
    default:
      return readAny;
  }
};

/** What the shop makes of it. */
const effectOf = (point: ExtensionPoint, { answer, failure }: Answered<object>): string => {
  if (failure !== '' && point === 'delivery_price')
    return `it fails: ${failure}; onFailure says whether the method is not to be had (no_quote) or the rules decide`;
  if (failure !== '')
    return `it fails: ${failure}; onFailure says whether the change is refused (EXTENSION_UNAVAILABLE) or goes on`;
  if (answer === undefined) return 'it has nothing to say, and the shop goes on';
  const { code, minor } = answer as { readonly code?: string; readonly minor?: number };
  if (code !== undefined) return `the shop refuses: EXTENSION_REFUSED, ${code}`;
  if (minor !== undefined) return `the shop takes ${minor} in the minor unit of the currency`;
  return point === 'after' ? 'it is told' : 'the shop takes it';
};

/** False where it fails. */
const askOne = async (
  host: ExtensionHost,
  { point, part }: { readonly point: ExtensionPoint; readonly part: string | undefined },
  question: object,
  printer: Printer,
): Promise<boolean> => {
  let given: unknown;
  const reader = readerOf(point, question);
  const read: ReadAnswer<object> = (answer) => reader((given = answer));
  const { name } = host.list()[0]!;
  const text = JSON.stringify(question);
  const beganMs = performance.now();
  const answered =
    part === undefined
      ? (await host.ask(point, text, read))[0]!
      : await host.askNamed({ name, point, part, question: text, read });
  const ms = Math.ceil(performance.now() - beganMs);
  const [by, version] = answered.by;
  const effect = effectOf(point, answered);
  printer.show(
    `${by} ${version}: ${JSON.stringify(given) ?? 'nothing'}\n  ${ms} ms, of at most ${POINT_DEADLINES_MS[point]}; ${effect}`,
    { name: by, version, point, answer: given ?? null, ms, failure: answered.failure, effect },
  );
  return answered.failure === '';
};

/** Throws ConfigError: the module is no extension, or has not the point. */
const opened = async (host: ExtensionHost, point: ExtensionPoint): Promise<void> => {
  await host.reload('');
  const { state, lastError, module, name, points } = host.list()[0]!;
  if (state !== 'running') throw new ConfigError(`${module} is not loaded: ${lastError}`);
  if (!points.includes(point)) throw new ConfigError(`${name} has no ${point}, but ${points.join(', ')}`);
};

/** False where an answer is a failure. Throws ConfigError. */
export const tryExtension = async (
  module: string,
  flags: TryFlags,
  config: Config,
  printer: Printer,
): Promise<boolean> => {
  const { cart, save, part } = flags;
  const point = pointNamed(flags.point);
  if ((point === 'payment_provider') !== (part !== undefined))
    throw new ConfigError('--part start, notify or refund is of payment_provider, which needs it');
  const questions = existsSync(cart)
    ? [fromFile(cart)]
    : await recordedQuestions(await clientOf(flags, config), point, cart);
  if (questions.length === 0) throw new ConfigError(`${cart} has no line of a product`);
  if (save !== undefined) writeFileSync(save, `${JSON.stringify(questions[0], undefined, 2)}\n`, { flag: 'wx' });
  const say = (line: string): void => printer.note(line);
  const host = new ExtensionHost([{ module }], {
    directory: cwd(),
    nowMs: () => performance.now(),
    info: say,
    warn: say,
  });
  try {
    await opened(host, point);
    let isSound = true;
    for (const question of questions) isSound = (await askOne(host, { point, part }, question, printer)) && isSound;
    return isSound;
  } finally {
    await host.close();
  }
};
