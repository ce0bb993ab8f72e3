// `kontor delivery import` and `export`: delivery rules as a CSV file, a row for each (delivery-rows.ts).
//
// A row with an `id` changes that rule, another one makes a rule. A row that cannot be read or is refused is named by
// its line, and the others are done, each in a record of its own; other calls are served in between. A trial decides
// each row as after those before it, so that it says what the run would.
// Not promised: that all is done or nothing. A second run of rows without an id makes the rules again.
import { ConfigError } from '../config/setting.ts';
import { tableLine } from '../catalogue-files/csv-line.ts';
import { delimiterOf } from '../catalogue-files/file-options.ts';
import type { ScannedRow } from '../catalogue-files/scan-rows.ts';
import { isWholeZipOf } from '../domain/cart/address-form.ts';
import { changeRule, makeRule, ruleIds } from '../domain/delivery/change-rules.ts';
import { NEW_RULE } from '../domain/delivery/rule.ts';
import type { DeliveryTerms } from '../domain/delivery/terms.ts';
import { sameValue } from '../domain/same-value.ts';
import type { Transaction } from '../domain/transaction.ts';
import { maintenanceCause } from '../engine/engine.ts';
import type { Engine } from '../engine/engine.ts';
import { DELIVERY_COLUMNS, cellsOf, headerFault, partsOf, rowOf, withUsual } from '../kernel/delivery-columns.ts';
import type { RowCells } from '../kernel/delivery-columns.ts';
import { Interrupted } from '../kernel/interrupted.ts';
import { REFUSALS } from '../kernel/refusals.ts';
import { must, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { ruleChange } from '../operations/params/delivery-params.ts';
import { viewRule } from '../operations/views/delivery-rules.ts';
import { Countries } from '../outside/countries.ts';
import type { Shop } from './command.ts';
import { mustTakeChanges } from './decide.ts';
import { pointOf, ruleArgsOf } from './delivery-rows.ts';
import { RefusedRows, readTable } from './table-rows.ts';
import type { TableGiven } from './table-rows.ts';
import type { Terminal } from './terminal.ts';

/** Throws TypeError: the package of countries knows a code of its own no more. */
const countriesKnown = (): Countries => {
  const known = Countries.of([]);
  if (typeof known === 'string') throw new TypeError(known);
  return known;
};

/** Reads names of countries, a language at a time, until it is known what the names of a cell are. */
const readNames = async (countries: Countries, cell: string, terminal: Terminal): Promise<void> => {
  for (const name of partsOf(cell)) {
    try {
      countries.code(name);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      while (!error.work.advance(() => true)) await terminal.pause();
    }
  }
};

/** Each may change a rule or make one. */
const ROWS_MAX = 20_000;

interface ImportGiven extends TableGiven {
  readonly method?: string;
  readonly name?: string;
  readonly dryRun?: string;
}

type Outcome = 'made' | 'changed' | 'unchanged';
type Decide = (tx: Transaction) => Result<Outcome>;

/** What a trial would have done by the rows before: how many rules it made, and what it changed others to. */
class Trial {
  made = 0;
  readonly changed = new Map<number, DeliveryTerms>();

  /** Decides a row as after those before it. */
  decide(engine: Engine, ruleId: number, decide: Decide): Result<Outcome> {
    const tx = engine.begin();
    const terms = this.changed.get(ruleId);
    if (terms !== undefined && tx.read('delivery_rule', ruleId) !== undefined)
      must(tx.ask('delivery_rule', ruleId, { type: 'change_rule', terms }), 'change a rule again');
    const done = decide(tx);
    if (!done.ok) return done;
    if (done.value === 'made') this.made += 1;
    const after = tx.read('delivery_rule', ruleId)?.terms;
    if (done.value === 'changed' && after !== undefined) this.changed.set(ruleId, after);
    return done;
  }
}

/** 0: the row makes a rule. */
const ruleIdIn = (cell: RowCells): number => {
  const given = cell('id') ?? '';
  return /^\d{1,15}$/.test(given) ? Number(given) : 0;
};

const isOfKnown = (cell: RowCells): boolean => (cell('id') ?? '') !== '';

/** `madeBefore`: rules that the index of the transaction does not have. */
const decisionOf = (cell: RowCells, delimiter: string, countries: Countries, madeBefore: number): Decide => {
  return (tx) => {
    const id = ruleIdIn(cell);
    const before = id === 0 ? undefined : tx.read('delivery_rule', id)?.terms;
    if (isOfKnown(cell) && before === undefined) return refuse('DELIVERY_RULE_NOT_FOUND', id);
    const args = ruleArgsOf(tx, cell, delimiter);
    if (!args.ok) return args;
    const knows = { shop: tx, service: { documents: { countries } } };
    const change = ruleChange(knows, args.value, args.value.currency ?? before?.currency ?? '');
    if (!change.ok) return change;
    if (before !== undefined) {
      const changed = changeRule(tx, id, change.value, { seen: undefined, zipForm: isWholeZipOf });
      if (!changed.ok) return changed;
      return ok(sameValue(before, tx.read('delivery_rule', id)!.terms) ? 'unchanged' : 'changed');
    }
    if (change.value.methodId === undefined)
      return refuse('DELIVERY_METHOD_NOT_FOUND', 'method', 'method: neither row nor command names one.');
    const made = makeRule(tx, { ...NEW_RULE, ...change.value }, { zipForm: isWholeZipOf, madeBefore });
    return made.ok ? ok('made') : made;
  };
};

/** Throws ConfigError where the table has no prices, or a column that no rule has. */
const headerOf = ({ cells }: ScannedRow): readonly string[] => {
  const names = cells.map((name) => name.trim().toLowerCase());
  const fault = headerFault(names) ?? {};
  const all = `it has ${DELIVERY_COLUMNS.join(';')}`;
  if ('unknown' in fault)
    throw new ConfigError(`no delivery rule has a column ${JSON.stringify(fault.unknown)}: ${all}`);
  if ('half' in fault)
    throw new ConfigError(`the table has one of "${fault.half}_from" and "${fault.half}_to": it needs both`);
  if ('lacks' in fault) throw new ConfigError(`the table has no column "${fault.lacks}": ${all}`);
  return names;
};

const outcomeText = (
  { made, changed, unchanged }: { readonly [O in Outcome]: number },
  refused: number,
  isTried: boolean,
): string => {
  const [make, change] = isTried ? ['would be made', 'would be changed'] : ['made', 'changed'];
  return `kontor: ${made} rules ${make}, ${changed} ${change}, ${unchanged} as they were, ${refused} lines refused`;
};

/** False if rows were refused. Throws ConfigError. */
export const importDelivery = async (
  { store: { engine } }: Shop,
  given: ImportGiven,
  terminal: Terminal,
): Promise<boolean> => {
  const isTried = given.dryRun !== undefined;
  // A trial is a decision as well, though nothing is recorded.
  await mustTakeChanges(engine);
  const { rows, delimiter } = await readTable(terminal, given, engine.rules.language);
  const refusals = new RefusedRows(terminal);
  const countries = countriesKnown();
  const lines = new Map<string, number>();
  const done = { made: 0, changed: 0, unchanged: 0 };
  const trial = new Trial();
  const decideOn = (cell: RowCells): Result<Outcome> => {
    const decide = decisionOf(cell, delimiter, countries, trial.made);
    return isTried
      ? trial.decide(engine, ruleIdIn(cell), decide)
      : engine.transact(maintenanceCause('delivery_import'), decide);
  };
  let header: readonly string[] | undefined;
  for (const row of rows) {
    await terminal.pause();
    if (row === undefined) continue;
    const { line, cells, fault } = row;
    if (header === undefined) {
      header = headerOf(row);
      continue;
    }
    if (fault === undefined && cells.every((cell) => cell === '')) continue;
    const cell = withUsual(cellsOf(header, cells), given);
    if (fault === undefined) await readNames(countries, cell('countries') ?? '', terminal);
    const text = JSON.stringify(DELIVERY_COLUMNS.map(cell));
    const twice = lines.get(text);
    lines.set(text, line);
    if (lines.size > ROWS_MAX)
      throw new ConfigError(`the table has more than ${ROWS_MAX} different rows: a shop has 10,000 rules at most`);
    const result =
      fault !== undefined
        ? refuse('PARAMETER_INVALID', '', fault)
        : twice !== undefined
          ? refuse('PARAMETER_INVALID', '', `Line ${twice} says the same.`)
          : decideOn(cell);
    if (result.ok) done[result.value] += 1;
    else await refusals.add(line, result.code, result.detail || REFUSALS[result.code].sentence);
  }
  if (header === undefined) throw new ConfigError('the table has no header line');
  if (!isTried) await engine.whenDurable(engine.headSeq);
  await refusals.end();
  await terminal.show(outcomeText(done, refusals.count, isTried), { ...done, refused: refusals.count });
  return refusals.count === 0;
};

interface ExportGiven {
  readonly file: string;
  readonly delimiter?: string;
}

/** As of the moment in which each rule is read. */
export const exportDelivery = async (
  { store: { engine } }: Shop,
  given: ExportGiven,
  terminal: Terminal,
): Promise<boolean> => {
  const delimiter = delimiterOf(given) ?? ';';
  const line = tableLine(delimiter, pointOf(delimiter));
  const ids = ruleIds(engine.readContext());
  await terminal.write(Buffer.from(line(DELIVERY_COLUMNS)));
  let written = 0;
  for (const id of ids) {
    const shop = engine.readContext();
    if (shop.read('delivery_rule', id) === undefined) continue;
    await terminal.write(Buffer.from(line(rowOf(viewRule(shop, id)))));
    written += 1;
    await terminal.progress({ what: 'exporting', done: written, total: ids.length, records: written });
  }
  await terminal.note(`kontor: ${written} delivery rules`);
  return true;
};
