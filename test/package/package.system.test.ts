// A package that lacks a file, holds one that nobody needs, or does not run where it is installed.
import { execFile, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { FIVE_PRODUCTS } from '../harness/commands.ts';
import { Program } from '../harness/program.ts';
import { newDirectory } from '../harness/directories.ts';
import { exportedDeclarations, reachedDeclarations } from '../../scripts/declarations.ts';
import { npm } from '../../scripts/npm.ts';
import { EFFORT } from '../harness/effort.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BYTES_MAX = 2_435_000;
/** To install takes half a minute: in the check, and with each other version of Node (scripts/node-versions.ts). */
const INSTALLS = EFFORT !== 'quick' || process.env['KONTOR_TEST_INSTALL'] === 'on';

const run = promisify(execFile);
interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

let packed: Packed;
let app = '';
let isInstalled = false;

beforeAll(async () => {
  app = newDirectory();
  // As it is built: other tests run this build meanwhile.
  const text = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', app], ROOT);
  packed = (JSON.parse(text!) as [Packed])[0];
  writeFileSync(join(app, 'package.json'), '{"private":true,"type":"module"}');
  isInstalled = INSTALLS && (await npm(['install', join(app, packed.filename)], app)) !== undefined;
});

const PROGRAM = `
import { createClient, field } from 'kontor/client';
const [, , url, username, password] = process.argv;
const shop = createClient({ url, username, password, strict: true });
const must = (outcome) => {
  if (!outcome.ok) throw new Error(outcome.code + ': ' + outcome.detail);
  return outcome.value;
};
const [product] = must(await shop.search_products({ constraint: field('price').above(0), right_limit: 1 })).result;
const { code: session } = must(await shop.get_new_session());
const line = { id_shopobject: product.id, element_type: 'PRODUCT', quantity: 2, price_field: 'price' };
const { total } = must(await shop.add_to_cart({ session, ...line }));
must(await shop.set_order_details({ session, email: 'ada@shop.example', id_payment_method: 2, id_delivery_method: 1 }));
const order = must(await shop.checkout({ session }));
console.log(JSON.stringify([total === Math.round(product.attributes.price.value * 200) / 100, order.id_order]));
`;

const EMBEDDED = `
import { ConfigError, startServer } from 'kontor';
import { createClient } from 'kontor/client';
import { testShop } from 'kontor/testing';
const credentials = { username: 'embedded', password: 'a long password', secretKey: 'a long secret key' };
const refused = await startServer({ prot: 1 }).catch((error) => [error instanceof ConfigError, error.message]);
const [, , data] = process.argv;
const server = await startServer({ port: 0, data, snapshots: data + '/snapshots', currency: 'CHF' }, { credentials });
const { username, password } = credentials;
const asked = await createClient({ url: server.url, username, password }).get_shop();
await server.stop();
const shop = await testShop({ clock: '2026-12-24T18:00:00Z' });
const { object } = await shop.call('get_new_session');
await shop.close();
console.log(JSON.stringify([refused, asked.ok && asked.value.currency, object]));
`;

const TYPES = `
import { createClient } from 'kontor/client';
import type { Cart, Code, Outcome } from 'kontor/client';
import { startServer } from 'kontor';
import type { RunningServer } from 'kontor';
import { defineExtension } from 'kontor/extension';
import { testShop } from 'kontor/testing';
export const extension = defineExtension({
  name: 'none-below-ten',
  checkout_check: ({ cart }) => (cart.total < 10 ? { refuse: 'TOO_LITTLE' } : undefined),
});
export const cart = async (url: string): Promise<Cart> => {
  const outcome: Outcome<'get_cart'> = await createClient({ url, username: '', password: '' }).get_cart({ session: '' });
  if (outcome.ok) return outcome.value;
  const code: Code<'get_cart'> = outcome.code;
  throw new Error(code);
};
export const server: Promise<RunningServer> = startServer({ port: 0, currency: 'EUR' });
export const shop = testShop({ clock: '2026-12-24T18:00:00Z' });
`;

/** What a program prints, as JSON, on its last line. */
const printed = async (node: string, name: string, text: string, ...args: string[]): Promise<unknown> => {
  writeFileSync(join(app, name), text);
  const { stdout } = await run(node, [join(app, name), ...args], { cwd: app });
  return JSON.parse(stdout.trim().split('\n').at(-1)!);
};

const buys = async (node: string): Promise<void> => {
  const empty = newDirectory();
  const args = [join(app, 'node_modules', '.bin', 'kontor'), 'serve', '--demo', '--port', '0'];
  const env = { ...process.env, KONTOR_LOG_FORMAT: 'pretty', ...FIVE_PRODUCTS };
  const server = new Program(spawn(node, args, { cwd: empty, env, stdio: ['ignore', 'pipe', 'pipe'] }));
  const url = (await server.ready()).replace('/srv/service/', '');
  expect(await printed(node, 'buy.mjs', PROGRAM, url, 'demo_kontor', 'demo-password')).toEqual([
    true,
    expect.any(Number),
  ]);
  server.signal('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, signal: null });
  expect(readdirSync(empty).toSorted()).toEqual(['data', 'snapshots']);
};

const embeds = async (node: string): Promise<void> => {
  const data = join(newDirectory(), 'shop');
  const refused = [true, 'there is no setting prot. Did you mean port?'];
  expect(await printed(node, 'embedded.mjs', EMBEDDED, data)).toEqual([refused, 'CHF', 'session']);
};

test('it holds the program, its types, its templates and its demo, and nothing else', () => {
  const paths = packed.files.map(({ path }) => path);
  const expected =
    /^(dist\/.*\.(js|d\.ts)|dist\/back-office\/(app\.css|icon\.svg|index\.html)|templates\/.*|demo\/.*|package\.json|README\.md|docs\/reference\/openapi\.json|docs\/(?:[a-z]+\/)?(?:README|[a-z-]+)\.md|LICENSE|CHANGELOG\.md)$/;
  expect(paths.filter((path) => !expected.test(path))).toEqual([]);
  const sources = paths
    .filter((path) => /^dist\/(?!chunks\/|back-office\/)/.test(path))
    .map((path) => path.replace(/(\.d\.ts|\.js)$/, '.ts'));
  expect(sources.filter((path) => !existsSync(join(ROOT, path.replace(/^dist/, 'src'))))).toEqual([]);
  // Threads load theirs only when they are needed.
  const built = readdirSync(join(ROOT, 'dist'), { recursive: true, encoding: 'utf8' }).map((path) => `dist/${path}`);
  expect(built.filter((path) => /\.(js|css|html|svg|json|d\.ts)$/.test(path) && !paths.includes(path))).toEqual([]);
  console.log(`the package: ${packed.files.length} files, ${Math.round(packed.size / 1000)} kB`);
  expect(packed.size).toBeLessThan(BYTES_MAX);
});

test('it declares what its exports reach, and no module of its inside beside', () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly exports: Parameters<typeof exportedDeclarations>[0];
  };
  const textOf = (path: string): string | undefined =>
    existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : undefined;
  const declared = packed.files.map(({ path }) => path).filter((path) => path.endsWith('.d.ts'));
  expect(declared.toSorted()).toEqual([...reachedDeclarations(exportedDeclarations(exports), textOf)].toSorted());
  expect(declared).toEqual(expect.arrayContaining(exportedDeclarations(exports)));
});

