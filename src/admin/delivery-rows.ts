// Rows of a table of delivery rules, as the domain takes them: what the kernel reads of a row, by the declared
// parameters of the operation that changes a rule.
import { readRow } from '../kernel/delivery-columns.ts';
import type { RowCells, RowFault, RowReading } from '../kernel/delivery-columns.ts';
import { readParams } from '../kernel/params.ts';
import { refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { caseless } from '../kernel/text.ts';
import type { Reader } from '../domain/transaction.ts';
import { CHANGED_RULE_PARAMS } from '../operations/params/delivery-params.ts';
import type { RuleArgs } from '../operations/params/delivery-params.ts';

const WANTED: { readonly [W in RowFault['wanted']]: string } = {
  amount: 'is no amount',
  doubtful: 'can be read as two numbers',
  nothing: 'is no amount; 0 is free',
  days: 'is no number of working days such as 2 or 1-3',
  'whole number': 'is no whole number',
  constraint: 'is no constraint as JSON',
  basis: 'is neither before nor after',
  'known name': 'is no name or number that the shop has',
};

const refusalOf = ({ column, cell, wanted }: RowFault): Result<never> =>
  refuse(
    column === 'method' ? 'DELIVERY_METHOD_NOT_FOUND' : 'PARAMETER_INVALID',
    column,
    `${column}: ${shown(cell)} ${WANTED[wanted]}.`,
  );

/** In any language of the shop. */
const methodNamed = ({ rules }: Reader, name: string): number | undefined =>
  rules.deliveryMethods.find((method) => {
    const names = typeof method.name === 'string' ? [method.name] : Object.values(method.name);
    return names.some((one) => caseless(one) === caseless(name));
  })?.id;

/** Where the comma stands before decimals, spreadsheets part cells at a semicolon. */
export const pointOf = (delimiter: string): RowReading['point'] => (delimiter === ';' ? ',' : '.');

/** What a row says of a rule. Refuses: PARAMETER_INVALID, DELIVERY_METHOD_NOT_FOUND. */
export const ruleArgsOf = (shop: Reader, cell: RowCells, delimiter: string): Result<RuleArgs> => {
  const read = readRow(cell, {
    point: pointOf(delimiter),
    decimals: 4,
    methodOf: (name) => methodNamed(shop, name),
    groupOf: (name) => shop.index('customer_group').byName.get(caseless(name)),
  });
  return 'fault' in read ? refusalOf(read.fault) : readParams(CHANGED_RULE_PARAMS, { ...read });
};
