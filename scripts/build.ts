// `npm run build`: dist/ with the program in a few modules, and declaration files of what the package exports. A start
// would read 1,100 files otherwise, which takes more time than all else that it does.
//
// It does nothing where dist/ was built from the same inputs; `--force` builds anyway. `--program` leaves declaration
// files out, which take most of the time: tests that start the program need none.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import type { BuildOptions, Plugin } from 'esbuild';
import { exportedDeclarations, reachedDeclarations, withoutComments } from './declarations.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { dependencies, exports } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
  readonly dependencies: { readonly [name: string]: string };
  readonly exports: Parameters<typeof exportedDeclarations>[0];
};
/** Hundreds of files in JavaScript alone, which every start reads; their licences are beside their own copies. */
const BUNDLED = [
  '@opentelemetry/api',
  'bidi-js',
  'cli-progress',
  'commander',
  'csv-parse',
  'csv-stringify',
  'entities',
  'fast-xml-builder',
  'flexsearch',
  'i18n-iso-countries',
  'image-size',
  'liquidjs',
  'pino',
  'prom-client',
  'typebox',
  'xstate',
];
const LICENCES = `/*! With ${BUNDLED.join(', ')}: licences in node_modules/ */`;
/** What CommonJS among them asks of Node comes by this. */
const REQUIRE = `import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);`;
/** At the head of every module; \n keeps the lines of source maps. */
const BANNER = `${LICENCES}\n${REQUIRE}\n`;

/** What is started, or imported by name. */
const PROGRAM = [
  'main',
  'server/start-server',
  'testing/test-shop',
  'server/start/new-store-thread',
  'http/threads/io-thread',
  'outside/extensions/extension-worker',
  'outside/http/http-worker',
  'outside/mail/smtp-worker',
  'outside/passwords/password-worker',
  'outside/documents/pdf-worker',
  'outside/documents/html-worker',
];
/** What bench/soak/probe.js looks into while a server runs. */
const PROBED = ['engine/engine', 'engine/actors/actor-table', 'engine/maintenance/scrub'];
/** For browsers, in one module. */
const CLIENT = ['client/client', 'extension/extension'];
/** With light-dark() and clip-path; the back office asks for no older ones. */
const BROWSERS = ['chrome123', 'firefox120', 'safari17.5'];

/** The URL of a module is what it would be without bundling. */
const ownUrls: Plugin = {
  name: 'own-urls',
  setup(building) {
    building.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
      const name = relative(`${ROOT}src`, path).replace(/ts$/, 'js');
      const url = `(import.meta.url.slice(0, import.meta.url.lastIndexOf('/dist/') + 6) + '${name}')`;
      return { loader: 'ts', contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', url) };
    });
  },
};

/** Names within packages are short, but for those whose errors are named by their classes. */
const shortNames: Plugin = {
  name: 'short-names',
  setup(building) {
    building.onLoad({ filter: /\/node_modules\/.*js$/ }, async ({ path }) => {
      if (/\/node_modules\/(?:commander|pino)\//.test(path)) return undefined;
      const { code } = await transform(readFileSync(path, 'utf8'), { minifyIdentifiers: true, target: 'es2023' });
      return { loader: 'js', contents: code };
    });
  },
};

const bundle = async (entries: readonly string[], more: BuildOptions): Promise<void> => {
  await build({
    absWorkingDir: ROOT,
    entryPoints: entries.map((name) => `src/${name}.ts`),
    outbase: 'src',
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    format: 'esm',
    target: 'es2023',
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
    ...more,
  });
};

/** The licences are named once, and `require` is made where it is asked for: a start reads 160 modules. */
const trimBanners = (): void => {
  for (const name of readdirSync(`${ROOT}dist`, { recursive: true, encoding: 'utf8' })) {
    const file = `${ROOT}dist/${name}`;
    const text = name.endsWith('.js') ? readFileSync(file, 'utf8') : '';
    if (!text.includes(BANNER)) continue;
    const needs = /\brequire\b/.test(text.replace(BANNER, ''));
    writeFileSync(file, text.replace(BANNER, `${name === 'main.js' ? LICENCES : ''}\n${needs ? REQUIRE : ''}\n`));
  }
};

/** What a build is made from, beside the sources; the lock file says which compilers there are. */
const INPUTS = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/build.ts',
  'scripts/declarations.ts',
];
const SOURCES = ['src', 'back-office'];
/** Written last: a build that was cut short has none. */
const DIGEST = `${ROOT}dist/inputs.sha256`;
const PROGRAM_FILE = `${ROOT}dist/main.js`;

