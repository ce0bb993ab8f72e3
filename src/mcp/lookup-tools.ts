// Three tools through which every offered operation can be found, described and called, so that an agent need not be
// given a hundred tools: find_operation, describe_operation, and call_read_operation with, where something was allowed,
// call_write_operation. Reads and writes have tools of their own, because clients ask their users by tool.
import { AREAS } from '../operations/context/operation.ts';
import { REFUSALS } from '../kernel/refusals.ts';
import type { Code } from '../kernel/refusals.ts';
import type { ApiDescription, JsonSchema, Members } from './api-description.ts';
import { effectOf, inputOf } from './operation-tools.ts';
import type { Offer, Offered } from './offer.ts';
import type { ShopCalls } from './shop-calls.ts';
import { cutTo, failed, said } from './tool.ts';
import type { Tool } from './tool.ts';

interface Parts {
  readonly offer: Offer;
  readonly api: ApiDescription;
  readonly shop: ShopCalls;
  readonly resultMax: number;
}

const FOUND_MAX = 25;
const READS_NOTHING_ELSE = { readOnlyHint: true, openWorldHint: false };

const text = (description: string): JsonSchema => ({ type: 'string', description });
const inputs = (properties: { readonly [name: string]: JsonSchema }, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  ...(required.length > 0 && { required }),
  properties,
  additionalProperties: false,
});

/** Words in small letters, without the s of a plural. */
const wordsOf = (given: string): string[] =>
  given
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.replace(/s$/, ''));

/** Share of operations above which a word tells none of them apart, such as "the". */
const SHARE_MAX = 0.2;

/** The words of a query by which operations can be told apart. */
const tellingWords = ({ operations, withheld }: Offer, query: string): readonly string[] => {
  const texts = [...operations.values()].map(({ operation }) => new Set(wordsOf(operation.summary)));
  const most = (operations.size + withheld.size) * SHARE_MAX;
  return wordsOf(query).filter((word) => texts.filter((text) => text.has(word)).length <= most);
};

/** Scores how well words name an operation: its name counts more than its description. */
const scoreOf = (words: readonly string[], name: string, says: string): number => {
  const [ofName, ofSummary] = [wordsOf(name), new Set(wordsOf(says))];
  return words.reduce((sum, word) => {
    const named = ofName.includes(word) ? 4 : ofName.some((one) => one.startsWith(word)) ? 2 : 0;
    return sum + named + (ofSummary.has(word) ? 1 : 0);
  }, 0);
};

const lineOf = ({ name, operation, access }: Offered): string => {
  const what = { read: 'read', write: 'write', dry_run: 'dry run only' }[access];
  return `${name} (${operation.area}, ${what}): ${operation.summary}`;
};

const findTool = ({ offer }: Parts): Tool => ({
  name: 'find_operation',
  title: 'Find an operation of the shop',
  description:
    'Lists operations of the shop by words and by area, with a summary of each. Begin here where no other tool fits; ' +
    'then describe_operation.',
  inputSchema: inputs({
    query: text('words of what is wanted, such as "stock of a product"; without it all of the area'),
    area: { enum: Object.keys(AREAS), description: 'one part of the API' },
  }),
  annotations: READS_NOTHING_ELSE,
  run: ({ query = '', area }) => {
    if (typeof query !== 'string') return failed('query is a text.');
    if (area !== undefined && !Object.hasOwn(AREAS, String(area)))
      return failed(`There is no area ${JSON.stringify(area)}; there are ${Object.keys(AREAS).join(', ')}.`);
    const words = tellingWords(offer, query);
    const scored = [...offer.operations.values()]
      .filter(({ operation }) => area === undefined || operation.area === area)
      .map((one) => ({ one, score: scoreOf(words, one.name, `${one.operation.summary} ${one.operation.area}`) }))
      .filter(({ score }) => words.length === 0 || score > 0)
      .toSorted((a, b) => b.score - a.score);
    const most = query === '' ? scored.length : FOUND_MAX;
    const lines = scored.slice(0, most).map(({ one }) => lineOf(one));
    if (scored.length > most) lines.push(`${scored.length - most} more: use other words, or name an area.`);
    const left = [...offer.withheld.values()].filter(({ name }) => words.length > 0 && scoreOf(words, name, '') >= 4);
    if (left.length > 0) lines.push('Not offered:', ...left.map(({ name, why }) => `${name}: ${why}.`));
    return said(
      lines.length === 0 ? 'No operation has these words. Without a query all are listed.' : lines.join('\n'),
    );
  },
});

