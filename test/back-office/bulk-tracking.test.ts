// Would catch a tracking number that goes to another order than it was pasted for.
import { expect, test } from 'vitest';
import { trackingIn } from '../../back-office/screens/bulk-tracking.ts';

const ORDERS = [13, 12, 11];
const given = (typed: string) => Object.fromEntries(trackingIn(typed, ORDERS).numbers);
const faultOf = (typed: string) => trackingIn(typed, ORDERS).fault;

test.each([
  ['', { 13: '', 12: '', 11: '' }],
  ['A\nB\nC', { 13: 'A', 12: 'B', 11: 'C' }],
  ['A\n\nC\n', { 13: 'A', 12: '', 11: 'C' }],
  ['A\r\n12;B\r\nC', { 13: 'A', 12: 'B', 11: 'C' }],
  ['12\tB 1', { 13: '', 12: 'B 1', 11: '' }],
  ['12;\nA', { 13: 'A', 12: '', 11: '' }],
  ['00340434 1234\n\n\n\n', { 13: '00340434 1234', 12: '', 11: '' }],
])('%j is read line by line', (typed, numbers) => {
  expect(faultOf(typed)).toBeUndefined();
  expect(given(typed)).toEqual(numbers);
});

test('what may belong to another order is a fault', () => {
  expect(faultOf('99 A')).toEqual({ kind: 'unknown', text: '99 A' });
  expect(faultOf('12 A\n12 B')).toEqual({ kind: 'twice', text: '12' });
  expect(faultOf('A\nB\nC\nD\nE')).toEqual({ kind: 'surplus', lines: 2 });
  expect(faultOf('A\n\nC\nD')).toEqual({ kind: 'surplus', lines: 1 });
  expect(faultOf('13 A\n12 B\n11 C\nD')).toEqual({ kind: 'surplus', lines: 1 });
});
