// `kontor delivery import` and `export`: delivery rules as a CSV file, a row for each (delivery-rows.ts).
//
// The file is read in the process of the command (src/cli/table-file.ts), which sends its rows in batches. A row with
// an `id` changes that rule, another one makes a rule. A row that cannot be read or is refused is named by its line,
// and the others are done, each in a record of its own; other calls are served in between. A trial decides each row as
// after those before it, so that it says what the run would.
// Not promised: that all is done or nothing, and that a trial finds that its rules together have more postal codes or
// constraints than they may. A second run of rows without an id makes the rules again.
import { tableLine } from '../catalogue-files/csv-line.ts';
import { delimiterOf } from '../catalogue-files/file-options.ts';
import { isWholeZipOf } from '../domain/cart/address-form.ts';
import { changeRule, makeRule, ruleIds } from '../domain/delivery/change-rules.ts';
import { NEW_RULE } from '../domain/delivery/rule.ts';
import type { DeliveryTerms } from '../domain/delivery/terms.ts';
import { sameValue } from '../domain/same-value.ts';
import type { Transaction } from '../domain/transaction.ts';
import { maintenanceCause } from '../engine/engine.ts';
import type { Engine } from '../engine/engine.ts';
import { DELIVERY_COLUMNS, cellsOf, partsOf, rowOf, withUsual } from '../kernel/delivery-columns.ts';
import type { RowCells } from '../kernel/delivery-columns.ts';
import { Interrupted } from '../kernel/interrupted.ts';
import { must, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { ruleChange } from '../operations/params/delivery-params.ts';
import { viewRule } from '../operations/views/delivery-rules.ts';
import { Countries } from '../outside/countries.ts';
import { factsOf } from './catalogue-import.ts';
import type { Shop } from './command.ts';
import { mustTakeChanges } from './decide.ts';
import { pointOf, ruleArgsOf } from './delivery-rows.ts';
import { DELIVERY_TABLE, deliveryHeader } from './delivery-table.ts';
import type { DeliveryGiven } from './delivery-table.ts';
import { Batches, readSentTable, refusedLine } from './table-rows.ts';
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

/** `terminal.input`: as table-rows.ts has it. False if rows were refused. Throws ConfigError. */
export const importDelivery = async (
  { store: { engine } }: Shop,
  given: DeliveryGiven,
  terminal: Terminal,
): Promise<boolean> => {
  const isTried = given.dryRun !== undefined;
  // A trial is a decision as well, though nothing is recorded.
  await mustTakeChanges(engine);
  await terminal.shop(factsOf(engine.rules));
  const countries = countriesKnown();
  const done = { made: 0, changed: 0, unchanged: 0, refused: 0 };
  const trial = new Trial();
  const batches = new Batches(engine, terminal);
  let table: { readonly header: readonly string[]; readonly delimiter: string } | undefined;
  const decideOn = (cell: RowCells): Result<Outcome> => {
    const decide = decisionOf(cell, table!.delimiter, countries, trial.made);
    return isTried
      ? trial.decide(engine, ruleIdIn(cell), decide)
      : engine.transact(maintenanceCause('delivery_import'), decide);
  };
  for await (const sent of readSentTable(terminal.input)) {
    await terminal.pause();
    if (sent.kind === 'head') table = { header: deliveryHeader(sent.header), delimiter: sent.delimiter };
    else if (sent.kind === 'end') await batches.end(sent.batch);
    else {
      const cell = withUsual(cellsOf(table!.header, sent.cells), given);
      await readNames(countries, cell('countries') ?? '', terminal);
      const result = decideOn(cell);
      if (result.ok) done[result.value] += 1;
      else {
        done.refused += 1;
        await terminal.report(refusedLine(sent.line, result));
      }
    }
  }
  if (!isTried) await engine.whenDurable(engine.headSeq);
  await terminal.show(DELIVERY_TABLE.summary(done, isTried), done);
  return done.refused === 0;
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
