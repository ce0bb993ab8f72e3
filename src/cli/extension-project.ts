// `kontor extension new`: a folder with an extension that compiles, and a test of it in a shop in memory.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '../config/setting.ts';

/** What a project asks npm for; `kontor` itself is found in the folders above it. */
export const PROJECT_TOOLS = { '@types/node': '20.19.43', typescript: '7.0.2' };

/** As the server takes names of extensions. */
const NAME = /^[a-z][a-z0-9-]{0,39}$/;

const packageOf = (name: string): object => ({
  name,
  private: true,
  type: 'module',
  scripts: { build: 'tsc', test: `tsc && node --test dist/${name}.test.js` },
  devDependencies: PROJECT_TOOLS,
});

const TSCONFIG = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023'],
    types: ['node'],
    module: 'nodenext',
    rootDir: 'src',
    outDir: 'dist',
    strict: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
  },
  include: ['src'],
};

/** A line of the project, which is no import of this one. */
const importOf = (names: string, from: string): string => `import ${names} from '${from}';`;

const moduleOf = (name: string): string => `// What the shop asks, and what this answers: docs/build/extensions.md.
${importOf('{ defineExtension }', 'kontor/extension')}

const LEAST = 10;

export default defineExtension({
  name: '${name}',
  checkout_check: ({ cart }) =>
    cart.sum < LEAST ? { refuse: 'ORDER_TOO_SMALL', detail: \`We deliver goods from \${LEAST} on.\` } : undefined,
});
`;

/** Written apart: the build replaces this expression by the place of its own module. */
const META_URL = ['import', 'meta', 'url'].join('.');

const testOf = (name: string): string => `// A shop in memory asks the extension as a server does.
${importOf('assert', 'node:assert/strict')}
${importOf('{ test }', 'node:test')}
${importOf('{ testShop }', 'kontor/testing')}

test('goods of too little are not ordered', async (t) => {
  const shop = await testShop({ extensions: [new URL('./${name}.js', ${META_URL})] });
  t.after(() => shop.close());
  const { code: session } = await shop.call<{ code: string }>('get_new_session');
  const add = (price: number) =>
    shop.call('add_to_cart', {
      session,
      id_shopobject: 0,
      element_type: 'FREE_ELEMENT',
      quantity: 1,
      name_field: 'Lamp',
      price_field: price,
    });
  await add(9.99);
  await shop.call('set_order_details', { session, id_payment_method: 2, id_delivery_method: 1 });
  const refused = await shop.call('checkout', { session });
  assert.deepEqual([refused['message'], refused['param']], ['EXTENSION_REFUSED', 'ORDER_TOO_SMALL']);
  await add(0.01);
  const order = await shop.call<{ id_order: number }>('checkout', { session });
  assert.ok(order.id_order > 0);
});
`;

const readmeOf = (name: string): string => `# ${name}

Own logic of a shop: an extension of Kontor.

    npm install     # TypeScript; kontor itself is found in a folder above this one, or: npm install --no-save PATH
    npm test        # compiles, and asks the extension in a shop in memory

Name \`dist/${name}.js\` in kontor.config.json of the shop, its path from there, and start the server again:

    "extensions": [{ "module": "${name}/dist/${name}.js" }]
`;

const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** Texts by path. */
const filesOf = (name: string): { readonly [path: string]: string } => ({
  'package.json': json(packageOf(name)),
  'tsconfig.json': json(TSCONFIG),
  'README.md': readmeOf(name),
  [join('src', `${name}.ts`)]: moduleOf(name),
  [join('src', `${name}.test.ts`)]: testOf(name),
});

/** Writes the files and returns their paths. Throws ConfigError: the name is none, or one of them is there. */
export const writeProject = (name: string, folder: string): string[] => {
  if (!NAME.test(name))
    throw new ConfigError(`${name} is no name of an extension: lower case, digits and hyphens, at most 40`);
  const files = Object.entries(filesOf(name)).map(([path, text]) => [join(folder, path), text] as const);
  const present = files.find(([path]) => existsSync(path));
  if (present !== undefined) throw new ConfigError(`${present[0]} is there already, and nothing was written`);
  for (const [path, text] of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: 'wx' });
  }
  return files.map(([path]) => path);
};
