// Catches an import that runs up: between layers, between the rooms of a layer, or round in a circle of files.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { IMPORTS, SRC, importsOf, textOf } from './source.ts';
import type { Import } from './source.ts';

/** A layer may import itself and the layers named here. `main` is one file. */
const LAYERS: { readonly [layer: string]: readonly string[] } = {
  kernel: [],
  // It runs in browsers, too.
  client: [],
  extension: ['client'],
  domain: ['kernel'],
  engine: ['kernel', 'domain'],
  outside: ['kernel', 'domain'],
  'etcd-log': ['kernel', 'domain', 'engine', 'outside'],
  operations: ['kernel', 'domain', 'engine', 'outside'],
  http: ['kernel', 'operations'],
  config: ['kernel', 'domain', 'engine'],
  mcp: ['kernel', 'client', 'operations'],
  'catalogue-files': ['kernel', 'domain', 'engine', 'outside', 'operations', 'config'],
  'data-export': ['kernel', 'domain', 'engine', 'config'],
  admin: ['kernel', 'domain', 'engine', 'outside', 'operations', 'config', 'catalogue-files'],
  server: ['kernel', 'domain', 'engine', 'outside', 'etcd-log', 'operations', 'http', 'config', 'admin'],
  cli: [
    'kernel',
    'client',
    'extension',
    'domain',
    'engine',
    'outside',
    'etcd-log',
    'operations',
    'http',
    'config',
    'catalogue-files',
    'data-export',
    'admin',
    'mcp',
    'server',
    'testing',
  ],
  testing: ['kernel', 'domain', 'engine', 'outside', 'operations', 'http', 'config', 'admin', 'server'],
  main: ['kernel', 'config', 'server', 'cli'],
};

/** The rooms of a layer, lowest floor first: a room may import lower floors only. '' is the layer's own folder. */
const FLOORS: { readonly [layer: string]: readonly (readonly string[])[] } = {
  domain: [
    ['search'],
    [''],
    ['attributes', 'channels', 'lifecycles', 'privacy', 'shop', 'time'],
    ['calculation'],
    ['coupons', 'prices', 'stock', 'webhooks', 'words'],
    ['promotions'],
    ['delivery'],
    ['catalogue'],
    ['cart'],
    ['accounts', 'orders'],
    ['history', 'listing', 'reports'],
    ['kinds.ts'],
  ],
  engine: [
    ['disk', 'time'],
    ['privacy'],
    ['journal'],
    ['replication', 'search'],
    ['actors'],
    ['transactions'],
    ['audit', 'destruction'],
    ['commit'],
    [''],
    ['codes', 'delivery', 'maintenance', 'snapshots'],
    ['cache', 'recovery'],
    ['store'],
  ],
  operations: [['context'], ['replies'], ['access', 'views'], ['params'], [''], ['dispatch']],
  http: [['form'], ['transport'], ['threads'], [''], ['routes']],
  'catalogue-files': [[''], ['browser']],
  server: [
    ['demo', 'observability'],
    ['following', 'process'],
    ['standby'],
    ['cluster'],
    ['ports'],
    ['parts'],
    ['background'],
    ['start'],
    ['lifecycle'],
    [''],
  ],
  cli: [['checks', 'offline'], ['']],
  outside: [['threads'], [''], ['documents', 'extensions', 'http', 'mail', 'passwords', 'payments'], ['etcd']],
};

/** The list of kinds names every actor: a floor of its own above them. */
const ROOF = 'src/domain/kinds.ts';

const layerOf = (path: string): string => path.split('/')[1]!.replace(/\.ts$/, '');
const roomOf = (path: string): string => (path === ROOF ? 'kinds.ts' : path.split('/').slice(2, -1).join('/'));

const LOCAL = IMPORTS.filter(({ local }) => local);
const arrow = ({ file, from }: Import): string => `${file} imports ${from}`;

const runsUp = (one: Import): boolean => {
  const [layer, target] = [layerOf(one.file), layerOf(one.from)];
  return layer !== target && LAYERS[layer]?.includes(target) !== true;
};

