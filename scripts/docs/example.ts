// An example of docs/reference/operations.md: the call as a command, and its reply.
import type { Example } from './tour/run-tour.ts';

const WIDTH = 110;
const ITEMS_MAX = 2;
const TEXT_MAX = 120;

const NEEDS_QUOTES = /[^\w.,:@/+-]/;

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** What stands in the shell for a code that another call gave. */
const asShell = (text: string): string => (/^(SESSION|TOKEN)$/.test(text) ? `$${text}` : text);

const argument = ([name, value]: readonly [string, unknown]): string => {
  const isMembers = typeof value === 'object' && value !== null;
  const text = isMembers ? JSON.stringify(value) : asShell(String(value));
  if (!isMembers && !NEEDS_QUOTES.test(text.replace(/^\$/, ''))) return `-d ${name}=${text}`;
  return `--data-urlencode ${quoted(`${name}=${text}`)}`;
};

/** With the shell function that the page defines. */
const command = ({ request, needsKey, fields }: Example): string => {
  const args = [`-d request=${request}`, ...Object.entries(fields).map(argument)];
  const lines = [needsKey ? 'office' : 'shop'];
  for (const arg of args) {
    const last = lines.at(-1)!;
    if (last.length + arg.length < WIDTH) lines[lines.length - 1] = `${last} ${arg}`;
    else lines.push(`  ${arg}`);
  }
  return lines.join(' \\\n');
};

const shortened = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text);

/** On one line where it fits, else a member or an item per line. */
const layOut = (value: unknown, indent: string, room: number): string => {
  if (typeof value === 'string') return JSON.stringify(shortened(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const shown = isList ? entries.slice(0, ITEMS_MAX) : entries;
  const left = entries.length - shown.length;
  const inner = `${indent}  `;
  const parts = shown.map(([name, member]) => {
    const head = isList ? '' : `${JSON.stringify(name)}: `;
    return `${head}${layOut(member, inner, WIDTH - inner.length - head.length)}`;
  });
  if (left > 0) parts.push(`… ${left} more`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const line = `${open}${parts.join(', ')}${close}`;
  if (line.length <= room && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${inner}${part}`).join(',\n')}\n${indent}${close}`;
};

export const exampleText = (example: Example): string => `\`\`\`sh
${command(example)}
\`\`\`

\`\`\`text
${layOut(example.reply, '', WIDTH)}
\`\`\``;
