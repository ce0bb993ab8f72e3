// The steps of a day of operating a shop, each as a person does it: commands beside the running server, and signals.
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import type { TlsFiles } from '../../src/http/transport/tls-files.ts';
import type { Client } from '../attacks/client.ts';
import { isGood } from '../attacks/client.ts';
import type { Shoppers } from './shoppers.ts';
import type { OperatedShop } from './server.ts';

export interface Ground {
  readonly shop: OperatedShop;
  readonly shoppers: Shoppers;
  /** The back office, with the secret key. */
  readonly office: Client;
  readonly tls: TlsFiles;
  readonly renewed: TlsFiles;
  readonly products: number;
}

interface Step {
  readonly name: string;
  /** Throws what went wrong; what it resolves to is shown. */
  readonly run: (ground: Ground) => Promise<string>;
}

/** The output of a command that must succeed. */
const done = async ({ shop }: Ground, ...words: readonly string[]): Promise<string> => {
  const { code, out } = await shop.kontor(...words);
  if (code !== 0) throw new Error(`kontor ${words.join(' ')} ended with ${code}: ${out}`);
  return out;
};

const found = (text: string, pattern: RegExp): string => {
  const match = pattern.exec(text);
  if (match === null) throw new Error(`${pattern} is not in ${text}`);
  return match[1]!;
};

const licenceOf = ({ username, password }: { readonly username: string; readonly password: string }) => ({
  licence_username: username,
  licence_password: password,
});

const rotate = async (ground: Ground): Promise<string> => {
  const { shop, shoppers, office } = ground;
  await done(ground, 'channel', 'rotate', '--overlap', '1');
  const fresh = shop.credentials;
  for (const client of shoppers.clients) client.credentials = licenceOf(fresh);
  office.credentials = { ...licenceOf(fresh), licence_secret_key: fresh.secretKey };
  // Calls that were under way have been answered by then.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await done(ground, 'channel', 'end-overlap', 'default');
  return 'every client has new credentials';
};

const token = async (ground: Ground): Promise<string> => {
  await done(ground, 'user', 'add', 'anna', '--email', 'anna@example.org', '--level', 'manager');
  await done(ground, 'app', 'add', 'erp', 'https://erp.example/');
  return found(await done(ground, 'app', 'token', 'erp', 'anna'), /application (erp) logs/);
};

/** A catalogue of one class and so many products, as JSON Lines. */
const catalogueOf = (count: number): string => {
  const attributes = ['name', 'description'].map((name) => ({ name, type: 'CHAR' }));
  const rows: object[] = [
    {
      type: 'class',
      name: 'import',
      class_type: 'product',
      attributes: [...attributes, { name: 'price', type: 'FLOAT' }],
    },
  ];
  for (let at = 1; at <= count; at += 1)
    rows.push({
      type: 'product',
      name: `imported ${at}`,
      class: 'import',
      active: true,
      attributes: { de_DE: { name: `Ware ${at}`, description: `eingeführt als Nummer ${at}`, price: at / 100 } },
    });
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
};

const importProducts = async (ground: Ground): Promise<string> => {
  const file = ground.shop.path('catalogue.jsonl');
  writeFileSync(file, catalogueOf(ground.products));
  await done(ground, 'import', file);
  const { text } = await ground.office.call('search_products', { constraint: '[]', right_limit: 1, left_limit: 0 });
  const count = Number(found(text, /"count":(\d+)/));
  if (count < ground.products) throw new Error(`${count} of ${ground.products} products came in`);
  return `${count} products`;
};

const backUp = async (ground: Ground): Promise<string> => {
  const { shop } = ground;
  const [file, keys] = [shop.path('shop.backup'), shop.path('shop.keys')];
  await done(ground, 'backup', file, '--keys', keys);
  const restored = shop.path('restored');
  const { code, out } = await shop.elsewhere(restored, 'restore', file, '--keys', keys);
  if (code !== 0) throw new Error(`the backup cannot be restored: ${out}`);
  const { code: verified, out: findings } = await shop.elsewhere(restored, 'verify');
  if (verified !== 0) throw new Error(`the restored store has findings: ${findings}`);
  rmSync(restored, { recursive: true });
  return 'restored beside it and verified';
};

const erase = async (ground: Ground): Promise<string> => {
  await done(ground, 'user', 'erase', 'anna');
  const users = await done(ground, 'user', 'list');
  if (users.includes('anna')) throw new Error(`anna is still there: ${users}`);
  return 'a person is forgotten';
};

const renew = async ({ shop, tls, renewed }: Ground): Promise<string> => {
  copyFileSync(renewed.certFile, tls.certFile);
  copyFileSync(renewed.keyFile, tls.keyFile);
  const said = shop.line(/valid until/, shop.lines);
  shop.signal('SIGHUP');
  await said;
  return 'a new certificate';
};

const restart = async (ground: Ground): Promise<string> => {
  ground.shop.pid = Number(found(await done(ground, 'restart'), /process (\d+) has the shop/));
  const { text } = await ground.office.call('get_status');
  return found(text, /"object":"(status)"/);
};

const look = async (ground: Ground): Promise<string> => {
  for (const words of [['status'], ['stock'], ['log', '--limit', '20'], ['channel', 'list'], ['webhooks']])
    await done(ground, ...words);
  await done(ground, 'export', ground.shop.path('export.jsonl'));
  await done(ground, 'snapshot');
  return 'status, stock, log, channels, webhooks, export, snapshot';
};

const newChannel = async (ground: Ground): Promise<string> => {
  await done(ground, 'channel', 'add', 'app', '--description', 'the app');
  await done(ground, 'channel', 'set', 'app', '--off');
  await done(ground, 'channel', 'close', 'app');
  const answer = await ground.office.call('get_channels');
  if (!isGood(answer) || answer.text.includes('"app"')) throw new Error(`the channel is still there: ${answer.text}`);
  return 'opened, switched off, ended';
};

export const DAY: readonly Step[] = [
  { name: 'credentials rotated', run: rotate },
  { name: 'a channel', run: newChannel },
  { name: 'token of an application', run: token },
  { name: 'import', run: importProducts },
  { name: 'backup', run: backUp },
  { name: 'erasure', run: erase },
  { name: 'certificate renewed', run: renew },
  { name: 'restart', run: restart },
  { name: 'a look at everything', run: look },
];
