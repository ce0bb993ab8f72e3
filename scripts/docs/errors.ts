import { REFUSALS } from '../../src/kernel/refusals.ts';
import { table } from './markdown.ts';

const entries = Object.entries(REFUSALS);
const rows = (reached: boolean): string[][] =>
  entries
    .filter(([, { status }]) => (status === 200) === reached)
    .map(([code, { status, sentence }]) => [`\`${code}\``, String(status), sentence]);
const TRANSIENT = entries
  .filter(([, { status, transient }]) => status === 200 && transient)
  .map(([code]) => `\`${code}\``);

/** docs/reference/errors.md: every refusal with its code, its HTTP status and its sentence. */
export const errorsPage = (): string => `# Errors

Written by \`npm run docs\` from \`src/kernel/refusals.ts\`; do not edit.

A refusal is a JSON object:

\`\`\`json
{"object":"error","status":"error","message":"CODE","param":"parameter or id","detail":"one English sentence"}
\`\`\`

\`message\` is the code; it is never renamed. \`param\` names the parameter or the id that it is about, and is empty where there is none.
\`detail\` is for the developer: the sentence below, or one that says more. A few operations answer a refusal with other members, a failed
\`checkout\` with \`{"object":"error","status":"error","id_order":0,"session":"","message":"CODE","param":"…"}\`: [operations.md](operations.md)
says so at each. The code is in \`message\` everywhere.

## Answers of operations

Whatever reached an operation is answered with HTTP 200, refusals too. Under an idempotency key a refusal of the operation itself is repeated
like any other outcome, but for those that are true of a moment only: ${TRANSIENT.join(', ')}.

${table(['code', 'HTTP status', 'meaning'], rows(true))}

## What reached no operation

${table(['code', 'HTTP status', 'meaning'], rows(false))}
`;
