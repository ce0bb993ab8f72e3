// The documents that are derived from the table of operations.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { documents } from '../../../scripts/docs.ts';
import { TASKS } from '../../../scripts/docs/tasks.ts';
import { REFUSALS } from '../../../src/kernel/refusals.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';

const written = await documents();

test('they are current: after a change of an operation, a refusal or a machine run "npm run docs"', () => {
  for (const [name, text] of written)
    expect(readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8'), name).toBe(text);
});

test('every operation belongs to a task, and every task names operations', () => {
  const named = TASKS.flatMap(([, operations]) => operations.split(' '));
  expect([...new Set(named)].sort()).toEqual([...OPERATIONS.keys()].sort());
});

test('every operation shows its reply, its refusals and a call that was made', () => {
  for (const name of OPERATIONS.keys()) {
    const [, section = ''] = written.get('reference/operations.md')!.split(`### ${name}\n`);
    const [own] = section.split('\n### ');
    for (const part of ['**Reply:**', '**Refusals:**', `-d request=${name}`, '"object": ']) {
      // What an application answers has the members that it likes.
      if (part === '"object": ' && name === 'application_api_call') continue;
      expect(own, name).toContain(part);
    }
  }
});

test('every link within the pages leads somewhere', () => {
  const headings = new Map(
    [...written].map(([page, text]) => [
      page,
      new Set([...text.matchAll(/^##+ (.*)$/gm)].map(([, heading]) => heading!.toLowerCase())),
    ]),
  );
  for (const page of ['operations.md', 'records.md']) {
    for (const [, to = page, anchor] of written
      .get(`reference/${page}`)!
      .matchAll(/\]\(((?:operations|records)\.md)?#([\w-]+)\)/g))
      expect(headings.get(`reference/${to}`)!.has(anchor!), `${page}: ${to}#${anchor}`).toBe(true);
  }
});

test('operations.md names every operation and every parameter; errors.md every code', () => {
  const operations = written.get('reference/operations.md')!;
  for (const [name, { params }] of OPERATIONS) {
    const [, section = ''] = operations.split(`### ${name}\n`);
    for (const param of Object.keys(params))
      expect(section.split('### ')[0], `${name}.${param}`).toContain(`| \`${param}\``);
  }
  for (const code of Object.keys(REFUSALS)) expect(written.get('reference/errors.md')).toContain(`| \`${code}\` |`);
});

test('what a parameter means that was not sent: reads change nothing, and methods that were not sent stay', () => {
  const sections = new Map(
    written
      .get('reference/operations.md')!
      .split('\n### ')
      .map((section) => [section.split('\n')[0]!, section]),
  );
  for (const [name, { effect }] of OPERATIONS)
    if (effect === 'read') expect(sections.get(name), name).not.toContain('| stays as it is |');
  for (const name of ['set_order_details', 'update_order_details']) {
    for (const method of ['payment', 'delivery'])
      expect(sections.get(name)).toContain(`| \`id_${method}_method\` | integer | stays as it is |`);
  }
  expect(sections.get('get_changelog')).toContain('| all objects |');
});

test('life-cycles.md names everything that moves an order', () => {
  const page = written.get('reference/life-cycles.md')!;
  for (const mover of ['`update_order_details`', '`add_parcel`', 'payment provider']) expect(page).toContain(mover);
});

interface Schema {
  readonly required?: readonly string[];
  readonly properties: { readonly [name: string]: { readonly const?: string; readonly description?: string } };
}

interface Path {
  readonly post: {
    readonly operationId: string;
    readonly security: readonly object[];
    readonly requestBody: { readonly content: { readonly [type: string]: { readonly example?: object } } };
    readonly responses: { readonly [status: string]: unknown };
  };
}

describe('openapi.json', () => {
  const api = JSON.parse(written.get('reference/openapi.json')!) as {
    openapi: string;
    paths: { [path: string]: Path };
    components: { schemas: { [name: string]: Schema } };
  };

  test('a path for every operation: three encodings, every status that is ever sent, a call that was made', () => {
    expect(api.openapi).toBe('3.1.0');
    const statuses = new Set(Object.values(REFUSALS).map(({ status }) => String(status)));
    for (const [name, { credential }] of OPERATIONS) {
      const { post } = api.paths[`/srv/service/${name}`]!;
      expect(post.operationId).toBe(name);
      expect(Object.keys(post.requestBody.content)).toEqual([
        'application/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
      ]);
      expect(new Set(Object.keys(post.responses))).toEqual(statuses);
      expect(post.requestBody.content['application/json']!.example, name).toBeDefined();
      expect(JSON.stringify(post.security).includes('secretKey'), name).toBe(credential !== 'licence');
    }
    const others = Object.keys(api.paths).filter((path) => !OPERATIONS.has(path.replace('/srv/service/', '')));
    expect(others).toEqual([
      '/srv/service',
      '/srv/bulk',
      '/srv/events',
      '/srv/payment/{method}/notify',
      '/openapi.json',
    ]);
  });

  test('every reference leads somewhere', () => {
    const refs = [...written.get('reference/openapi.json')!.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      (match) => match[1]!,
    );
    expect(refs.length).toBeGreaterThan(OPERATIONS.size);
    for (const ref of refs) expect(api.components.schemas[ref], ref).toBeDefined();
  });

  test('parameters: required what is required, described what there is', () => {
    for (const [name, { params, session }] of OPERATIONS) {
      const { required = [], properties } = api.components.schemas[`${name}_params`]!;
      for (const [param, { absent }] of Object.entries(params)) {
        expect(properties[param]?.description, `${name}.${param}`).toBeTruthy();
        expect(required.includes(param), `${name}.${param}`).toBe(absent === undefined);
      }
      expect(required.includes('session')).toBe(session === 'required');
      for (const one of required) expect(properties[one], `${name}.${one}`).toBeDefined();
    }
  });

  test('tuples are those of JSON Schema 2020-12', () => {
    expect(written.get('reference/openapi.json')).not.toMatch(/"items": \[|additionalItems/);
  });
});
