// docs/reference/openapi.json, an OpenAPI 3.1 document: a path for every operation, with its parameters, reply,
// refusals and a call that was made.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REFUSALS } from '../../src/kernel/refusals.ts';
import { AREAS } from '../../src/operations/context/operation.ts';
import type { Operation } from '../../src/operations/context/operation.ts';
import { BULK_LINES_MAX } from '../../src/operations/dispatch/bulk.ts';
import { isBulkOperation } from '../../src/operations/dispatch/registry.ts';
import { refusalsOf } from '../../src/operations/context/refusals-of.ts';
import { FLAG_MARK } from '../../src/kernel/params.ts';
import { SAYS_MARK } from '../../src/operations/replies/members.ts';
import { webhookCalls } from '../../src/operations/replies/webhook-payloads.ts';
import { RECORDS } from './reply.ts';
import { SORTED, isJson, openApiSchema, schemaOf } from './schema.ts';
import type { Example } from './tour/run-tour.ts';

type Schema = { readonly [keyword: string]: unknown };

const text = (description: string, more: object = {}): object => ({ type: 'string', description, ...more });
const ref = (name: string): { readonly $ref: string } => ({ $ref: `#/components/schemas/${name}` });
const nameOfRef = (title: unknown): string | undefined =>
  typeof title === 'string' && RECORDS.has(title) ? title : undefined;

/** Shared records as references; a member that is one may say what it is for. `isRecord`: the record itself. */
const replySchema = (schema: unknown, isRecord = false): unknown => {
  if (Array.isArray(schema)) return schema.map((one) => replySchema(one));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, title, [SAYS_MARK]: says, ...rest } = schema as Schema;
  const { anyOf, ...single } = rest;
  if (Array.isArray(anyOf) && anyOf.length === 1) return replySchema({ ...(anyOf[0] as Schema), ...single });
  const record = nameOfRef($ref) ?? (isRecord ? undefined : nameOfRef(title));
  if (record !== undefined) return { ...ref(record), ...(typeof says === 'string' && { description: says }) };
  return Object.fromEntries(
    Object.entries(rest).map(([keyword, value]) => [
      keyword,
      // Members may be named like keywords.
      keyword === 'properties'
        ? Object.fromEntries(Object.entries(value as Schema).map(([name, of]) => [name, replySchema(of)]))
        : replySchema(value),
    ]),
  );
};

const CALL = {
  strict: { type: 'boolean', description: 'nothing is ignored: unknown parameters and members are refused' },
};
const KEY = text('the same key with the same parameters has the same outcome for 24 hours', { maxLength: 64 });

/** Numbers are texts, and 1 and 0 are flags, wherever a form could not tell them apart. */
const sent = ({ [FLAG_MARK]: isFlag, ...schema }: Schema): Schema => {
  if (isFlag === true) return { enum: [true, false, 1, 0] };
  return schema['type'] === 'string' ? { ...schema, type: ['string', 'number'] } : schema;
};

const paramsSchema = ({ session, effect, params }: Operation): object => {
  const given = Object.entries(params);
  const described = given.map(([param, one]) => {
    const { description = '', ...schema } = schemaOf(one);
    const also = one.aliases.length === 0 ? '' : `; also ${one.aliases.join(', ')}`;
    return [param, { ...sent(openApiSchema(schema) as Schema), description: `${description}${also}` }];
  });
  const required = [
    ...(session === 'required' ? ['session'] : []),
    ...given.filter(([, { absent }]) => absent === undefined).map(([param]) => param),
  ];
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: {
      ...(session !== 'none' && { session: text('session code') }),
      ...(effect === 'write' && { idempotency_key: KEY }),
      ...CALL,
      ...Object.fromEntries(described),
    },
  };
};

/** In a form, these are fields of JSON text. */
const encodingOf = ({ params }: Operation): object => {
  const names = Object.keys(params).filter((name) => isJson(schemaOf(params[name]!)));
  return names.length === 0
    ? {}
    : { encoding: Object.fromEntries(names.map((name) => [name, { contentType: 'application/json' }])) };
};

const STATUSES = [...new Set(Object.values(REFUSALS).map(({ status }) => status))].filter((status) => status !== 200);

/** Of calls that reached no operation. */
const errorResponses = (): object =>
  Object.fromEntries(
    STATUSES.sort((a, b) => a - b).map((status) => {
      const codes = Object.entries(REFUSALS)
        .filter(([, one]) => one.status === status)
        .map(([code]) => code);
      return [
        `Status${status}`,
        { description: codes.join(', '), content: { 'application/json': { schema: ref('Refusal') } } },
      ];
    }),
  );
