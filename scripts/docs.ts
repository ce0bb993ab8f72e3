// Writes what is derived from the code: operations, errors, OpenAPI, life cycles, metrics, settings, fields of other
// systems, the types of the client.
// `--check` writes nothing and exits 1 if a file is not what would be written.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clientTypes } from './docs/client-types.ts';
import { comingFromPages } from './docs/coming-from.ts';
import { errorsPage } from './docs/errors.ts';
import { lifeCyclesPage } from './docs/life-cycles.ts';
import { llmsText } from './docs/llms.ts';
import { openApi } from './docs/open-api.ts';
import { metricsPage } from './docs/metrics.ts';
import { operationsPage } from './docs/operations.ts';
import { recordsPage } from './docs/reply.ts';
import { settingsGroupPages, settingsPage } from './docs/settings.ts';
import { tablesPage } from './docs/tables.ts';
import { examples } from './docs/tour/run-tour.ts';

const DOCS = join(import.meta.dirname, '..', 'docs');

/** JSON with a line for each member down to a depth: a change shows, and the package carries no indentation. */
const byLine = (value: object | string, depth: number): string => {
  if (depth === 0 || typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${byLine(one, depth - 1)}`);
  return `{\n${members.join(',\n')}\n}`;
};

/** File name, from docs/ → text. The same code gives the same bytes. */
export const documents = async (): Promise<ReadonlyMap<string, string>> => {
  const calls = await examples();
  return new Map([
    ['reference/operations.md', operationsPage(calls)],
    ['reference/records.md', recordsPage()],
    ['reference/errors.md', errorsPage()],
    ['reference/openapi.json', `${byLine(openApi(calls), 3)}\n`],
    ...comingFromPages(),
    ['reference/life-cycles.md', lifeCyclesPage()],
    ['reference/metrics.md', metricsPage()],
    ['reference/settings.md', settingsPage()],
    ...settingsGroupPages(),
    ['reference/tables.md', tablesPage()],
    ['../src/client/operations.ts', clientTypes()],
    ['../llms.txt', llmsText()],
  ]);
};

const present = (name: string): string | undefined => {
  try {
    return readFileSync(join(DOCS, name), 'utf8');
  } catch {
    return undefined;
  }
};

const main = async (check: boolean): Promise<void> => {
  for (const [name, text] of await documents()) {
    if (present(name) === text) continue;
    if (!check) {
      mkdirSync(dirname(join(DOCS, name)), { recursive: true });
      writeFileSync(join(DOCS, name), text);
    }
    const path = join('docs', name);
    const advice = 'is not what the code gives: change the code, not the page, and run "npm run docs"';
    console.log(check ? `${path} ${advice}` : `wrote ${path}`);
    if (check) process.exitCode = 1;
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.includes('--check'));
