// Rows of `kontor delivery import` as the process that reads the file knows them, without a shop: which header they
// have, and which row stands there twice.
import type { ScannedRow } from '../catalogue-files/scan-rows.ts';
import { ConfigError } from '../config/setting.ts';
import { DELIVERY_COLUMNS, cellsOf, headerFault, withUsual } from '../kernel/delivery-columns.ts';
import { ok, refuse } from '../kernel/result.ts';
import type { TableGiven, TableKind } from './table-rows.ts';

/** Each may change a rule or make one. */
const ROWS_MAX = 20_000;

export interface DeliveryGiven extends TableGiven {
  readonly method?: string;
  readonly name?: string;
}

/** Names of the columns. Throws ConfigError where the table has no prices, or a column that no rule has. */
export const deliveryHeader = (cells: readonly string[]): readonly string[] => {
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

interface RulesDone {
  readonly made: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
}

export const DELIVERY_TABLE: TableKind<DeliveryGiven, RulesDone> = {
  reader: (header, _delimiter, given) => {
    const names = deliveryHeader(header);
    const lines = new Map<string, number>();
    return {
      read: ({ line, cells, fault }: ScannedRow) => {
        if (fault === undefined && cells.every((cell) => cell === '')) return undefined;
        const text = JSON.stringify(DELIVERY_COLUMNS.map(withUsual(cellsOf(names, cells), given)));
        const twice = lines.get(text);
        lines.set(text, line);
        if (lines.size > ROWS_MAX)
          throw new ConfigError(`the table has more than ${ROWS_MAX} different rows: a shop has 10,000 rules at most`);
        if (fault !== undefined) return refuse('PARAMETER_INVALID', '', fault);
        return twice === undefined
          ? ok({ group: String(line) })
          : refuse('PARAMETER_INVALID', '', `Line ${twice} says the same.`);
      },
    };
  },
  summary: ({ made, changed, unchanged, refused }, isTried) => {
    const [make, change] = isTried ? ['would be made', 'would be changed'] : ['made', 'changed'];
    return `kontor: ${made} rules ${make}, ${changed} ${change}, ${unchanged} as they were, ${refused} lines refused`;
  },
};
