// Catches what must be written in two places: a setting that has to be named again before the domain has it, an
// operation that needs a line in a list. CONTRIBUTING.md says which files change for each, and this holds it.
import { expect, test } from 'vitest';
import { sentBefore } from '../../scripts/docs/tour/run-tour.ts';
import { TASKS, tasksOf } from '../../scripts/docs/tasks.ts';
import { SETTING_NAMES } from '../../src/config/config.ts';
import { SHOP_SETTINGS, paramOf } from '../../src/domain/shop/held-settings.ts';
import type { Operation } from '../../src/operations/context/operation.ts';
import { OPERATIONS } from '../../src/operations/dispatch/registry.ts';
import { SRC, textOf, withoutComments } from './source.ts';

const wordsOf = (file: string): ReadonlySet<string> => new Set(withoutComments(textOf(file)).match(/\w+/g));

test('a setting reaches the domain by its name: only those in another form there are named again', () => {
  const body = textOf('src/config/shop-rules.ts').replace(/^import .*$/gm, '');
  const words = new Set(withoutComments(body).match(/\w+/g));
  const named = SETTING_NAMES.filter((name) => words.has(name));
  const converted = [
    'language',
    'languages',
    'taxClasses',
    'priceFields',
    'searchBoost',
    'quantityStep',
    'company',
    'companyFoot',
    'seller',
    'accounting',
    'mail',
    'smtpHost',
  ];
  const ofOtherSubjects = [
    'paymentMethods',
    'pendingPaymentMsMax',
    'recordsMax',
    'mailBacklogMax',
    'smtpConnectionsMax',
    'cartReminderHours',
  ];
  expect(named.toSorted()).toEqual([...converted, ...ofOtherSubjects].toSorted());
});

test('docs/sell/settings.md has a row for each setting that the shop holds', () => {
  const rows = [...textOf('docs/sell/settings.md').matchAll(/^\| `(\w+)` +\| `(\w+)` +\|/gm)];
  const wanted = SHOP_SETTINGS.map((name) => [paramOf(name), name]);
  expect(rows.map(([, param, name]) => [param, name]).toSorted()).toEqual(wanted.toSorted());
});

test('an operation is declared in one file, and no list of src names it', () => {
  const files = SRC.filter((file) => !/^src\/(client|operations\/[^/]+\.ts)/.test(file));
  const lists = files
    .map((file) => [file, wordsOf(file)] as const)
    .filter(([, words]) => [...OPERATIONS.keys()].filter((name) => words.has(name)).length > 12)
    .map(([file]) => file);
  expect(lists, 'Derive it from the table of operations: src/operations/dispatch/registry.ts.').toEqual([]);
});

test('an operation that no task names is listed under the task of its part of the API', () => {
  const added = tasksOf(new Map<string, Pick<Operation, 'area'>>([...OPERATIONS, ['get_example', { area: 'orders' }]]));
  const changed = added.filter(([, names], at) => names !== TASKS[at]![1]);
  expect(changed).toEqual([['Work off orders', expect.stringContaining(' get_example ')]]);
});

test('an operation that the tour does not call is called with what was sent before under the same names, or replied', () => {
  const { params, session } = OPERATIONS.get('add_parcel')!;
  const reply = {};
  const calls = [
    { fields: { id_order: 7, lines: [1] }, reply },
    { fields: { id_order: 8 }, reply: { id_order: 9 } },
  ];
  expect(sentBefore({ params, session }, calls)).toEqual({ id_order: 8, lines: [1] });
  expect(sentBefore({ params, session }, calls.slice(1))).toBeUndefined();
  const told = [...calls.slice(1), { fields: {}, reply: { lines: [2] } }];
  expect(sentBefore({ params, session }, told)).toEqual({ id_order: 8, lines: [2] });
  const { params: none, session: needed } = OPERATIONS.get('get_cart')!;
  expect(sentBefore({ params: none, session: needed }, calls)).toBeUndefined();
  expect(sentBefore({ params: none, session: needed }, [{ fields: { session: 's' }, reply }])).toEqual({
    session: 's',
  });
});