/** Returns the operation that is meant, or a sentence that says why there is none. */
const operationNamed = ({ offer }: Parts, name: unknown): Offered | string => {
  if (typeof name !== 'string') return 'operation is wanted: the name of one, which find_operation finds.';
  const withheld = offer.withheld.get(name);
  if (withheld !== undefined) return `${name} is not offered: ${withheld.why}.`;
  return offer.operations.get(name) ?? `There is no operation ${JSON.stringify(name)}; find_operation finds them.`;
};

const describeTool = (parts: Parts): Tool => ({
  name: 'describe_operation',
  title: 'Describe an operation of the shop',
  description:
    'The parameters of an operation as JSON Schema, what it refuses with, a call that was made and its reply; with ' +
    'reply_schema also the JSON Schema of its reply.',
  inputSchema: inputs(
    {
      operation: text('its name, as find_operation shows it'),
      reply_schema: { type: 'boolean', description: 'true: also the JSON Schema of its reply, which may be long' },
    },
    ['operation'],
  ),
  annotations: READS_NOTHING_ELSE,
  run: ({ operation: name, reply_schema: isWhole }) => {
    const found = operationNamed(parts, name);
    if (typeof found === 'string') return failed(found);
    const { params, reply, refusals, example } = parts.api.of(found.name);
    const described = {
      operation: found.name,
      area: AREAS[found.operation.area],
      summary: found.operation.summary,
      effect: effectOf(found),
      call_with: found.access === 'write' ? 'call_write_operation' : 'call_read_operation',
      parameters: inputOf(found, { params }),
      ...(isWhole === true && { reply }),
      example,
      refusals: Object.fromEntries(refusals.map((code) => [code, REFUSALS[code as Code].sentence])),
    };
    return said(cutTo(JSON.stringify(described), parts.resultMax, 'Leave reply_schema out.'));
  },
});

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const callTool = (parts: Parts, access: 'read' | 'write'): Tool => {
  const isWrite = access === 'write';
  return {
    name: `call_${access}_operation`,
    title: isWrite ? 'Change the shop by an operation' : 'Read from the shop by an operation',
    description: isWrite
      ? 'Calls an operation that changes the shop, as describe_operation shows it.'
      : 'Calls an operation that changes nothing, or one of the others with dry_run, as describe_operation shows it.',
    inputSchema: inputs(
      {
        operation: text('its name, as find_operation shows it'),
        params: { type: 'object', description: 'its parameters, as describe_operation shows them' },
      },
      ['operation'],
    ),
    annotations: isWrite
      ? { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true }
      : READS_NOTHING_ELSE,
    run: ({ operation: name, params = {} }, signal) => {
      const found = operationNamed(parts, name);
      if (typeof found === 'string') return failed(found);
      if (!isMembers(params)) return failed('params is an object: the parameters of the operation by name.');
      if (isWrite !== (found.access === 'write'))
        return failed(`${found.name} is called with call_${isWrite ? 'read' : 'write'}_operation.`);
      return parts.shop.call(found, params, signal);
    },
  };
};

export const lookupTools = (parts: Parts): readonly Tool[] => {
  const hasWrites = [...parts.offer.operations.values()].some(({ access }) => access === 'write');
  return [
    findTool(parts),
    describeTool(parts),
    callTool(parts, 'read'),
    ...(hasWrites ? [callTool(parts, 'write')] : []),
  ];
};
