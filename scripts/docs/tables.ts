// docs/reference/tables.md: every table and column of `kontor export data`.
import { CHANGES, SCHEMA_VERSION, TABLES, shownColumns } from '../../src/data-export/tables.ts';
import { table } from './markdown.ts';

const section = (one: (typeof TABLES)[number]): string =>
  `## ${one.name}\n\n${one.about}${one === CHANGES ? '' : ` Kind \`${one.kind}\`, key \`${one.key}\`.`}\n
${table(['column', 'type', 'what it says'], shownColumns(one))}\n`;

export const tablesPage = (): string => `# Tables of the data export\n
Written by \`npm run docs\` from \`src/data-export/\`; do not edit. Schema version ${SCHEMA_VERSION}.\n
[export.md](../operate/export.md) says how they are written, read and kept up to date, and what the ends of names mean.\n
${[...TABLES, CHANGES].map(section).join('\n')}`;