const climbs = (one: Import): boolean => {
  const [layer, target] = [layerOf(one.file), layerOf(one.from)];
  const floors = FLOORS[layer];
  if (layer !== target || floors === undefined) return false;
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

/** One import that runs up makes hundreds of circles. */
const SHOWN = 5;
const DOWN =
  'Imports run down: move what is needed to the lower of the two rooms, or hand it in (docs/internals/floors.md).';
const NO_ROOM =
  'These files are in no room: move each to a folder that docs/internals/floors.md names, or give the new folder a ' +
  'place in LAYERS or FLOORS of test/tidy/rooms.test.ts and a line in that page.';

describe('rooms', () => {
  test('layers import down only', () => {
    expect(LOCAL.filter(runsUp).map(arrow), DOWN).toEqual([]);
  });

  // `main` is a file, and what others import is reached through them.
  test('ARCHITECTURE.md draws what imports what: imports run along its arrows, and each arrow is an import', () => {
    const [, chart] = /```mermaid\nflowchart TD\n([^`]+)```/.exec(textOf('ARCHITECTURE.md'))!;
    const lines = chart!
      .trim()
      .split('\n')
      .map((line) => line.trim().split(' --> '));
    const arrows = lines.flatMap((line) => line.slice(1).map((to, at) => [line[at]!, to] as const));
    const reaches = (from: string, to: string): boolean =>
      from === to || arrows.some(([tail, head]) => tail === from && reaches(head, to));
    const made = new Set(LOCAL.map(({ file, from }) => `${layerOf(file)} --> ${layerOf(from)}`));
    const named = [...made].map((one) => one.split(' --> ') as [string, string]).filter(([from]) => from !== 'main');
    expect(
      named.filter(([from, to]) => !reaches(from, to)),
      'Draw an arrow for each of these.',
    ).toEqual([]);
    expect(
      arrows.map((one) => one.join(' --> ')).filter((one) => !made.has(one)),
      'Nothing imports so.',
    ).toEqual([]);
  });

  test('rooms of a layer import down only, types included', () => {
    expect(LOCAL.filter(climbs).map(arrow), DOWN).toEqual([]);
  });

  test('no files import each other in a circle, types included', () => {
    expect(circles(LOCAL).slice(0, SHOWN), 'Move what the files share to a third file that both import.').toEqual([]);
  });

  test('every file of src is in a known layer and room', () => {
    const known = (file: string): boolean =>
      LAYERS[layerOf(file)] !== undefined && (FLOORS[layerOf(file)]?.flat() ?? ['']).includes(roomOf(file));
    expect(
      SRC.filter((file) => !known(file)),
      NO_ROOM,
    ).toEqual([]);
  });

  test.each(['engine', 'server'])(
    'docs/internals/floors.md has a line for each room of the %s, lowest first',
    (layer) => {
      const [section] = textOf('docs/internals/floors.md').split(`## Rooms of the ${layer}`)[1]!.split('\n## ');
      const rows = section!.matchAll(/^\| ([a-z ]+?) +\|/gm);
      const listed = [...rows].map(([, room]) => (room === 'the folder itself' ? '' : room!)).slice(1);
      const floorOf = (room: string): number => FLOORS[layer]!.findIndex((rooms) => rooms.includes(room));
      expect([...listed].sort()).toEqual(FLOORS[layer]!.flat().sort());
      expect(listed.map(floorOf)).toEqual(listed.map(floorOf).sort((one, other) => one - other));
    },
  );

  // Catches a folder beside src that a new reader has to guess at.
  test('docs/internals/floors.md says what each layer, and each folder of the repository, holds', () => {
    const ignored = new Set([...textOf('.gitignore').matchAll(/^\/?([\w.-]+)\/$/gm)].map(([, name]) => name!));
    const folders = readdirSync(join(import.meta.dirname, '..', '..'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !ignored.has(entry.name))
      .map(({ name }) => `\`${name}/\``);
    const layers = Object.keys(LAYERS).map((layer) => (layer === 'main' ? '`src/main.ts`' : `\`src/${layer}/\``));
    const said = [...textOf('docs/internals/floors.md').matchAll(/(?:^- |; )(`[\w./-]+`): /gm)].map(
      ([, name]) => name!,
    );
    expect(said.sort()).toEqual([...layers, ...folders.filter((name) => name !== '`src/`')].sort());
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

/** Statements that import, types included; a module that is loaded later counts nothing. */
const importCount = (text: string): number => text.match(/^(?:import|export)\s(?:[^;'"]*?\sfrom\s+)?'/gm)?.length ?? 0;

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
      'etcd-log': /^$/,
      operations: /^node:crypto$/,
      http: /^node:(http|https|buffer|crypto|fs|net|stream|tls|v8|worker_threads)$/,
      config: /^node:(fs|path)$/,
      mcp: /^node:fs$/,
      'catalogue-files': /^node:/,
      'data-export': /^node:(fs|fs\/promises|path)$/,
      admin: /^node:/,
      server: /^node:/,
      cli: /^node:/,
      testing: /^node:/,
      main: /^node:/,
    };
    const wrong = IMPORTS.filter(
      ({ file, from }) => from.startsWith('node:') && allowed[layerOf(file)]?.test(from) !== true,
    );
    const advice = 'The layer may not use this module: hand in what it gives, from a layer that may.';
    expect(wrong.map(arrow), advice).toEqual([]);
  });

  test('a file of the composition root has at most 15 imports: it is given what it uses', () => {
    const importsMax = 15;
    const found = SRC.filter((file) => layerOf(file) === 'server' && importCount(textOf(file)) > importsMax);
    expect(found).toEqual([]);
    expect(
      importCount("import { a } from './a.ts';\nimport type {\n  B,\n} from './b.ts';\nexport * from 'c';\n"),
    ).toBe(3);
    expect(importCount("import 'a';\nconst b = await import('./b.ts');\n")).toBe(1);
  });
});
