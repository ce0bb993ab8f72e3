// Catches an import that runs up: between layers, between the rooms of a layer, or round in a circle of files.
import { describe, expect, test } from 'vitest';
import { IMPORTS, SRC, importsOf, textOf } from './source.ts';
import type { Import } from './source.ts';

/** A layer may import itself and the layers named here. `main` is one file. */
const LAYERS: { readonly [layer: string]: readonly string[] } = {
  kernel: [],
  // It runs in browsers, too.
  client: [],
  domain: ['kernel'],
  engine: ['kernel', 'domain'],
  outside: ['kernel', 'domain'],
  cluster: ['kernel', 'domain', 'engine', 'outside'],
  operations: ['kernel', 'domain', 'engine', 'outside'],
  http: ['kernel', 'operations'],
  config: ['kernel', 'domain', 'engine'],
  mcp: ['kernel', 'client', 'operations'],
  'catalogue-files': ['kernel', 'domain', 'engine', 'outside', 'operations', 'config'],
  admin: ['kernel', 'domain', 'engine', 'outside', 'operations', 'config', 'catalogue-files'],
  server: ['kernel', 'domain', 'engine', 'outside', 'cluster', 'operations', 'http', 'config', 'admin'],
  cli: [
    'kernel',
    'domain',
    'engine',
    'outside',
    'cluster',
    'operations',
    'http',
    'config',
    'catalogue-files',
    'admin',
    'mcp',
    'server',
    'testing',
  ],
  testing: [
    'kernel',
    'domain',
    'engine',
    'outside',
    'operations',
    'http',
    'config',
    'catalogue-files',
    'admin',
    'server',
  ],
  main: ['kernel', 'config', 'server', 'cli'],
};

/** The rooms of a layer, lowest floor first: a room may import lower floors only. '' is the layer's own folder. */
const FLOORS: { readonly [layer: string]: readonly (readonly string[])[] } = {
  domain: [
    ['search'],
    [''],
    ['attributes', 'channels', 'lifecycles', 'privacy', 'time'],
    ['coupons', 'stock', 'webhooks'],
    ['catalogue'],
    ['cart'],
    ['accounts', 'orders'],
    ['history', 'listing', 'reports'],
  ],
  engine: [
    ['disk'],
    ['privacy'],
    ['journal'],
    ['replication'],
    ['search'],
    [''],
    ['codes', 'cluster', 'delivery', 'maintenance', 'store'],
    ['cache'],
  ],
  operations: [['context'], ['replies'], ['access', 'views'], ['params'], [''], ['dispatch']],
  http: [['form'], ['transport'], ['threads'], [''], ['routes']],
  'catalogue-files': [[''], ['browser']],
  server: [['demo', 'observability'], ['standby'], ['cluster'], ['']],
  cli: [['checks', 'offline'], ['']],
  outside: [['threads'], ['', 'documents', 'http', 'passwords', 'payments'], ['etcd']],
};

/** The table of kinds names every actor: it is the roof of the domain, and types the transactions below it. */
const ROOF = 'src/domain/kinds.ts';
const isTable = ({ file, from, typeOnly }: Import): boolean => file === ROOF || (from === ROOF && typeOnly);

const layerOf = (path: string): string => path.split('/')[1]!.replace(/\.ts$/, '');
const roomOf = (path: string): string => path.split('/').slice(2, -1).join('/');

const LOCAL = IMPORTS.filter(({ local }) => local);
const arrow = ({ file, from }: Import): string => `${file} imports ${from}`;

const runsUp = (one: Import): boolean => {
  const [layer, target] = [layerOf(one.file), layerOf(one.from)];
  return layer !== target && LAYERS[layer]?.includes(target) !== true;
};

const climbs = (one: Import): boolean => {
  const [layer, target] = [layerOf(one.file), layerOf(one.from)];
  const floors = FLOORS[layer];
  if (layer !== target || floors === undefined || isTable(one)) return false;
  const floorOf = (path: string): number => floors.findIndex((rooms) => rooms.includes(roomOf(path)));
  const [from, to] = [floorOf(one.file), floorOf(one.from)];
  return from < 0 || to < 0 || (roomOf(one.file) !== roomOf(one.from) && to >= from);
};

/** Files that import each other in a circle, each circle once. */
const circles = (imports: readonly Import[]): string[] => {
  const next = new Map<string, string[]>();
  for (const { file, from } of imports) next.set(file, [...(next.get(file) ?? []), from]);
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) return void found.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file)) return;
    for (const target of next.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return found;
};