const OTHERS = Object.fromEntries(
  STATUSES.map((status) => [String(status), { $ref: `#/components/responses/Status${status}` }]),
);

const SECURITY = {
  licence: [{ channel: [] }],
  secret: [{ channel: [], secretKey: [] }],
  secret_read: [{ channel: [] }, { channel: [], secretKey: [] }],
} satisfies { readonly [C in Operation['credential']]: readonly object[] };

const IDEMPOTENCY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'as the field idempotency_key',
  schema: { type: 'string', maxLength: 64 },
};

const refusalSchema = (operation: Operation): object => {
  const codes = { type: 'object', properties: { message: { enum: refusalsOf(operation) } } };
  const shape = operation.failure === undefined ? ref('Refusal') : replySchema(operation.failure.reply);
  return { allOf: [shape, codes] };
};

const path = (name: string, operation: Operation, { fields, reply }: Example): object => {
  const { area, summary, credential, effect, isExtension } = operation;
  const body = { schema: ref(`${name}_params`) };
  return {
    post: {
      operationId: name,
      tags: [AREAS[area]],
      summary,
      ...(isExtension === true && { description: 'An extension: existing clients of this API do not know it.' }),
      security: SECURITY[credential],
      ...(effect === 'write' && { parameters: [IDEMPOTENCY_HEADER] }),
      requestBody: {
        content: {
          'application/json': { ...body, example: fields },
          'application/x-www-form-urlencoded': { ...body, ...encodingOf(operation) },
          'multipart/form-data': { ...body, ...encodingOf(operation) },
        },
      },
      responses: {
        200: {
          description: 'The reply, or the refusal.',
          content: {
            'application/json': {
              schema: { anyOf: [replySchema(operation.reply), refusalSchema(operation)] },
              example: reply,
            },
          },
        },
        ...OTHERS,
      },
    },
  };
};

const CREDENTIALS = {
  licence_username: text('username of the channel'),
  licence_password: text('password of the channel'),
  licence_secret_key: text('secret key of the channel, where the operation needs it'),
};

/** The endpoint of all operations. */
const commonPath = (): object => {
  const schema = {
    type: 'object',
    required: ['request', 'licence_username', 'licence_password'],
    properties: { request: { enum: SORTED.map(([name]) => name) }, ...CREDENTIALS },
    description: 'The parameters of the operation stand beside these fields; the paths below have them.',
  };
  const example = { request: 'get_status', licence_username: 'demo_kontor', licence_password: 'demo-password' };
  const content = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];
  return {
    post: {
      operationId: 'call',
      tags: ['All operations'],
      summary: 'Calls the operation that `request` names.',
      security: [{}],
      parameters: [IDEMPOTENCY_HEADER],
      requestBody: {
        required: true,
        content: Object.fromEntries(
          content.map((type, at) => [type, { schema, ...(at === 0 && { example }) }] as const),
        ),
      },
      responses: {
        200: {
          description: 'The reply of the operation, or its refusal.',
          content: {
            'application/json': { schema: { type: 'object', required: ['object'], properties: { object: text('') } } },
          },
        },
        ...OTHERS,
      },
    },
  };
};

const refusedWith = (description: string): object => ({
  description,
  content: { 'application/json': { schema: ref('Refusal') } },
});

const BULK_PATH = {
  post: {
    operationId: 'bulk',
    tags: ['Other paths'],
    summary: 'Many writes in one call, a JSON object on each line, each decided by itself (docs/build/bulk.md).',
    security: SECURITY.secret,
    parameters: [
      {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description: 'lines without an idempotency_key have one that is made of it and of their place',
        schema: { type: 'string', maxLength: 64 },
      },
    ],
    requestBody: {
      required: true,
      content: {
        'application/x-ndjson': {
          schema: {
            type: 'string',
            description:
              `at most ${BULK_LINES_MAX} lines, each an object with request, the parameters of that operation and, ` +
              'optionally, idempotency_key',
          },
          'x-line-schema': {
            type: 'object',
            required: ['request'],
            properties: {
              request: { enum: SORTED.map(([name]) => name).filter(isBulkOperation) },
              idempotency_key: KEY,
            },
          },
        },
      },
    },
    responses: {
      200: {
        description: 'For each line, in their order, a line with the reply of its operation, or with its refusal.',
        content: { 'application/x-ndjson': { schema: { type: 'string' }, 'x-line-schema': { type: 'object' } } },
      },
      400: refusedWith('BODY_UNDECODABLE, with the number of the line as `param`; PARAMETER_INVALID'),
      403: refusedWith('PERMISSION_DENIED'),
      413: refusedWith('BODY_TOO_LARGE'),
      503: refusedWith('OVERLOADED, JOURNAL_FAILED, SHUTTING_DOWN'),
    },
  },
};