const digestOfInputs = (): string => {
  const sources = SOURCES.flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, `${entry.parentPath}/${entry.name}`))
      .sort(),
  );
  const hash = createHash('sha256').update(process.version);
  for (const path of [...INPUTS, ...sources]) {
    const bytes = readFileSync(`${ROOT}${path}`);
    hash.update(`\0${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
};

/** Of all modules, before those that nobody can reach are left out. */
const DECLARATIONS = 'dist/declarations';
/** Whose comments are for those who use the package. */
const IS_PUBLIC = /^dist\/(?:client|extension|testing|server\/start-server)\b/;

const writeDeclarations = (): void => {
  const compiler = ['tsc', '-p', 'tsconfig.build.json', '--outDir', DECLARATIONS];
  execFileSync('npx', compiler, { cwd: ROOT, stdio: 'inherit' });
  const compiled = (file: string): string => `${ROOT}${file.replace(/^dist/, DECLARATIONS)}`;
  const textOf = (file: string): string | undefined =>
    existsSync(compiled(file)) ? readFileSync(compiled(file), 'utf8') : undefined;
  for (const file of reachedDeclarations(exportedDeclarations(exports), textOf)) {
    mkdirSync(dirname(`${ROOT}${file}`), { recursive: true });
    writeFileSync(`${ROOT}${file}`, IS_PUBLIC.test(file) ? textOf(file)! : withoutComments(textOf(file)!));
  }
  rmSync(`${ROOT}${DECLARATIONS}`, { recursive: true });
};

const isWhole = !process.argv.includes('--program');
const whole = digestOfInputs();
const digest = isWhole ? whole : `${whole} without declaration files`;
const isBuilt =
  existsSync(PROGRAM_FILE) && existsSync(DIGEST) && [whole, digest].includes(readFileSync(DIGEST, 'utf8'));
if (isBuilt && !process.argv.includes('--force')) {
  const now = new Date(); // as new as the sources
  utimesSync(PROGRAM_FILE, now, now);
  process.exit(0);
}
rmSync(`${ROOT}dist`, { recursive: true, force: true });
if (isWhole) writeDeclarations();
await bundle([...PROGRAM, ...PROBED], {
  platform: 'node',
  splitting: true,
  external: Object.keys(dependencies).filter((name) => !BUNDLED.includes(name)),
  plugins: [ownUrls, shortNames],
  banner: { js: BANNER.trimEnd() },
});
trimBanners();
await bundle(CLIENT, { platform: 'browser' });
await build({
  absWorkingDir: ROOT,
  entryPoints: [
    { in: 'back-office/main.tsx', out: 'app' },
    { in: 'back-office/style/app.css', out: 'app' },
    { in: 'back-office/index.html', out: 'index' },
    { in: 'back-office/icon.svg', out: 'icon' },
  ],
  loader: { '.html': 'copy', '.svg': 'copy' },
  outdir: 'dist/back-office',
  splitting: true, // the editor of texts is loaded when one is edited
  bundle: true,
  minify: true,
  format: 'esm',
  target: BROWSERS,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  sourcemap: 'linked',
  logLevel: 'warning',
  banner: { js: '/*! With preact, @preact/signals, qr, uplot, prosemirror, sales-tax: dev-dependencies.md, MIT */' },
});
/** The page's policy forbids to make code of text, and each attempt is reported: these stand in place of what does. */
const WITHOUT_CODE: readonly (readonly [RegExp, string])[] = [
  [
    /typebox\/build\/system\/environment\/evaluate\.mjs$/,
    'export const CanEvaluate = () => false, Evaluate = () => {};',
  ],
  [/src\/kernel\/source-function\.ts$/, 'export const functionOf = () => () => undefined;'],
];
const withoutEvaluation: Plugin = {
  name: 'without-evaluation',
  setup(building) {
    for (const [filter, contents] of WITHOUT_CODE) building.onLoad({ filter }, () => ({ loader: 'js', contents }));
  },
};
const READER = 'src/catalogue-files/browser';
// Loaded by the screen of imports alone.
await build({
  absWorkingDir: ROOT,
  entryPoints: [{ in: `${READER}/reader-worker.ts`, out: 'reader' }],
  outdir: 'dist/back-office',
  bundle: true,
  minify: true,
  format: 'esm',
  target: BROWSERS,
  platform: 'browser',
  alias: {
    'node:buffer': `./${READER}/buffer.ts`,
    'node:stream': `./${READER}/stream.ts`,
    stream: `./${READER}/stream.ts`,
  },
  inject: [`${READER}/buffer.ts`],
  // What limits count is for threads of the server; memory that browsers share they give to isolated pages alone.
  define: { SharedArrayBuffer: 'ArrayBuffer' },
  plugins: [withoutEvaluation],
  sourcemap: 'linked',
  logLevel: 'warning',
  banner: { js: '/*! With csv-parse, @streamparser/json and typebox, MIT License: docs/internals/dependencies.md */' },
});
writeFileSync(DIGEST, digest);
