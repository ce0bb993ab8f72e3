// How long extensions are waited for. Catches a start that outlasts the deadline of a question, a stop that waits for
// what is asked again anyway, and a reload or a start that loses questions.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Answered, Extensions, ReadAnswer } from '../../../src/kernel/extensions.ts';
import { ExtensionHost } from '../../../src/outside/extensions/extension-host.ts';
import { askMessage } from '../../../src/outside/extensions/ask-message.ts';
import { ExtensionPayments } from '../../../src/outside/extensions/extension-payments.ts';
import { tellingClient } from '../../../src/outside/extensions/told-extensions.ts';
import { rewrittenBy } from '../../../src/server/parts/rewritten-mail.ts';
import { NOBODY } from '../../../src/kernel/http-call.ts';
import { newDirectory } from '../../harness/directories.ts';
import { until } from '../../harness/until.ts';
import { FakeExtensions } from '../../operations/fake-extensions.ts';
import { hostOf, moduleOf, takesToLoad } from './modules.ts';

const READ: ReadAnswer<object> = (given) => given as object | undefined;

const ask = (host: Extensions, question: object = {}): Promise<readonly Answered<object>[]> =>
  host.ask('checkout_check', JSON.stringify(question), READ);

const NEVER = 'await new Promise((done) => setTimeout(done, 1e9));';
const SOON = { checkout_check: 60, after: 60 };

test('a start is waited for no longer than an answer', async () => {
  const { host, first } = hostOf(
    { 'a.mjs': `${NEVER}\n${moduleOf('slow', 'checkout_check: () => undefined, after: () => {}')}` },
    { deadlineMs: SOON },
  );
  expect(await ask(host)).toMatchObject([{ answer: undefined, failure: 'it is being loaded' }]);
  const told = await host.askNamed({ name: 'slow', point: 'after', question: '{}', read: READ });
  expect(told).toMatchObject({ failure: 'the extension slow is not loaded yet' });
  expect(first().state).toBe('starting');
});

