import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REFUSALS } from '../../src/kernel/refusals.ts';
import type { Operation } from '../../src/operations/context/operation.ts';
import { SORTED, isJson, openApiSchema, schemaOf } from './schema.ts';

const text = (description: string, more: object = {}): object => ({ type: 'string', description, ...more });

const CREDENTIALS = {
  licence_username: text('username of the channel'),
  licence_password: text('password of the channel'),
  licence_secret_key: text('secret key of the channel'),
};

const callSchema = (name: string, { summary, credential, session, effect, params }: Operation): object => {
  const given = Object.entries(params);
  const described = given.map(([param, one]) => {
    const { description = '', ...schema } = schemaOf(one);
    const also = one.aliases.length === 0 ? '' : `; also ${one.aliases.join(', ')}`;
    return [param, { ...(openApiSchema(schema) as object), description: `${description}${also}` }];
  });
  return {
    type: 'object',
    description: summary,
    required: [
      'request',
      'licence_username',
      'licence_password',
      ...(credential === 'secret' ? ['licence_secret_key'] : []),
      ...(session === 'required' ? ['session'] : []),
      ...given.filter(([, { absent }]) => absent === undefined).map(([param]) => param),
    ],
    properties: {
      request: { type: 'string', const: name },
      ...CREDENTIALS,
      ...(session !== 'none' && { session: text('session code') }),
      ...(effect === 'write' && {
        idempotency_key: text('the same key with the same parameters has the same outcome', { maxLength: 64 }),
      }),
      strict: { type: 'boolean', description: 'nothing is ignored: unknown parameters and members are refused' },
      ...Object.fromEntries(described),
    },
  };
};

const jsonEncodings = (): object => {
  const names = SORTED.flatMap(([, { params }]) =>
    Object.keys(params).filter((name) => isJson(schemaOf(params[name]!))),
  );
  return Object.fromEntries([...new Set(names)].sort().map((name) => [name, { contentType: 'application/json' }]));
};

const errorResponses = (): object => {
  const statuses = [...new Set(Object.values(REFUSALS).map(({ status }) => status))]
    .filter((status) => status !== 200)
    .sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = Object.entries(REFUSALS)
        .filter(([, one]) => one.status === status)
        .map(([code]) => code);
      return [
        String(status),
        {
          description: codes.join(', '),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/error' } } },
        },
      ];
    }),
  );
};

const version = (): string => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
};

/** An OpenAPI 3.1 document: one path, whose body is one of the operations. */
export const openApi = (): object => {
  const names = SORTED.map(([name]) => name);
  const ref = (name: string): string => `#/components/schemas/${name}`;
  const body = { schema: { $ref: ref('call') } };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kontor',
      version: version(),
      description:
        'One endpoint; the field `request` names the operation. Operations that are not built yet are left out.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths: {
      '/srv/service/': {
        post: {
          operationId: 'call',
          summary: 'Calls an operation.',
          parameters: [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: false,
              description: 'as the field idempotency_key',
              schema: { type: 'string', maxLength: 64 },
            },
          ],
          requestBody: {
            required: true,
            content: {
              'application/json': body,
              'application/x-www-form-urlencoded': { ...body, encoding: jsonEncodings() },
              'multipart/form-data': { ...body, encoding: jsonEncodings() },
            },
          },
          responses: {
            200: {
              description: 'The reply of the operation, or why it refused.',
              content: { 'application/json': { schema: { anyOf: [{ $ref: ref('reply') }, { $ref: ref('error') }] } } },
            },
            ...errorResponses(),
          },
        },
      },
    },
    components: {
      schemas: {
        call: {
          oneOf: names.map((name) => ({ $ref: ref(name) })),
          discriminator: {
            propertyName: 'request',
            mapping: Object.fromEntries(names.map((name) => [name, ref(name)])),
          },
        },
        reply: { type: 'object', required: ['object'], properties: { object: text('the kind of result') } },
        error: {
          type: 'object',
          required: ['object', 'status', 'message', 'param', 'detail'],
          properties: {
            object: { type: 'string', const: 'error' },
            status: { type: 'string', const: 'error' },
            message: { type: 'string', enum: Object.keys(REFUSALS) },
            param: text('the parameter or id that it is about'),
            detail: text('one English sentence'),
          },
        },
        ...Object.fromEntries(SORTED.map(([name, operation]) => [name, callSchema(name, operation)])),
      },
    },
  };
};
