// Catches a loop over the records of a shop that a call runs in one go: it holds the thread for as long as the shop is
// large, and counts against nothing. Such a function returns Steps and yields, asks whether its turn is over, or is
// named below with the reason why it is short.
import { expect, test } from 'vitest';
import { SRC, textOf, withoutComments } from './source.ts';

/** What calls reach, and may loop over records in. */
const WATCHED =
  /^src\/(operations\/|engine\/[^/]+$|engine\/(actors|audit|cache|codes|commit|transactions)\/|domain\/(listing|reports)\/|domain\/coupons\/find-)/;
/** Rooms in it that no call waits for, or that are driven in steps as a whole. */
const ASIDE: readonly (readonly [room: string, reason: string])[] = [
  ['src/engine/maintenance/due-keys.ts', 'at the start'],
  ['src/operations/replies/', 'declarations: a loop is over the members of one record'],
  ['src/engine/commit/checkpoint.ts', 'rows of a commit, as many as one commit takes'],
  ['src/engine/commit/folding.ts', 'a follower, between two records'],
  ['src/engine/destruction/forget.ts', 'an erasure, which is maintenance'],
];

/** Names of what has as many entries as there are records, or as a caller sends. */
const NAMES = [
  '\\w*[iI]ds',
  'listed',
  'resident',
  'quantities',
  'blocks',
  'candidates',
  'byDay',
  'byName',
  'queues',
  'actors',
  'orders',
  'products',
  'categories',
  'coupons',
  'sessions',
  'records',
  'members',
  'nextId',
].join('|');
const CALLS = 'ordersOf|webhookIds|codesOf|livingLogins|attemptsFor|allCategories|family|holders';
const RECORDS = new RegExp(
  `(?:\\b(?:${NAMES})\\b(?:\\.ids|\\.keys\\(\\)|\\.values\\(\\)|\\.entries\\(\\)|!)*|\\b(?:${CALLS})\\([^()]*\\))$`,
);

