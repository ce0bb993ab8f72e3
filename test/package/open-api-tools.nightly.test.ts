// A description of the API that tools refuse: two validators, a generator of types, an API client's importer.
//
// They are no dependencies: the check installs them in a directory of their own, as they were on a day.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../src/operations/dispatch/registry.ts';
import { newDirectory } from '../harness/directories.ts';
import { npm } from '../../scripts/npm.ts';
import { EFFORT } from '../harness/effort.ts';

/** To install the tools takes half a minute. */
const IS_CHECK = EFFORT !== 'quick';
const API = fileURLToPath(new URL('../../docs/reference/openapi.json', import.meta.url));
const TOOLS = [
  '@redocly/openapi-core@2.64.0',
  '@apidevtools/swagger-parser@12.1.0',
  'openapi-typescript@7.13.0',
  'typescript@5.9.3',
  '@usebruno/converters@0.23.0',
];
const DAY = '2026-11-22';

const run = promisify(execFile);

const tools = (): void => {
  let place = '';
  let isInstalled = false;
  beforeAll(async () => {
    place = newDirectory();
    writeFileSync(join(place, 'package.json'), '{"private":true,"type":"module"}');
    isInstalled = (await npm(['install', '--before', DAY, ...TOOLS], place)) !== undefined;
  });

  /** What a program of these tools prints, as JSON. */
  const printed = async (name: string, program: string): Promise<unknown> => {
    writeFileSync(join(place, name), program);
    const { stdout } = await run(process.execPath, [join(place, name), API], { cwd: place, maxBuffer: 2 ** 24 });
    return JSON.parse(stdout);
  };
  const paths = OPERATIONS.size + 5;

  test('Redocly finds no error, and no example that is not what its schema says', async () => {
    if (!isInstalled) return;
    const program = `
      import { createConfig, lintFromString } from '@redocly/openapi-core';
      import { readFileSync } from 'node:fs';
      const config = await createConfig({
        extends: ['recommended'],
        rules: { 'no-invalid-media-type-examples': 'error' },
      });
      const problems = await lintFromString({ source: readFileSync(process.argv[2], 'utf8'), config });
      const told = problems.filter(({ severity }) => severity === 'error');
      console.log(JSON.stringify(told.map(({ message, location }) => [message, location[0].pointer])));
    `;
    expect(await printed('lint.mjs', program)).toEqual([]);
  });

  test('swagger-parser finds it valid', async () => {
    if (!isInstalled) return;
    const program = `
      import SwaggerParser from '@apidevtools/swagger-parser';
      const api = await SwaggerParser.validate(process.argv[2]);
      console.log(JSON.stringify(Object.keys(api.paths).length));
    `;
    expect(await printed('validate.mjs', program)).toBe(paths);
  });

  test('Bruno imports every path', async () => {
    if (!isInstalled) return;
    const program = `
      import { createRequire } from 'node:module';
      import { readFileSync } from 'node:fs';
      const { openApiToBruno } = createRequire(import.meta.url)('@usebruno/converters');
      const { items } = await openApiToBruno(JSON.parse(readFileSync(process.argv[2], 'utf8')));
      const count = (items) => items.reduce((sum, item) => sum + (item.items ? count(item.items) : 1), 0);
      console.log(JSON.stringify(count(items)));
    `;
    expect(await printed('bruno.mjs', program)).toBe(paths);
  });

  test('openapi-typescript makes types that a program of calls fits', async () => {
    if (!isInstalled) return;
    const bin = (name: string, file: string): string => join(place, 'node_modules', name, 'bin', file);
    await run(process.execPath, [bin('openapi-typescript', 'cli.js'), API, '-o', 'api.ts'], { cwd: place });
    writeFileSync(
      join(place, 'calls.ts'),
      `
      import type { components, operations } from './api.ts';
      type Reply<O extends keyof operations> = operations[O]['responses'][200]['content'];
      type Json<T> = T extends { 'application/json': infer R } ? R : never;
      export const params: components['schemas']['add_to_cart_params'] = {
        session: 's', id_shopobject: 1, element_type: 'PRODUCT', quantity: 2, price_field: 'price',
      };
      export const total = (cart: components['schemas']['Cart']): number => cart.total;
      export const totalOf = (reply: Json<Reply<'get_cart'>>): number => ('total' in reply ? reply.total : 0);
      export const order = (reply: Json<Reply<'checkout'>>): number => ('id_order' in reply ? reply.id_order : 0);
      `,
    );
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--allowImportingTsExtensions',
    ];
    await run(process.execPath, [bin('typescript', 'tsc'), ...options, 'calls.ts'], { cwd: place }).catch(
      (error: unknown) => {
        throw new Error((error as { stdout: string }).stdout);
      },
    );
  });
};

if (IS_CHECK) describe('tools', tools);
else test('tools are asked in the check', () => expect(IS_CHECK).toBe(false));
