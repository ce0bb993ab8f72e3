// The shop's part of `kontor import`: applies records; refused ones do not stop it. The file itself is read in the
// process of the command (src/cli/import-file.ts), which may need any memory and any time for it.
import { columnAttributes } from '../catalogue-files/columns.ts';
import { eachActor } from '../catalogue-files/catalogue.ts';
import { formatOf } from '../catalogue-files/file-options.ts';
import type { FileFlags } from '../catalogue-files/file-options.ts';
import type { Outcome } from '../catalogue-files/report.ts';
import { Report } from '../catalogue-files/report.ts';
import { runImport } from '../catalogue-files/run-import.ts';
import { readSentRecords } from '../catalogue-files/sent-records.ts';
import type { Engine } from '../engine/engine.ts';
import type { Shop } from './command.ts';
import { mustTakeChanges } from './decide.ts';
import type { Terminal } from './terminal.ts';

export interface ImportGiven extends FileFlags {
  readonly file: string;
  readonly stock?: string;
  readonly replaceAttributes?: string;
  readonly lineBytesMax?: string;
}

/** What the reader of the file asks of the shop: names of attributes where it is a table, and how the shop counts. */
const describe = async (engine: Engine, given: ImportGiven, terminal: Terminal): Promise<void> => {
  if (formatOf(given.file, given) === 'csv') {
    const told = new Set<string>();
    for (const [, state] of eachActor(engine, engine.readContext(), 'class')) {
      const names = [...columnAttributes([state])].filter((name) => !told.has(name));
      for (const name of names) told.add(name);
      if (names.length > 0) await terminal.attributes(names);
      await terminal.pause();
    }
  }
  const { language, languages, currency, taxClasses } = engine.rules;
  await terminal.shop({ language, languages, currency, taxClasses: taxClasses.map(({ name }) => ({ name })) });
};

/**
 * `terminal.input`: as src/catalogue-files/sent-records.ts has it. False if records were refused. Throws ConfigError.
 */
export const importRecords = async (
  { store: { engine } }: Shop,
  given: ImportGiven,
  terminal: Terminal,
): Promise<boolean> => {
  await mustTakeChanges(engine);
  await describe(engine, given, terminal);
  const startedMs = performance.now();
  const report = new Report('line', (line) => terminal.report(line));
  const source = readSentRecords(terminal.input, (batch) => terminal.applied(batch));
  await runImport(engine, source, report, {
    stock: given.stock !== undefined,
    replaceAttributes: given.replaceAttributes !== undefined,
    pause: () => terminal.pause(),
  });
  const tookMs = Math.max(1, Math.round(performance.now() - startedMs));
  await showReport(report, tookMs, [], terminal);
  return report.refused === 0;
};

/** `notes`: what the catalogue has no place for, each a line. */
export const showReport = async (
  report: Report,
  tookMs: number,
  notes: readonly string[],
  terminal: Terminal,
): Promise<void> => {
  const { refused, refusals, types } = report;
  const of = (outcome: Outcome): number => report.total(outcome);
  const [created, updated, unchanged] = [of('created'), of('updated'), of('unchanged')];
  const records = created + updated + unchanged + refused;
  for (const line of [...report.lines(), ...notes]) await terminal.show(`kontor: ${line}`);
  await terminal.show(
    `kontor: ${records} records in ${tookMs} ms: ${created} created, ${updated} updated, ` +
      `${unchanged} unchanged, ${refused} refused`,
    { records, created, updated, unchanged, refused, types, took_ms: tookMs, refusals, notes },
  );
};
