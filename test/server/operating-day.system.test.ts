// Would catch a command or a signal of an operator that fails a call of a shopper: a day of operating, done beside
// shoppers who never stop.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { Place } from '../harness/program.ts';
import { reservePort } from '../harness/ports.ts';
import { until } from '../harness/until.ts';
import { newCertificate } from '../http/certificates.ts';
import { RestartShopper } from './restart-traffic.ts';

const PRODUCTS = 1000;
const SHOPPERS = 4;
/** A start of the program, its successor, and some twenty commands. */
const DAY_MS_MAX = 300_000;

const place = new Place();
afterAll(() => place.clean());

/** The output of a command that must succeed. */
const done = async (...words: readonly string[]): Promise<string> => {
  const { code, out, err } = await place.run(words);
  expect(code, `kontor ${words.join(' ')}: ${[...out, ...err].join('\n')}`).toBe(0);
  return out.join('\n');
};

const credentials = (): { readonly username: string; readonly password: string } =>
  JSON.parse(readFileSync(place.path('data', 'credentials.json'), 'utf8')) as ReturnType<typeof credentials>;

/** One class and `PRODUCTS` products, as JSON Lines. */
const catalogue = (): string => {
  const attributes = ['name', 'description'].map((name) => ({ name, type: 'CHAR' }));
  const products = Array.from({ length: PRODUCTS }, (_, at) => ({
    type: 'product',
    name: `imported ${at}`,
    class: 'import',
    active: true,
    attributes: { de_DE: { name: `Ware ${at}`, description: `eingeführt als Nummer ${at}`, price: at / 100 } },
  }));
  const rows = [
    {
      type: 'class',
      name: 'import',
      class_type: 'product',
      attributes: [...attributes, { name: 'price', type: 'FLOAT' }],
    },
    ...products,
  ];
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
};

test(
  'a day of operating fails no call of a shopper',
  async () => {
    const [first, second] = [await newCertificate('first'), await newCertificate('second')];
    const [certFile, keyFile] = [place.path('shop.crt'), place.path('shop.key')];
    const renew = ({ certFile: cert, keyFile: key }: typeof first): void => {
      copyFileSync(cert, certFile);
      copyFileSync(key, keyFile);
    };
    renew(first);
    const port = await reservePort();
    const program = place.start(['serve', '--port', String(port), '--tls-cert', certFile, '--tls-key', keyFile]);
    await program.ready();
    const target = { port, ca: `${first.cert}\n${second.cert}`, ...credentials() };
    const shoppers = Array.from(
      { length: SHOPPERS },
      (_, index) => new RestartShopper(target, index % 2 === 0, index * 7),
    );
    /** Every shopper has been answered since, on whatever stands now. */
    const served = async (): Promise<void> => {
      const before = shoppers.map(({ added }) => added);
      await until('every shopper is served', () =>
        shoppers.every(({ added, failures }, at) => failures.length > 0 || added > before[at]! + 2),
      );
      expect(shoppers.flatMap(({ failures }) => failures)).toEqual([]);
    };
    await served();

    await done('channel', 'rotate', '--overlap', '1');
    const old = target.password;
    Object.assign(target, credentials());
    expect(target.password).not.toBe(old);
    await served();
    await done('channel', 'end-overlap', 'default');
    await served();

    await done('channel', 'add', 'app', '--description', 'the app');
    await done('channel', 'set', 'app', '--off');
    await done('channel', 'close', 'app');
    expect(await done('channel', 'list')).not.toMatch(/\bapp\b/);

    await done('user', 'add', 'anna', '--email', 'anna@example.org', '--level', 'manager');
    await done('app', 'add', 'erp', 'https://erp.example/');
    expect(await done('app', 'token', 'erp', 'anna')).toContain('application erp logs');

    writeFileSync(place.path('catalogue.jsonl'), catalogue());
    await done('import', 'catalogue.jsonl');
    await done('export', 'export.jsonl');
    const exported = readFileSync(place.path('export.jsonl'), 'utf8');
    expect(exported.match(/"type":"product"/g)).toHaveLength(PRODUCTS);
    await served();

    await done('backup', 'shop.backup', '--keys', 'shop.keys');
    await done('restore', 'shop.backup', '--keys', 'shop.keys', '--data', 'restored');
    await done('verify', 'restored');
    await served();

    await done('user', 'erase', 'anna');
    expect(await done('user', 'list')).not.toContain('anna');

    const renewed = program.line(/valid until/);
    renew(second);
    program.signal('SIGHUP');
    await renewed;
    await served();

    const { pid } = JSON.parse(await done('restart', '--json')) as { readonly pid: number };
    expect(place.adopt(pid)).not.toBe(program.pid);
    await served();

    for (const words of [['status'], ['stock'], ['log', '--limit', '20'], ['webhooks'], ['snapshot']])
      await done(...words);
    await served();
    await Promise.all(shoppers.map((shopper) => shopper.stop()));
    for (const shopper of shoppers) expect(await shopper.lines()).toBe(shopper.added);
    await done('verify', 'data');
  },
  DAY_MS_MAX,
);