const LOOPS = [
  /for \((?:const|let) .+? of (.+?)\)(?: \{| [a-z].*|$)/g,
  /for \(let .*?; .*?<=? (.+?)(?:\.length|\.size)?; /g,
];
const AT_ONCE = [
  /((?:[\w$!?.]|\([^()]*\)|\[[^[\]]*\])+?)\??\.(?:map|flatMap|filter|reduce|forEach|some|every|find|findIndex)\(/g,
  /Array\.from\((\w[\w.!]*), /g,
];
const ASKS = /\byield\b|\b(?:isDue|goOn|more)\(\)/;

interface Loop {
  readonly file: string;
  readonly over: string;
  readonly line: string;
}

/** The lines of a loop's body; relies on the formatting, as readers do. */
const bodyOf = (lines: readonly string[], at: number): string => {
  const indent = /^\s*/.exec(lines[at]!)![0].length;
  const end = lines.findIndex((line, index) => index > at && line.trim() !== '' && line.search(/\S/) <= indent);
  return lines.slice(at, end < 0 ? undefined : end).join('\n');
};

/** Loops over records that ask nobody whether they may go on. */
const held = (file: string, text = textOf(file)): Loop[] => {
  const lines = withoutComments(text)
    .replace(/\n\s+\./g, '.')
    .split('\n');
  return lines.flatMap((line, at) => {
    const loops = LOOPS.flatMap((loop) => [...line.matchAll(loop)]).filter(() => !ASKS.test(bodyOf(lines, at)));
    const all = [...loops, ...AT_ONCE.flatMap((loop) => [...line.matchAll(loop)])];
    return all
      .map((match) => match[1]!)
      .filter((over) => RECORDS.test(over))
      .map((over) => ({ file, over, line: line.trim() }));
  });
};

const PAGE = 'a page: its limit is a thousand';
const SLICE = '200 orders at most, of 500 lines together unless it is one (order-list-params.ts)';
const ONE_ORDER = 'of one order, cart or product';
const CONFIGURED = 'what the shop is configured with: channelsMax, webhooksMax, applications made by hand';

const SHORT: readonly (readonly [file: string, over: string, reason: string])[] = [
  ['src/domain/listing/order-schema.ts', 'cart.coupons', ONE_ORDER],
  ['src/domain/listing/search-schemas.ts', "shop.index('shopobject').members", 'a look-up'],
  ['src/domain/reports/report.ts', 'byDay.keys()', 'one number for each day that the shop was open'],
  ['src/domain/reports/report.ts', 'records', 'zeroResultSearchesMax texts'],
  ['src/engine/actors/open-carts.ts', 'table.resident.values()', 'at the start'],
  ['src/operations/applications.ts', 'ids', CONFIGURED],
  ['src/operations/applications.ts', 'livingLogins(shop, state)', 'logins of one application, which is one state'],
  ['src/operations/channels.ts', 'ids', CONFIGURED],
  ['src/operations/coupon-search.ts', 'ids', PAGE],
  ['src/operations/coupons.ts', 'codesOf(shop, batchId)', 'the reply of a write, which has made as many in one record'],
  ['src/operations/order-insight.ts', 'attemptsFor(shop, orderId)', ONE_ORDER],
  ['src/operations/params/order-list-params.ts', 'ids.entries()', SLICE],
  ['src/operations/slips.ts', 'orders', SLICE],
  ['src/operations/views/slips.ts', 'orders', SLICE],
  ['src/operations/views/slips.ts', '...orders', SLICE],
  ['src/operations/stock.ts', 'ids', PAGE],
  ['src/operations/stock.ts', 'stockIds', 'storages that hold one entity'],
  ['src/operations/stock.ts', 'index.ofEntity.of(entityId).ids', 'storages that hold one entity'],
  ['src/operations/views/catalogue.ts', 'ids', 'within the budget of records of the reply (view-context.ts)'],
  ['src/operations/views/catalogue.ts', 'list.ids', 'within the budget of records of the reply (view-context.ts)'],
  ['src/operations/views/document.ts', 'cart.coupons', ONE_ORDER],
  ['src/operations/views/dump.ts', 'ids', 'copied in a step of its own, or a reply of 200 records at most'],
  ['src/operations/views/listing.ts', 'listed', 'a reply of 200 records at most (view-context.ts)'],
  ['src/operations/views/open-carts.ts', 'ids', PAGE],
  ['src/operations/views/view-context.ts', 'ids', 'a reply of 200 records at most'],
  ['src/operations/views/view-context.ts', 'listed', 'a reply of 500 records at most'],
  ['src/operations/webhooks.ts', 'webhookIds(shop)', CONFIGURED],
];

const found = SRC.filter((file) => WATCHED.test(file) && !ASIDE.some(([room]) => file.startsWith(room))).flatMap(
  (file) => held(file),
);
const isShort = ({ file, over }: Loop): boolean => SHORT.some(([where, what]) => where === file && what === over);

test('a loop over records asks whether it may go on, or is known to be short', () => {
  expect(found.filter((loop) => !isShort(loop))).toEqual([]);
});

test('every exception is still there', () => {
  const gone = SHORT.filter(([file, over]) => !found.some((loop) => loop.file === file && loop.over === over));
  expect(gone).toEqual([]);
  expect(ASIDE.filter(([room]) => !SRC.some((file) => file.startsWith(room)))).toEqual([]);
});

test('what a call runs in steps is driven by its pace alone', () => {
  const driven = SRC.filter((file) => file.startsWith('src/operations/') && /\brunToEnd\b/.test(textOf(file)));
  expect(driven).toEqual([]);
});

test.each([
  ['for (const id of shop.index(kind).ids) sum += id;', 1],
  ['for (let id = 1; id < table.nextId; id += 1) read(id);', 1],
  ['for (const actor of table.resident.values()) {\n  read(actor);\n}', 1],
  ['for (const actor of table.resident.values()) {\n  if (isDue()) return;\n}', 0],
  ["for (const id of ids) {\n  yield '';\n}\nread();", 0],
  ["for (const id of ids) {\n  read(id);\n}\nyield '';", 1],
  ['return ordersOf(shop, userId).map((id) => view(id));', 1],
  ['return Array.from(listed, show);', 1],
  ['for (const name of PARTS) show(name);', 0],
])('%j has %i', (text, count) => {
  expect(held('x.ts', text)).toHaveLength(count);
});
