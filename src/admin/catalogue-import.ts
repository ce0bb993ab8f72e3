// The shop's part of `kontor import`: applies records; refused ones do not stop it. The file itself is read in the
// process of the command (src/cli/import-file.ts), which may need any memory and any time for it.
import { columnAttributes } from '../catalogue-files/columns.ts';
import { eachActor } from '../catalogue-files/catalogue.ts';
import { formatOf } from '../catalogue-files/file-options.ts';
import type { FileFlags } from '../catalogue-files/file-options.ts';
import type { LeftOut, Outcome } from '../catalogue-files/report.ts';
import { NOTHING_LEFT, Report, leftText } from '../catalogue-files/report.ts';
import { runImport } from '../catalogue-files/run-import.ts';
import { readSentRecords } from '../catalogue-files/sent-records.ts';
import type { Config } from '../config/config.ts';
import { shopRules } from '../config/shop-rules.ts';
import { rateIn } from '../domain/rules.ts';
import type { ShopRules } from '../domain/rules.ts';
import type { Engine } from '../engine/engine.ts';
import type { Shop } from './command.ts';
import { mustTakeChanges } from './decide.ts';
import type { ShopFacts, Terminal } from './terminal.ts';
import { privateAllowed } from './webhook-calls.ts';

export interface ImportGiven extends FileFlags {
  readonly file: string;
  readonly stock?: string;
  readonly replaceAttributes?: string;
  readonly lineBytesMax?: string;
  readonly encoding?: string;
  readonly tax?: string;
  readonly anyCurrency?: string;
  readonly dryRun?: string;
  readonly pictures?: string;
}

const attributesOf = async (engine: Engine, terminal: Terminal): Promise<void> => {
  const told = new Set<string>();
  for (const [, state] of eachActor(engine, engine.readContext(), 'class')) {
    const names = [...columnAttributes([state])].filter((name) => !told.has(name));
    for (const name of names) told.add(name);
    if (names.length > 0) await terminal.attributes(names);
    await terminal.pause();
  }
};

/** Names of attributes that are pictures, of all classes. */
export const pictureAttributes = async (engine: Engine, pause: () => Promise<void>): Promise<string[]> => {
  const names = new Set<string>();
  for (const [, state] of eachActor(engine, engine.readContext(), 'class')) {
    for (const { name, type } of state.attributes) if (type === 'IMG') names.add(name);
    await pause();
  }
  return [...names];
};

/** What fetching pictures needs to know of the server that serves them. */
const pictureRules = async (
  engine: Engine | undefined,
  config: Config,
  terminal: Terminal,
): Promise<Pick<ShopFacts, 'pictures'>> => ({
  pictures: {
    attributes: engine === undefined ? [] : await pictureAttributes(engine, () => terminal.pause()),
    privateAllowed: privateAllowed(config),
    megabytesMax: config.imagesMb,
  },
});

/** How the shop counts, for the reader of the file. */
export const factsOf = (rules: ShopRules): ShopFacts => {
  const { language, languages, currency, currencyDigits, priceFields, country } = rules;
  const taxClasses = rules.taxClasses.map((taxClass) => ({
    name: taxClass.name,
    percent: rateIn(rules, taxClass, country) / 10_000,
  }));
  return { language, languages, country, currency, currencyDigits, priceFields, taxClasses };
};

/**
 * `terminal.input`: as src/catalogue-files/sent-records.ts has it; nothing where the command only reads the file. False
 * if records were refused. Throws ConfigError.
 */
export const importRecords = async (
  { store, config }: Partial<Pick<Shop, 'store'>> & Pick<Shop, 'config'>,
  given: ImportGiven,
  terminal: Terminal,
): Promise<boolean> => {
  const engine = store?.engine;
  if (engine !== undefined && given.dryRun === undefined) await mustTakeChanges(engine);
  if (engine !== undefined && formatOf(given.file, given) === 'csv') await attributesOf(engine, terminal);
  const pictures = given.pictures === undefined ? {} : await pictureRules(engine, config, terminal);
  const facts = { ...factsOf(engine?.rules ?? shopRules(config)), ...pictures };
  await terminal.shop(engine === undefined ? facts : { ...facts, foresees: true });
  if (engine === undefined) {
    // Nothing comes: the file is read to its end meanwhile.
    for await (const bytes of terminal.input) void bytes;
    return true;
  }
  const startedMs = performance.now();
  const report = new Report('line', (line) => terminal.report(line));
  const source = readSentRecords(terminal.input, (batch) => terminal.applied(batch));
  const options = {
    stock: given.stock !== undefined,
    replaceAttributes: given.replaceAttributes !== undefined,
    pause: () => terminal.pause(),
  };
  if (given.dryRun !== undefined) {
    await runImport(engine, source, report, {
      ...options,
      dryRun: true,
      answered: (answer) => terminal.foreseen(answer),
    });
    return true;
  }
  await runImport(engine, source, report, options);
  const tookMs = Math.max(1, Math.round(performance.now() - startedMs));
  await showReport(report, tookMs, [], terminal);
  return report.refused === 0;
};

/** `notes`: what the catalogue has no place for, each a line. `isForeseen`: nothing was changed. */
export const showReport = async (
  report: Report,
  tookMs: number,
  notes: readonly string[],
  terminal: Terminal,
  { isForeseen = false, left = NOTHING_LEFT }: { readonly isForeseen?: boolean; readonly left?: LeftOut } = {},
): Promise<void> => {
  const { refused, refusals, types } = report;
  const of = (outcome: Outcome): number => report.total(outcome);
  const [created, updated, unchanged] = [of('created'), of('updated'), of('unchanged')];
  const records = created + updated + unchanged + refused;
  for (const line of [...report.lines(), ...notes]) await terminal.show(`kontor: ${line}`);
  const outcomes = `${created} created, ${updated} updated, ${unchanged} unchanged, ${refused} refused`;
  await terminal.show(
    isForeseen
      ? `kontor: ${records} records read in ${tookMs} ms, nothing is changed; the import would have ${outcomes}${leftText(left)}`
      : `kontor: ${records} records in ${tookMs} ms: ${outcomes}${leftText(left)}`,
    { records, created, updated, unchanged, refused, types, took_ms: tookMs, refusals, left_out: left, notes },
  );
};
