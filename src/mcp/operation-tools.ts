// An operation as a tool: its summary, its parameters and its reply as JSON Schema, and the hints by which clients
// decide whether they ask their user first.
//
// The hints err to the side of asking: only reads and dry runs are called read-only, and a write is called destructive
// unless its name says that it only adds.
import type { ApiDescription, JsonSchema } from './api-description.ts';
import { hasDryRun } from '../operations/dispatch/operation-list.ts';
import { callsOthers } from './offer.ts';
import type { Offered } from './offer.ts';
import type { ShopCalls } from './shop-calls.ts';
import type { Tool } from './tool.ts';

/** Names of operations that add something and leave what there is. */
const ADDS = /^(add|create|get|register)_/;
/** Names of operations that set a state: calling twice equals calling once. */
const SETS = /^(clear|del|delete|end|lock|logout|revoke|set|unlock|update|verify)_/;

const hintsOf = ({ name, operation, access }: Offered): Tool['annotations'] => {
  const openWorldHint = callsOthers(operation) || operation.slow === 'payments';
  return access === 'write'
    ? { readOnlyHint: false, destructiveHint: !ADDS.test(name), idempotentHint: SETS.test(name), openWorldHint }
    : { readOnlyHint: true, openWorldHint };
};

/** What an agent must know of a call beside the summary. */
export const effectOf = ({ operation, access }: Offered): string => {
  if (access === 'read') return 'Changes nothing.';
  if (access === 'dry_run') return 'Dry run only: it says what it would do, and changes nothing.';
  const what = callsOthers(operation) ? 'Calls another server.' : 'Changes the shop.';
  return `${what} ${hasDryRun(operation) ? 'dry_run: true says first what it would do.' : 'It has no dry run.'}`;
};

const KEY = {
  type: 'string',
  maxLength: 64,
  description:
    'calls with the same key and the same parameters act once, for 24 hours; without it this call has one of its own, ' +
    'which its result names',
};

/** Calls are strict; only writes that are carried out take a key. */
export const inputOf = ({ operation, access }: Offered, { params }: { readonly params: JsonSchema }): JsonSchema => {
  const {
    required = [],
    properties,
    ...rest
  } = params as {
    readonly required?: readonly string[];
    readonly properties: { readonly [name: string]: JsonSchema };
  };
  const { strict: _, idempotency_key: key, ...own } = properties;
  const isDry = access === 'dry_run';
  const wanted = isDry ? [...required, 'dry_run'] : required;
  return {
    ...rest,
    ...(wanted.length > 0 && { required: wanted }),
    properties: {
      ...own,
      ...(isDry && { dry_run: { enum: [true, 1], description: 'must be given: nothing else is allowed here' } }),
      ...(!isDry && operation.effect === 'write' && key !== undefined && { idempotency_key: KEY }),
    },
  };
};

/** `update_product`: Update product. */
const titleOf = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;

export const operationTool = (offered: Offered, api: ApiDescription, shop: ShopCalls): Tool => {
  const { name, operation } = offered;
  const described = api.of(name);
  return {
    name,
    title: titleOf(name),
    description: `${operation.summary} ${effectOf(offered)}`,
    inputSchema: inputOf(offered, described),
    outputSchema: described.reply,
    annotations: hintsOf(offered),
    run: (args, signal) => shop.call(offered, args, signal),
  };
};