describe('rooms', () => {
  test('layers import down only', () => {
    expect(LOCAL.filter(runsUp).map(arrow)).toEqual([]);
  });

  test('rooms of a layer import down only, types included', () => {
    expect(LOCAL.filter(climbs).map(arrow)).toEqual([]);
  });

  test('no files import each other in a circle, types included', () => {
    expect(circles(LOCAL.filter((one) => !isTable(one)))).toEqual([]);
  });

  test('every file of src is in a known layer and room', () => {
    const known = (file: string): boolean =>
      LAYERS[layerOf(file)] !== undefined && (FLOORS[layerOf(file)]?.flat() ?? ['']).includes(roomOf(file));
    expect(SRC.filter((file) => !known(file))).toEqual([]);
  });

  test('the checks find what they are for', () => {
    const of = (file: string, source: string): Import[] => importsOf(file, source);
    expect(of('src/kernel/a.ts', "import type { B } from '../engine/b.ts';\n").filter(runsUp)).toHaveLength(1);
    expect(of('src/domain/stock/a.ts', "import type { B } from '../cart/b.ts';\n").filter(climbs)).toHaveLength(1);
    expect(of('src/domain/cart/a.ts', "import { b } from '../stock/b.ts';\n").filter(climbs)).toEqual([]);
    expect(of('src/outside/a.ts', "new Worker(new URL('./b.ts', import.meta.url));\n")).toHaveLength(1);
    const [a, b] = [of('src/http/a.ts', "import './b.ts';\n"), of('src/http/b.ts', "export * from './a.ts';\n")];
    expect(circles([...a, ...b])).toEqual(['src/http/a.ts → src/http/b.ts → src/http/a.ts']);
  });
});

describe('what a layer may use', () => {
  test('operations know the engine and the outside by their types; only dispatch runs the engine', () => {
    const wrong = IMPORTS.filter(
      ({ file, from, typeOnly, local }) =>
        local &&
        layerOf(file) === 'operations' &&
        ['engine', 'outside'].includes(layerOf(from)) &&
        !typeOnly &&
        file !== 'src/operations/dispatch/dispatch.ts',
    );
    expect(wrong.map(arrow)).toEqual([]);
  });

  test('each npm package has one importer, the one that docs/internals/dependencies.md names', () => {
    const packages = IMPORTS.filter(({ local, from }) => !local && !from.startsWith('node:')).map((one) => ({
      ...one,
      name: one.from.split('/', one.from.startsWith('@') ? 2 : 1).join('/'),
    }));
    const importers = new Map<string, Set<string>>();
    for (const { name, file, typeOnly } of packages) {
      // Types of a package may be imported anywhere; where nothing else is, their importer is the one.
      if (typeOnly && packages.some((other) => other.name === name && !other.typeOnly)) continue;
      importers.set(name, (importers.get(name) ?? new Set()).add(file));
    }
    const documented = textOf('docs/internals/dependencies.md');
    const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: { [name: string]: string } };
    expect([...importers.keys()].sort()).toEqual(Object.keys(dependencies).sort());
    for (const [name, files] of importers) {
      expect([...files], name).toHaveLength(1);
      const item = documented.split(/^- /m).find((text) => text.startsWith(`${name} (`));
      expect(item, name).toContain(`\`${[...files][0]}\``);
    }
  });

  test('built-in modules stay where their layer allows them', () => {
    const allowed: { readonly [layer: string]: RegExp } = {
      kernel: /^$/,
      domain: /^$/,
      engine: /^node:(crypto|fs|fs\/promises|path|buffer|net|os|timers\/promises|v8|zlib)$/,
      outside: /^node:/,
      cluster: /^$/,
      operations: /^node:crypto$/,
      http: /^node:(http|https|buffer|crypto|fs|net|stream|tls|v8|worker_threads)$/,
      config: /^node:(fs|path)$/,
      mcp: /^node:fs$/,
      'catalogue-files': /^node:/,
      admin: /^node:/,
      server: /^node:/,
      cli: /^node:/,
      testing: /^node:/,
      main: /^node:/,
    };
    const wrong = IMPORTS.filter(({ file, from }) => from.startsWith('node:') && !allowed[layerOf(file)]!.test(from));
    expect(wrong.map(arrow)).toEqual([]);
  });
});
