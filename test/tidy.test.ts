// The rules of DESIGN §3 and §7 that a machine can check.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { KINDS } from '../src/domain/kinds.ts';
import { REFUSALS } from '../src/kernel/refusals.ts';
import { OPERATIONS } from '../src/operations/dispatch/registry.ts';

const ROOT = join(import.meta.dirname, '..');
const LINES_MAX = 620;
const FUNCTION_LINES_MAX = 80;

const filesOf = (directory: string): string[] =>
  readdirSync(join(ROOT, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .sort();

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');

const SRC = filesOf('src');
const ALL = ['src', 'test', 'bench', 'scripts'].flatMap(filesOf);

interface Import {
  readonly file: string;
  /** A package, or a path from the root. */
  readonly from: string;
  readonly local: boolean;
  readonly typeOnly: boolean;
}

const importsOf = (file: string): Import[] => {
  const text = withoutComments(textOf(file));
  const found = [...text.matchAll(/^(import|export)\s+(type\s)?[^;'"]*?from\s+'([^']+)'/gm)].map((match) => ({
    from: match[3]!,
    typeOnly: match[2] !== undefined,
  }));
  const loaded = [...text.matchAll(/(?:^import|import\(|require\()\s*'([^']+)'/gm)].map((match) => ({
    from: match[1]!,
    typeOnly: false,
  }));
  return [...found, ...loaded].map(({ from, typeOnly }) => ({
    file,
    local: from.startsWith('.'),
    from: from.startsWith('.') ? join(file, '..', from) : from,
    typeOnly,
  }));
};

const IMPORTS = SRC.flatMap(importsOf);

/** `src/engine/durability-gate.ts` → engine; main.ts and the command line are wiring. */
const WIRING = ['server', 'cli', 'catalogue-files'];
const layerOf = (file: string): string => {
  const [, directory = ''] = file.split('/');
  return file === 'src/config.ts'
    ? 'config'
    : directory.endsWith('.ts') || WIRING.includes(directory)
      ? 'wiring'
      : directory;
};

const MAY_IMPORT: { readonly [layer: string]: readonly string[] } = {
  kernel: ['kernel'],
  domain: ['kernel', 'domain'],
  engine: ['kernel', 'domain', 'engine'],
  outside: ['kernel', 'domain', 'outside'],
  operations: ['kernel', 'domain', 'engine', 'outside', 'operations'],
  http: ['kernel', 'operations', 'http'],
  config: ['kernel', 'domain', 'engine'],
  wiring: ['kernel', 'domain', 'engine', 'outside', 'operations', 'http', 'config', 'wiring'],
};

describe('layers', () => {
  test('imports go down only', () => {
    const wrong = IMPORTS.filter(
      ({ file, from, local }) => local && !MAY_IMPORT[layerOf(file)]?.includes(layerOf(from)),
    );
    expect(wrong.map(({ file, from }) => `${file} imports ${from}`)).toEqual([]);
  });

  test('every file of src is in a known layer', () => {
    expect(SRC.filter((file) => MAY_IMPORT[layerOf(file)] === undefined)).toEqual([]);
  });

  test('operations know the engine and the outside by their types; only dispatch runs the engine', () => {
    const wrong = IMPORTS.filter(
      ({ file, from, typeOnly }) =>
        layerOf(file) === 'operations' &&
        ['engine', 'outside'].includes(layerOf(from)) &&
        !typeOnly &&
        file !== 'src/operations/dispatch/dispatch.ts',
    );
    expect(wrong).toEqual([]);
  });

  test('each npm package has one importer, the one that docs/dependencies.md names', () => {
    const importers = new Map<string, Set<string>>();
    for (const { file, from, local } of IMPORTS) {
      if (local || from.startsWith('node:')) continue;
      const name = from.startsWith('@') ? from.split('/').slice(0, 2).join('/') : from.split('/')[0]!;
      importers.set(name, (importers.get(name) ?? new Set()).add(file));
    }
    const documented = textOf('docs/dependencies.md');
    const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: { [name: string]: string } };
    expect([...importers.keys()].sort()).toEqual(Object.keys(dependencies).sort());
    for (const [name, files] of importers) {
      expect([...files], name).toHaveLength(1);
      const row = documented.split('\n').find((line) => line.startsWith(`| ${name} `));
      expect(row, name).toContain(`\`${[...files][0]}\``);
    }
  });

  test('built-in modules stay where their layer allows them', () => {
    const allowed: { readonly [layer: string]: RegExp } = {
      kernel: /^$/,
      domain: /^$/,
      engine: /^node:(crypto|fs|fs\/promises|path|buffer|net|os|timers\/promises|v8|zlib)$/,
      outside: /^node:/,
      operations: /^node:crypto$/,
      http: /^node:(http|buffer|net|stream)$/,
      config: /^node:(fs|path)$/,
      wiring: /^node:/,
    };
    const wrong = IMPORTS.filter(({ file, from }) => from.startsWith('node:') && !allowed[layerOf(file)]!.test(from));
    expect(wrong.map(({ file, from }) => `${file} imports ${from}`)).toEqual([]);
  });
});

describe('purity', () => {
  const banned = (layer: string, words: readonly RegExp[]): string[] =>
    SRC.filter((file) => layerOf(file) === layer).flatMap((file) => {
      const text = withoutComments(textOf(file));
      return words.filter((word) => word.test(text)).map((word) => `${file}: ${word}`);
    });

  test('the domain knows no time, no chance, no process and never waits', () => {
    expect(
      banned('domain', [
        /\bawait\b/,
        /\basync\b/,
        /\bDate\b/,
        /Math\.random/,
        /\bprocess\b/,
        /\bglobalThis\b/,
        /\bsetTimeout\b/,
        /\bPromise\b/,
      ]),
    ).toEqual([]);
  });

  test('the kernel knows no clock, no chance and no environment', () => {
    expect(
      banned('kernel', [
        /\bawait\b/,
        /\bDate\b/,
        /Math\.random/,
        /\bprocess\b/,
        /\bglobalThis\b/,
        /\bperformance\b/,
        /\bcrypto\b/,
      ]),
    ).toEqual([]);
  });

  test('operations answer in one turn', () => {
    expect(banned('operations', [/\bawait\b/, /\basync\b/, /Math\.random/, /\bprocess\b/, /\bsetTimeout\b/])).toEqual(
      [],
    );
  });

  test('a switch over a union ends in satisfies never', () => {
    const count = (text: string, part: string): number => text.split(part).length - 1;
    const wrong = SRC.filter((file) => layerOf(file) === 'domain').filter((file) => {
      const text = withoutComments(textOf(file));
      return count(text, 'switch (') !== count(text, 'satisfies never');
    });
    expect(wrong).toEqual([]);
  });
});

/**
 * Functions whose body is longer than the limit: name of the first line, lines. Relies on the formatting, as readers
 * do.
 */
const longFunctions = (file: string, text = textOf(file)): string[] => {
  const lines = text.split('\n');
  const method =
    /^\s+((private|public|protected|static|override|async|get|set|\*)\s*)*[\w$#]+(<[^>]*>)?\(.*\)(: [^{]+)? \{$/;
  return lines.flatMap((line, at) => {
    const isHead =
      /(=>|\bfunction\b.*\)(: .*)?) \{$/.test(line) ||
      /^\s*\).*\{$/.test(line) ||
      (method.test(line) && !/^\s*(if|for|while|switch|catch)\b/.test(line));
    if (!isHead || /^\s*\} ?(else|catch)/.test(line)) return [];
    const indent = /^\s*/.exec(line)![0];
    const end = lines.findIndex((other, index) => index > at && other.startsWith(`${indent}}`));
    return end - at - 1 > FUNCTION_LINES_MAX ? [`${file}:${at + 1} ${line.trim()} has ${end - at - 1} lines`] : [];
  });
};

describe('size and names', () => {
  test(`no file is longer than ${LINES_MAX} lines`, () => {
    const long = ALL.map((file) => [file, textOf(file).split('\n').length - 1] as const).filter(
      ([, lines]) => lines > LINES_MAX,
    );
    expect(long).toEqual([]);
  });

  test(`no function is longer than ${FUNCTION_LINES_MAX} lines`, () => {
    // One switch over all events of a kind reads best in one piece.
    const exceptions = [/^src\/domain\/cart\/session\.ts:\d+ (apply|decide)\(/];
    const long = [...SRC, ...filesOf('scripts')].flatMap((file) => longFunctions(file));
    expect(long.filter((one) => !exceptions.some((exception) => exception.test(one)))).toEqual([]);
  });

  test.each([
    'const long = (a: number): void => {',
    'export function long(\n  a: number,\n): void {',
    'class X {\n  private long(a: string): Map<string, number> {',
    'test(() => {',
  ])('the check finds %j', (head) => {
    const indent = /^\s*/.exec(head.split('\n').at(-1)!)![0];
    const body = (lines: number): string => `${head}\n${`${indent}  a;\n`.repeat(lines)}${indent}};\n}\n`;
    expect(longFunctions('x.ts', body(FUNCTION_LINES_MAX))).toEqual([]);
    expect(longFunctions('x.ts', body(FUNCTION_LINES_MAX + 1))).toHaveLength(1);
  });

  test('files are named after their concept, in kebab-case', () => {
    expect(
      ALL.filter((file) => !/^([a-z0-9]+(-[a-z0-9]+)*\/)*[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.ts$/.test(file)),
    ).toEqual([]);
    expect(ALL.filter((file) => /\b(utils?|helpers?|managers?|common|misc|shared)\b/.test(file))).toEqual([]);
  });

  test('nothing stays behind', () => {
    // With a class of one letter each, so that this file does not hold what it looks for.
    const left = [
      /\bT[O]DO\b/,
      /\bF[I]XME\b/,
      /\bX[X]X\b/,
      /\bas [a]ny\b/,
      /\.s[k]ip\(/,
      /\.o[n]ly\(/,
      /lint-d[i]sable/,
      /@ts-(i[g]nore|n[o]check|e[x]pect-error)/,
      /^\s*d[e]bugger;/m,
    ];
    const found = ALL.flatMap((file) => {
      const text = textOf(file);
      return left.filter((one) => one.test(text)).map((one) => `${file}: ${one}`);
    });
    expect(found).toEqual([]);
  });
});

describe('what others depend on', () => {
  test('events have names of their own, in snake_case', () => {
    const events = Object.values(KINDS).flatMap((kind) => Object.keys(kind.events));
    expect(events.filter((event) => !/^[a-z]+(_[a-z]+)+$/.test(event))).toEqual([]);
    expect(events.filter((event, at) => events.indexOf(event) !== at)).toEqual([]);
  });

  test('kinds are called in the table as they are on disk', () => {
    for (const [name, { kind }] of Object.entries(KINDS)) expect(kind).toBe(name);
  });

  test('the operations are those of the specification', () => {
    const specified = [...OPERATIONS].filter(([, { spec }]) => spec !== 'extra').map(([name]) => name);
    expect(specified).toHaveLength(79);
    expect(specified.sort()).toEqual(SPECIFIED.trim().split(/\s+/).sort());
  });

  test('operations and parameters are in snake_case, and say what they are', () => {
    for (const [name, { params, spec, summary }] of OPERATIONS) {
      expect([name, ...Object.keys(params)].filter((one) => !/^[a-z]+(_[a-z0-9]+)*$/.test(one))).toEqual([]);
      expect(spec).toMatch(/^(4\.\d+|W §\d+|extra)$/);
      expect(summary, name).toMatch(/^[A-Z].*\.$/);
      for (const [param, { schema }] of Object.entries(params)) {
        expect((schema as { description?: string }).description ?? '', `${name}.${param}`).not.toBe('');
      }
    }
  });

  test('every refusal code is used', () => {
    const text = SRC.filter((file) => file !== 'src/kernel/refusals.ts')
      .map(textOf)
      .join('\n');
    const unused = Object.keys(REFUSALS).filter((code) => !new RegExp(`\\b${code}\\b`).test(withoutComments(text)));
    expect(unused).toEqual([]);
  });

  test('every dependency is listed and pinned', () => {
    const documented = textOf('docs/dependencies.md');
    const { dependencies, devDependencies } = JSON.parse(textOf('package.json')) as {
      [group: string]: { [name: string]: string };
    };
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(documented, name).toMatch(new RegExp(`^\\| ${name.replace(/[./]/g, '\\$&')} `, 'm'));
      expect(version, name).toMatch(/^(npm:[\w-]+@)?\d+\.\d+\.\d+$/);
    }
  });
});

const SPECIFIED = `
get_new_session
get_categories get_products_in_category get_contents_in_category get_shopobjects_in_category dump_category
seo_get_products_in_category seo_get_contents_in_category seo_get_shopobjects_in_category
create_category update_category delete_category
get_product_details get_content_details seo_get_product_details seo_get_content_details
create_product update_product create_variation delete_product create_content update_content delete_content
get_class_details create_class delete_class create_class_attributes delete_class_attributes
add_to_cart sub_from_cart del_from_cart clear_cart get_cart add_coupons add_delivery_costs
set_order_details get_order_details get_order_by_id update_order_details checkout get_invoice get_order_confirmation get_delivery_countries
get_payment_methods do_payment
register_user verify_user login_user logout_user set_user_password reset_user_password get_user_orders get_user_data get_user_by_id
set_user_data update_user_data instant_login
search_products search_contents search_orders search_users search_warehouse_entities search_classes search_distinct_products
create_warehouse_entity update_warehouse_entity delete_warehouse_entity inventory_place inventory_take add_binding delete_binding
create_coupons create_webhook update_webhook get_status create_channel get_report aggregate
application_api_call
`;