const OTHER_PATHS = {
  '/srv/bulk': BULK_PATH,
  '/srv/events': {
    get: {
      operationId: 'events',
      tags: ['Other paths'],
      summary: 'The change feed: server-sent events of what has changed (docs/build/change-feed.md).',
      security: SECURITY.secret,
      parameters: [
        {
          name: 'Last-Event-ID',
          in: 'header',
          required: false,
          description: 'the id of the last event that was read; without it the feed begins with the next change',
          schema: { type: 'string', pattern: '^\\d{1,15}(\\.[0-9a-f]{8})?$' },
        },
      ],
      responses: {
        200: {
          description: 'Events without end: id, event and data, which is JSON.',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
        400: refusedWith('PARAMETER_INVALID'),
        403: refusedWith('PERMISSION_DENIED'),
        410: refusedWith('RESUME_TOO_OLD: drop all that is kept, and begin anew'),
        503: refusedWith('FEED_LIMIT_REACHED'),
      },
    },
  },
  '/srv/payment/{method}/notify': {
    post: {
      operationId: 'notify_payment',
      tags: ['Other paths'],
      summary: 'A notice of a payment provider, which signs it (docs/sell/payment-providers.md).',
      security: [{}],
      parameters: [
        {
          name: 'method',
          in: 'path',
          required: true,
          description: 'number of the payment method',
          schema: { type: 'integer', minimum: 1 },
        },
      ],
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
      responses: {
        200: {
          description: 'What the notice changes is on the disk.',
          content: { 'application/json': { schema: { type: 'object', properties: { status: { const: 'success' } } } } },
        },
        400: refusedWith('NOTICE_INVALID'),
        401: refusedWith('NOTICE_SIGNATURE_INVALID, NOTICE_TOO_OLD'),
        404: refusedWith('PAYMENT_METHOD_NOT_FOUND, PAYMENT_NOT_FOUND'),
        409: refusedWith('PAYMENT_AMOUNT_INVALID, PAYMENT_ALREADY_RECEIVED'),
      },
    },
  },
  '/openapi.json': {
    get: {
      operationId: 'open_api',
      tags: ['Other paths'],
      summary: 'This document.',
      security: [{}],
      responses: {
        200: { description: 'OpenAPI 3.1.', content: { 'application/json': { schema: { type: 'object' } } } },
        503: refusedWith('OVERLOADED: it is being read by too many'),
      },
    },
  },
};

const version = (): string => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
};

export const openApi = (examples: ReadonlyMap<string, Example>): object => ({
  openapi: '3.1.0',
  info: {
    title: 'Kontor',
    version: version(),
    description:
      'Every operation has a path of its own, /srv/service/{operation}, and is also called by POST /srv/service with ' +
      'its name in the field `request`. Credentials come as HTTP Basic authentication and the header ' +
      'X-Licence-Secret-Key, or as the fields licence_username, licence_password and licence_secret_key. Refusals of ' +
      'operations have the status 200. A channel may be set to answer in XML.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: 'http://127.0.0.1:8080', description: 'a server of `npm start`' }],
  tags: [...Object.values(AREAS), 'All operations', 'Other paths'].map((name) => ({
    name,
    description: 'docs/reference/operations.md',
  })),
  paths: {
    '/srv/service': commonPath(),
    ...Object.fromEntries(
      SORTED.map(([name, operation]) => [`/srv/service/${name}`, path(name, operation, examples.get(name)!)]),
    ),
    ...OTHER_PATHS,
  },
  webhooks: webhookCalls(),
  components: {
    securitySchemes: {
      channel: { type: 'http', scheme: 'basic', description: 'username and password of a channel' },
      secretKey: { type: 'apiKey', in: 'header', name: 'X-Licence-Secret-Key', description: 'for back offices' },
    },
    responses: errorResponses(),
    schemas: {
      Refusal: {
        type: 'object',
        description: 'A call that was refused; it has changed nothing.',
        required: ['object', 'status', 'message', 'param', 'detail'],
        properties: {
          object: text('`error`; a few operations have a name of their own'),
          status: text('`error`, or the code'),
          message: { type: 'string', enum: Object.keys(REFUSALS), description: 'the code' },
          param: text('the parameter or id that it is about; empty: none'),
          detail: text('one English sentence'),
        },
      },
      ...Object.fromEntries(SORTED.map(([name, operation]) => [`${name}_params`, paramsSchema(operation)])),
      ...Object.fromEntries([...RECORDS].map(([title, schema]) => [title, replySchema(schema, true)])),
    },
  },
});