const installed = (): void => {
  test('the demo shop sells to the typed client', async () => {
    if (isInstalled) await buys(process.execPath);
  });

  test('a server runs within a program, and a shop for tests', async () => {
    if (isInstalled) await embeds(process.execPath);
  });

  test('its types are complete', async () => {
    if (!isInstalled) return;
    writeFileSync(join(app, 'types.ts'), TYPES);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--skipLibCheck', 'false'];
    // For Node alone; the libraries of TypeScript itself are not what is tried.
    options.push('--lib', 'es2023', '--skipDefaultLibCheck', '--singleThreaded');
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules', '@types')];
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    await run(process.execPath, [tsc, ...options, ...types, 'types.ts'], { cwd: app }).catch((error: unknown) => {
      throw new Error((error as { stdout: string }).stdout);
    });
  });
};

/** Blocks of a page that are whole extensions. */
const extensionsIn = (page: string): string[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)]
    .map(([, block]) => block!)
    .filter((block) => block.includes('export default defineExtension'));

const writesExtensions = (): void => {
  test('a written extension, and every typed example, compile in a folder of their own; its test passes', async () => {
    if (!isInstalled) return;
    const project = join(app, 'own-rule');
    const kontor = join(app, 'node_modules', '.bin', 'kontor');
    await run(process.execPath, [kontor, 'extension', 'new', 'own-rule'], { cwd: app });
    // npm would fetch the tools that are here.
    mkdirSync(join(project, 'node_modules'));
    for (const tool of ['typescript', '@types'])
      symlinkSync(join(ROOT, 'node_modules', tool), join(project, 'node_modules', tool));
    const examples = join(ROOT, 'examples', 'extensions');
    for (const file of readdirSync(examples)) copyFileSync(join(examples, file), join(project, 'src', file));
    const blocks = extensionsIn('docs/build/extensions.md');
    expect(blocks.length).toBeGreaterThan(0);
    for (const [index, block] of blocks.entries()) writeFileSync(join(project, 'src', `page-${index}.ts`), block);
    const tsc = join(project, 'node_modules', 'typescript', 'bin', 'tsc');
    await run(process.execPath, [tsc, '--singleThreaded'], { cwd: project }).catch((error: unknown) => {
      throw new Error((error as { stdout: string }).stdout);
    });
    const { stdout } = await run(process.execPath, ['--test', 'dist/own-rule.test.js'], { cwd: project });
    expect(stdout).toMatch(/pass 1\b/);
  });
};

if (INSTALLS) describe('extensions, with the package installed', writesExtensions);
if (INSTALLS) describe('installed in an empty directory', installed);
