// Would catch a cell of a table that becomes another term of a delivery rule than it says, a number that is guessed, a
// rule that its own row changes, and a change that is not seen.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DELIVERY_COLUMNS,
  PASTED_COLUMNS,
  cellsOf,
  changedTerms,
  headerFault,
  partsOf,
  readRow,
  rowOf,
  shownBy,
  termsOf,
  withUsual,
} from '../../src/kernel/delivery-columns.ts';
import type { RowReading, ShownRule } from '../../src/kernel/delivery-columns.ts';
import { guarded } from '../../src/kernel/formula-guard.ts';
import { runs } from '../harness/effort.ts';

const READING: RowReading = {
  point: ',',
  decimals: 4,
  bare: (text) => text.replace('€', '').trim(),
  methodOf: (name) => (name === 'Parcel' ? 7 : undefined),
  groupOf: (name) => ({ b2b: 3, staff: 1 })[name],
};
const read = (cells: { readonly [column: string]: string }, reading = READING) =>
  readRow(cellsOf(Object.keys(cells), Object.values(cells)), reading);

const PLAIN: ShownRule = {
  id: 4,
  id_delivery_method: 2,
  name: 'Parcel',
  countries: ['DE', 'AT'],
  zips: ['10000-19999', 'SW1*'],
  sum: [10, null],
  basis: 'before',
  weight: [null, 31.5],
  volume: [0.000001, 2],
  pieces: [null, null],
  goods: [{ 'main.id': 2 }],
  unless: { 'main.id': 3 },
  channels: [1],
  groups: [3],
  currency: 'EUR',
  price: 4.9,
  per_kg: 0,
  per_piece: 0.25,
  free_from: 50,
  taxclass: 'goods',
  days_min: 1,
  days_max: 3,
  cutoff: '14:00',
  storage: '',
  priority: -2,
};

test('cells are read into parameters; what is not in the table is not said', () => {
  const cells = {
    countries: 'DE, AT;CH / LI',
    zips: '10115',
    weight_from: '0',
    weight_to: '31,5 kg',
    price: '4,90 €',
    free_from: '-',
    days: '1–3',
    method: 'Parcel',
    basis: '',
    groups: 'b2b,staff,3',
    channels: '2',
    goods: '',
    unless: '[{"main.id":2}]',
    taxclass: '',
    cutoff: '14:00',
    priority: '-5',
  };
  expect(read(cells)).toEqual({
    countries: ['DE', 'AT', 'CH', 'LI'],
    zips: ['10115'],
    weight: [null, '31.5'],
    price: '4.9',
    free_from: '0',
    days_min: 1,
    days_max: 3,
    id_delivery_method: 7,
    basis: 'after',
    groups: [1, 3],
    channels: [2],
    goods: [],
    unless: [{ 'main.id': 2 }],
    taxclass: null,
    cutoff: '14:00',
    priority: -5,
  });
  expect(read({ price: '0', method: '', days: '', priority: '' })).toEqual({
    price: '0',
    days_min: 0,
    days_max: 0,
    priority: 0,
  });
  expect(read({ price: '1', method: '12', days: '2' })).toMatchObject({ id_delivery_method: 12, days_max: 2 });
  expect(partsOf('*')).toEqual([]);
});

test.each([
  [{ price: '1.299' }, 'price', 'doubtful'],
  [{ price: 'x' }, 'price', 'amount'],
  [{ price: '-1' }, 'price', 'amount'],
  [{ price: '' }, 'price', 'nothing'],
  [{ price: '–' }, 'price', 'nothing'],
  [{ price: '1', weight_from: 'heavy', weight_to: '' }, 'weight_from', 'amount'],
  [{ price: '1', sum_from: '', sum_to: '1.000' }, 'sum_to', 'doubtful'],
  [{ price: '1', days: '2-1000' }, 'days', 'days'],
  [{ price: '1', days: '2-3-4' }, 'days', 'days'],
  [{ price: '1', method: 'Pigeon' }, 'method', 'known name'],
  [{ price: '1', groups: 'b2b, friends' }, 'groups', 'known name'],
  [{ price: '1', channels: 'web' }, 'channels', 'known name'],
  [{ price: '1', goods: '{' }, 'goods', 'constraint'],
  [{ price: '1', unless: '5' }, 'unless', 'constraint'],
  [{ price: '1', basis: 'later' }, 'basis', 'basis'],
  [{ price: '1', priority: '1.5' }, 'priority', 'whole number'],
] as const)('%j: %s is no %s', (cells, column, wanted) => {
  expect(read(cells)).toMatchObject({ fault: { column, wanted } });
});