test('a server begins once its modules are loaded, and waits for none that hangs', async () => {
  const slow = `${takesToLoad(300)}\n${moduleOf('slow', 'checkout_check: () => undefined')}`;
  const { host, first } = hostOf({ 'a.mjs': slow }, { deadlineMs: SOON });
  await host.begin(60_000);
  expect(first().state).toBe('running');
  expect(await ask(host)).toMatchObject([{ by: ['slow', expect.any(String)], failure: '' }]);
  const hangs = hostOf({ 'a.mjs': `${NEVER}\n${moduleOf('never', 'checkout_check: () => undefined')}` });
  await hangs.host.begin(20);
  expect(hangs.first().state).toBe('starting');
  // A successor that has waited before it listened.
  const again = hangs.host.begin(60_000).then(() => 'no wait');
  expect(await Promise.race([again, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe('no wait');
});

const event = (name: string): Parameters<ReturnType<typeof tellingClient>['call']>[0] => ({
  method: 'POST',
  url: `extension:${name}`,
  headers: { 'content-type': 'application/json' },
  body: '{}',
  timeoutMs: 1000,
  bytesMax: 1000,
  privateAllowed: false,
});

test('a stop waits for no event that is told and for no refund, and lets calls have their answers', async () => {
  const never = '() => new Promise(() => {})';
  const payments = `payment_provider: { start: ${never}, notify: ${never}, refund: ${never} }`;
  const check = 'checkout_check: ({ ms }) => new Promise((done) => setTimeout(() => done({ refuse: "LATE" }), ms))';
  const { host, when, first } = hostOf({ 'a.mjs': moduleOf('erp', `after: ${never}, ${payments}, ${check}`) });
  await when('running');
  const told = tellingClient(NOBODY, host).call(event('erp'));
  const asked = { key: 'k', orderId: 1, reference: 'r', transaction: 't', amountMinor: 1, currency: 'EUR' };
  const refunded = new ExtensionPayments('erp', host).refund!(asked, 0);
  const checked = ask(host, { ms: 200 });
  host.breakOff();
  expect(await told).toEqual({ ok: false, failure: 'closed', detail: 'the server stops' });
  expect(await refunded).toMatchObject({ ok: false, code: 'PAYMENT_PROVIDER_UNAVAILABLE' });
  expect(await checked).toMatchObject([{ answer: { refuse: 'LATE' }, failure: '' }]);
  expect(first().failures).toBe(0);
});

test('a mail is asked about while the first start may still tell whether it is to be, and no longer', async () => {
  const asked = { kind: 'order_confirmation', language: 'de_DE', view: {}, subject: 'S', text: 'T' };
  const patient = { deadlineMs: { message: 60_000 } };
  const source = moduleOf('writer', `version: '1', message: () => ({ subject: 'Mine' })`);
  const writer = hostOf({ 'a.mjs': source }, patient);
  expect(writer.first().state).toBe('starting');
  expect(await askMessage(writer.host, asked)).toEqual({ subject: 'Mine', by: ['writer', '1'] });
  const other = hostOf({ 'a.mjs': moduleOf('other', 'cart_check: () => undefined') }, patient);
  expect(await askMessage(other.host, asked)).toBeUndefined();
  const broken = hostOf({ 'a.mjs': 'export default {' });
  await broken.when('failed');
  expect(broken.host.has('message')).toBe(false);
});

test('a mail is asked about once what it tells of is durable', async () => {
  const extensions = new FakeExtensions({ message: () => ({ text: 'Mine' }) });
  let settle!: () => void;
  const durable = new Promise<void>((resolve) => (settle = resolve));
  const documents = { mailParts: () => ({ text: '' }) } as unknown as Parameters<typeof rewrittenBy>[1];
  const mail = {
    mail: 'order_confirmation',
    language: 'de_DE',
    view: {},
    subject: 'S',
    html: '<p>',
    text: 'T',
  } as const;
  const written = rewrittenBy(extensions, documents, () => durable)({ ...mail });
  await new Promise((resolve) => setImmediate(resolve));
  expect(extensions.asked).toEqual([]);
  settle();
  expect(await written).toEqual({ subject: 'S', html: '<p>', text: 'Mine' });
});

test('the thread of before has as long for its questions as their deadline says', async () => {
  const source = (version: string): string =>
    moduleOf(
      'changing',
      `version: '${version}',
       checkout_check: ({ waits }) => new Promise((done) => setTimeout(() => done({ refuse: '${version}' }), waits))`,
    );
  const module = join(newDirectory(), 'a.mjs');
  writeFileSync(module, source('1'));
  let aheadMs = 0;
  const quiet = { directory: '', info: () => undefined, warn: () => undefined };
  const host = new ExtensionHost([{ module, deadlineMs: { checkout_check: 60_000 } }], {
    ...quiet,
    nowMs: () => performance.now() + aheadMs,
  });
  try {
    await host.reload('');
    const before = ask(host, { waits: 300 });
    writeFileSync(module, source('2'));
    await host.reload('');
    // Whatever a reload may take.
    aheadMs = 30_000;
    expect(await before).toMatchObject([{ by: ['changing', '1'], answer: { refuse: '1' } }]);
  } finally {
    await host.close();
  }
});

test('one that gives no money back has no refund, once it is loaded', async () => {
  const half = 'payment_provider: { start: () => ({}), notify: () => undefined }';
  const { host, when } = hostOf({ 'a.mjs': moduleOf('bank', half) });
  const payments = new ExtensionPayments('bank', host);
  expect(payments.refund).toBeDefined();
  await when('running');
  expect(payments.refund).toBeUndefined();
});

test('a server that takes the lead loads again, once, what questions had loaded before', async () => {
  const module = join(newDirectory(), 'a.mjs');
  const write = (version: string): void =>
    writeFileSync(module, moduleOf('carrier', `version: '${version}', checkout_check: () => undefined`));
  write('1');
  const lines: string[] = [];
  const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) };
  const settings = [{ module, deadlineMs: { checkout_check: 60_000 } }];
  const host = new ExtensionHost(settings, { directory: '', nowMs: () => performance.now(), ...log });
  try {
    expect(await ask(host)).toMatchObject([{ by: ['carrier', '1'] }]);
    write('2');
    host.tick();
    await until('the new version', () => host.list()[0]!.version === '2');
    host.tick();
    expect(await ask(host)).toMatchObject([{ by: ['carrier', '2'] }]);
    expect(lines.filter((line) => line.includes('is loaded'))).toHaveLength(2);
  } finally {
    await host.close();
  }
});
