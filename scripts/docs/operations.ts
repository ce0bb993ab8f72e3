import { SECURITY_LEVELS } from '../../src/domain/accounts/user-fields.ts';
import type { Param } from '../../src/kernel/params.ts';
import { levelOf } from '../../src/operations/access/levels.ts';
import { AREAS } from '../../src/operations/context/operation.ts';
import type { Operation } from '../../src/operations/context/operation.ts';
import { refusalsOf } from '../../src/operations/context/refusals-of.ts';
import { exampleText } from './example.ts';
import { table } from './markdown.ts';
import { ReplyTables } from './reply.ts';
import type { ReplySchema } from './reply.ts';
import { SORTED, schemaOf, typeText } from './schema.ts';
import { TASKS, relatedTo } from './tasks.ts';
import type { Example } from './tour/run-tour.ts';

const CREDENTIAL = {
  licence: 'licence',
  secret: 'licence and secret key',
  secret_read: 'licence; the secret key too where `strictSecretKey` is on',
} satisfies Record<Operation['credential'], string>;

const defaultText = ({ absent }: Param<unknown>): string => {
  if (absent === undefined) return 'required';
  const { value, meaning } = absent;
  if (meaning !== undefined) return meaning;
  if (value === undefined) return 'stays as it is';
  if (typeof value === 'boolean') return value ? '1' : '0';
  const isEmpty = value === '' || (typeof value === 'object' && JSON.stringify(value).length < 3);
  return isEmpty ? 'empty' : typeof value === 'object' ? 'nothing set' : `\`${String(value)}\``;
};

const parameterRow = ([name, param]: readonly [string, Param<unknown>]): string[] => {
  const also = param.aliases.length === 0 ? '' : `, also ${param.aliases.map((alias) => `\`${alias}\``).join(', ')}`;
  return [`\`${name}\`${also}`, typeText(schemaOf(param)), defaultText(param), schemaOf(param).description ?? ''];
};

const replies = new ReplyTables('records.md');

type Examples = ReadonlyMap<string, Example>;

const link = (name: string): string => `[${name}](#${name})`;

/** Codes that every operation may refuse with stand at the head of the page. */
const commonOf = (operations: readonly Operation[]): readonly string[] =>
  operations.map(refusalsOf).reduce((common, codes) => common.filter((code) => codes.includes(code)));

const ALL = SORTED.map(([, operation]) => operation);
const COMMON = commonOf(ALL);
const OF_WRITES = commonOf(ALL.filter(({ effect }) => effect === 'write')).filter((code) => !COMMON.includes(code));

const quoted = (codes: readonly string[]): string => codes.map((code) => `\`${code}\``).join(', ');

const refusalText = (operation: Operation): string => {
  const codes = refusalsOf(operation).filter((code) => !COMMON.includes(code) && !OF_WRITES.includes(code));
  const own = codes.length === 0 ? 'none of its own' : quoted(codes);
  const shape =
    operation.failure === undefined
      ? ''
      : `\n\nA refusal of it has a shape of its own:\n\n${replies.text(operation.failure.reply as ReplySchema)}`;
  return `${own}.${shape}`;
};

const levelText = (operation: Operation): string =>
  levelOf(operation) >= SECURITY_LEVELS.administrator ? 'administrators' : 'managers';

const entry = (name: string, operation: Operation, examples: Examples): string => {
  const { summary, credential, session, effect, params, isExtension, reply } = operation;
  const rows = Object.entries(params).map(parameterRow);
  if (session !== 'none')
    rows.unshift(['`session`', 'session code', session, 'from get_new_session, login_user or checkout']);
  const related = relatedTo(name).map(link).join(', ');
  return `### ${name}

${summary}

Credential: ${CREDENTIAL[credential]}. Session: ${session === 'required' ? 'needed' : session}. Effect: ${effect}${effect === 'write' ? ', takes an idempotency key' : ''}. Back office: ${levelText(operation)}.${isExtension === true ? ' An extension: existing clients of this API do not know it.' : ''}

${rows.length === 0 ? 'No parameters.' : table(['parameter', 'type', 'when absent', 'meaning'], rows)}

**Reply:**

${replies.text(reply as ReplySchema)}

**Refusals:** ${refusalText(operation)}

**Example:**

${exampleText(examples.get(name)!)}
${related === '' ? '' : `\nRelated: ${related}.\n`}`;
};

const section = ([area, title]: readonly [string, string], examples: Examples): string => {
  const operations = SORTED.filter(([, one]) => one.area === area);
  return [`## ${title}\n`, ...operations.map(([name, operation]) => entry(name, operation, examples))].join('\n');
};

const taskRows = TASKS.map(([task, operations]) => [task, operations.split(' ').map(link).join(', ')]);

/** docs/reference/operations.md: every operation, by area. */
export const operationsPage = (examples: Examples): string => `# Operations

Written by \`npm run docs\` from \`src/operations/\`; do not edit. ${SORTED.length} operations.

## By task

${table(['to do', 'call'], taskRows)}

## How to call

[words.md](../build/words.md) says what \`class\`, \`element_number\`, \`price_field\` and other words mean.

Every call is a \`POST\` to \`/srv/service/\` with \`request\` naming the operation, \`licence_username\` and \`licence_password\`, and
\`licence_secret_key\` where it is needed. Bodies are \`application/x-www-form-urlencoded\`, \`multipart/form-data\` or \`application/json\`.
In a form, a parameter of type JSON is one field of JSON text.

The same call is a \`POST\` to \`/srv/service/OPERATION\`, there also with HTTP Basic authentication and the header \`X-Licence-Secret-Key\`
instead of the three fields; [openapi.json](openapi.json) describes these paths, and a server has it at \`/openapi.json\`.

- Unknown fields are ignored. For a parameter that may be absent, empty text and the texts \`undefined\`, \`null\`, \`NaN\` and
  \`[object Object]\` mean that it is; \`[]\` stands for an empty object. Guards, such as \`if_seq\`, refuse those texts ([D692](../decisions/wire.md)).
- With \`strict=1\` nothing is ignored: a parameter that the operation does not have, or a member that a JSON parameter does not
  have, is refused with \`PARAMETER_UNKNOWN\` and the nearest name that there is. Searches then refuse fields that nothing can have.
- Operations with the effect *write* take an idempotency key of at most 64 characters, as the field \`idempotency_key\` or the header
  \`Idempotency-Key\`: the same key with the same parameters has the same outcome for 24 hours.
- *Credential*: the licence is username and password; with a valid secret key a call also sees inactive products. *Back office* says
  who may call the operation there: *managers* are accounts of level 50 or more, *administrators* those of level 100 alone.
- What is refused is described in [errors.md](errors.md). Any call may be refused with ${quoted(COMMON)},
  a write also with ${quoted(OF_WRITES)}.
- Members of replies come in the order of their tables. \`a.b\` is the member \`b\` of \`a\`, \`a[].b\` of every object of the list \`a\`,
  \`a.NAME.b\` of every object in \`a\`, whose names are the shop's data. What several replies have is in [records.md](records.md).

The examples are one story, which was run in this order as [tour.ts](../../scripts/docs/tour/tour.ts); of every operation its first
call is shown. They use

\`\`\`sh
shop() { curl -s http://127.0.0.1:8080/srv/service/ -d licence_username=$NAME -d licence_password=$PASSWORD "$@"; }
office() { shop -d licence_secret_key=$KEY "$@"; }
\`\`\`

Codes, tokens and secrets are replaced by their names in capitals; long lists and texts end with "…".

${Object.entries(AREAS)
  .map((area) => section(area, examples))
  .join('\n')}`;