test('where the point stands before decimals three of them are no group', () => {
  const english = { ...READING, point: '.' } as const;
  expect(read({ price: '1.299' }, english)).toEqual({ price: '1.299' });
  expect(read({ price: '4,90' }, english)).toEqual({ price: '4.9' });
  expect(read({ price: '1.299' }, { ...english, decimals: 2 })).toMatchObject({ fault: { wanted: 'doubtful' } });
});

test('a header names known columns, both of a range, and a price', () => {
  expect([headerFault(DELIVERY_COLUMNS), headerFault(PASTED_COLUMNS)]).toEqual([undefined, undefined]);
  expect(headerFault(['price', 'colour'])).toEqual({ unknown: 'colour' });
  expect(headerFault(['price', 'sum_to'])).toEqual({ half: 'sum' });
  expect(headerFault(['id', 'name'])).toEqual({ lacks: 'price' });
});

test('what is usual stands in empty cells of new rules alone', () => {
  const usual = { method: '7', name: 'Usual' };
  const cell = (cells: { readonly [column: string]: string }) =>
    withUsual(cellsOf(Object.keys(cells), Object.values(cells)), usual);
  expect(['method', 'name', 'zips'].map(cell({ price: '1', name: '', zips: '' }))).toEqual(['7', 'Usual', '']);
  expect(['method', 'name'].map(cell({ id: '3', name: '' }))).toEqual([undefined, '']);
  expect(cell({ name: 'Own' })('name')).toBe('Own');
});

describe('a rule and its row', () => {
  const rowText = (rule: ShownRule, point: '.' | ','): readonly string[] =>
    rowOf(rule).map((cell) => (typeof cell === 'number' ? String(cell).replace('.', point) : guarded(cell)));
  const readRule = (rule: ShownRule, point: '.' | ',') =>
    readRow(cellsOf(DELIVERY_COLUMNS, rowText(rule, point)), { ...READING, point });

  test('changed terms are those that differ', () => {
    expect(changedTerms(termsOf(PLAIN), PLAIN)).toEqual({});
    expect(changedTerms({ price: '5', weight: [null, '31.5'], name: '', cutoff: null }, PLAIN)).toEqual({
      price: '5',
      cutoff: null,
    });
    expect(rowOf(PLAIN)).toHaveLength(DELIVERY_COLUMNS.length);
    const bare = shownBy({ price: '0', goods: [] }, 'CHF');
    expect(bare).toMatchObject({ price: 0, currency: 'CHF', basis: 'after', weight: [null, null], days_max: 0 });
    expect('goods' in bare).toBe(false);
  });

  test('a row changes nothing of its own rule', () => {
    const bound = fc.option(fc.integer({ min: 1, max: 9_999_999 }).map((milli) => milli / 1000));
    const amount = fc.nat({ max: 99_999_999 }).map((units) => units / 10_000);
    const rule = fc.record<ShownRule>({
      ...Object.fromEntries(Object.entries(PLAIN).map(([name, value]) => [name, fc.constant(value)])),
      name: fc.constantFrom('=1+1', 'Parcel, "big"', '-5', 'ß'),
      weight: fc.tuple(bound, bound),
      volume: fc.tuple(bound, bound),
      sum: fc.tuple(bound, bound),
      price: amount,
      per_kg: amount,
      free_from: amount,
      priority: fc.integer({ min: -1000, max: 1000 }),
    } as never);
    const property = fc.property(rule, fc.constantFrom('.' as const, ',' as const), (given, point) => {
      const terms = readRule(given, point);
      expect(terms).toEqual(termsOf(given));
      const { id: _id, id_delivery_method: _method, ...shown } = given;
      expect(shownBy(termsOf(given), 'CHF')).toEqual(shown);
      expect('fault' in terms ? terms : changedTerms(terms, given)).toEqual({});
    });
    fc.assert(property, { numRuns: runs(200) });
  });
});
