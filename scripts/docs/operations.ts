import type { Param } from '../../src/kernel/params.ts';
import { AREAS } from '../../src/operations/context/operation.ts';
import type { Operation } from '../../src/operations/context/operation.ts';
import { table } from './markdown.ts';
import { SORTED, schemaOf, typeText } from './schema.ts';

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

const entry = (name: string, { summary, credential, session, effect, params, isExtension }: Operation): string => {
  const rows = Object.entries(params).map(parameterRow);
  if (session !== 'none')
    rows.unshift(['`session`', 'session code', session, 'from get_new_session, login_user or checkout']);
  return `### ${name}

${summary}

Credential: ${CREDENTIAL[credential]}. Session: ${session === 'required' ? 'needed' : session}. Effect: ${effect}${effect === 'write' ? ', takes an idempotency key' : ''}.${isExtension === true ? ' An extension: existing clients of this API do not know it.' : ''}

${rows.length === 0 ? 'No parameters.' : table(['parameter', 'type', 'when absent', 'meaning'], rows)}
`;
};

const section = ([area, title]: readonly [string, string]): string => {
  const operations = SORTED.filter(([, one]) => one.area === area).map(([name, operation]) => entry(name, operation));
  return [`## ${title}\n`, ...operations].join('\n');
};

/** docs/operations.md: every operation, by area. */
export const operationsPage = (): string => `# Operations

Written by \`npm run docs\` from \`src/operations/\`; do not edit. ${SORTED.length} operations.

Every call is a \`POST\` to \`/srv/service/\` with \`request\` naming the operation, \`licence_username\` and \`licence_password\`, and
\`licence_secret_key\` where it is needed. Bodies are \`application/x-www-form-urlencoded\`, \`multipart/form-data\` or \`application/json\`.
In a form, a parameter of type JSON is one field of JSON text.

- Unknown fields are ignored. For a parameter that may be absent, empty text and the texts \`undefined\`, \`null\`, \`NaN\` and
  \`[object Object]\` mean that it is; \`[]\` stands for an empty object.
- With \`strict=1\` nothing is ignored: a parameter that the operation does not have, or a member that a JSON parameter does not
  have, is refused with \`PARAMETER_UNKNOWN\` and the nearest name that there is. Searches then refuse fields that nothing can have.
- Operations with the effect *write* take an idempotency key of at most 64 characters, as the field \`idempotency_key\` or the header
  \`Idempotency-Key\`: the same key with the same parameters has the same outcome for 24 hours.
- With a valid secret key a call also sees inactive products.
- What is refused is described in [errors.md](errors.md).

${Object.entries(AREAS).map(section).join('\n')}`;
