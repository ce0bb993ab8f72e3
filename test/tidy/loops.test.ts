// Catches a loop over the records of a shop that a call runs in one go: it holds the thread for as long as the shop is
// large, and counts against nothing. Such a function returns Steps and yields, asks whether its turn is over, or is
// named below with the reason why it is short. Lists of indexes say the reason where they are read (kernel/many.ts).
import { expect, test } from 'vitest';
import { SRC, textOf, withoutComments } from './source.ts';

/** What calls reach, and may loop over records in; what they decide and find in as well as what they show. */
const WATCHED =
  /^src\/(domain|operations)\/|^src\/engine\/([^/]+$|(actors|audit|cache|codes|commit|delivery|search|transactions)\/)/;
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

const WRITE = 'a write: one decision is one record, which cannot be interrupted, and of what one call may change';
const BLOCK = 'one block of steps: what runs it yields behind each';
const JUDGED = 'records that have changed while one search ran, judged in the step in which it ends';

const SHORT: readonly (readonly [file: string, over: string, reason: string])[] = [
  ['src/domain/cart/line-price.ts', 'coupons', 'of one cart'],
  ['src/domain/cart/session.ts', 'event.coupons', 'of one cart'],
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
  ['src/operations/views/catalogue.ts', 'ids', 'within the budget of records of the reply (view-context.ts)'],
  ['src/operations/views/document.ts', 'cart.coupons', ONE_ORDER],
  ['src/operations/views/dump.ts', 'ids', 'copied in a step of its own, or a reply of 200 records at most'],
  ['src/operations/views/listing.ts', 'listed', 'a reply of 200 records at most (view-context.ts)'],
  ['src/operations/views/open-carts.ts', 'ids', PAGE],
  ['src/operations/views/view-context.ts', 'ids', 'a reply of 200 records at most'],
  ['src/operations/views/view-context.ts', 'listed', 'a reply of 500 records at most'],
  ['src/operations/webhooks.ts', 'webhookIds(shop)', CONFIGURED],
  [
    'src/domain/accounts/application-login.ts',
    'livingLogins(tx, state)',
    'logins of one application, which is one state',
  ],
  ['src/domain/accounts/choose-preference.ts', 'userIds', WRITE],
  ['src/domain/accounts/forget-persons.ts', '...userIds', WRITE],
  ['src/domain/attributes/attributes.ts', 'ids', 'entries of one value'],
  ['src/domain/calculation/discount.ts', 'coupons', ONE_ORDER],
  ['src/domain/cart/cart-hold.ts', 'heldStockIds', ONE_ORDER],
  ['src/domain/cart/cart-hold.ts', 'stockIds', ONE_ORDER],
  ['src/domain/cart/cart-lines.ts', '...ids', ONE_ORDER],
  ['src/domain/cart/cart-lines.ts', 'event.lineIds', ONE_ORDER],
  ['src/domain/cart/cart-promotions.ts', 'cart.coupons', ONE_ORDER],
  ['src/domain/cart/explanation.ts', 'cart.coupons', ONE_ORDER],
  ['src/domain/cart/explanation.ts', 'explained.coupons', ONE_ORDER],
  ['src/domain/cart/session-size.ts', 'cart.coupons', ONE_ORDER],
  ['src/domain/cart/session-size.ts', 'event.lineIds', ONE_ORDER],
  [
    'src/domain/catalogue/delete-category.ts',
    'members',
    'a write, which counts in one go what is in the categories that it ends',
  ],
  ['src/domain/catalogue/delete-object.ts', 'family(tx, id)', WRITE],
  ['src/domain/catalogue/delete-warehouse-entity.ts', 'ids', WRITE],
  ['src/domain/catalogue/product-family.ts', 'ids', ONE_ORDER],
  ['src/domain/catalogue/release-holds.ts', 'heldStockIds', WRITE],
  ['src/domain/catalogue/release-holds.ts', 'productIds', WRITE],
  ['src/domain/catalogue/release-holds.ts', 'products', WRITE],
  ['src/domain/catalogue/release-holds.ts', 'stockIds', WRITE],
  ['src/domain/catalogue/release-holds.ts', 'touched.stockIds', WRITE],
  ['src/domain/catalogue/set-positions.ts', 'ids', WRITE],
  ['src/domain/catalogue/set-positions.ts', 'ids.entries()', WRITE],
  ['src/domain/coupons/attach-coupons.ts', 'coupons', ONE_ORDER],
  ['src/domain/coupons/attach-coupons.ts', 'ids', ONE_ORDER],
  ['src/domain/coupons/change-coupons.ts', 'ids', 'coupons of one code'],
  ['src/domain/coupons/redeem-coupons.ts', "tx.read('order', orderId)!.cart.coupons", ONE_ORDER],
  ['src/domain/history/bring-past-order.ts', 'ids', WRITE],
  ['src/domain/ordered-child-index.ts', 'ids', 'categories below one, or variations of one product'],
  ['src/domain/orders/order.ts', 'sessions', 'sessions of one order'],
  ['src/domain/orders/product-sales.ts', 'products.entries()', 'products of one order'],
  ['src/domain/orders/returning-orders.ts', 'orders', 'orders of one person'],
  ['src/domain/orders/take-payment.ts', 'attemptsFor(tx, orderId)', ONE_ORDER],
  ['src/domain/orders/unclaimed-money.ts', 'attemptsFor(tx, orderId)', ONE_ORDER],
  ['src/domain/orders/unclaimed-money.ts', 'ids', ONE_ORDER],
  ['src/domain/privacy/keyring.ts', 'event.actors', WRITE],
  ['src/domain/stock/availability.ts', 'demand.stockIds', 'storages that hold one entity, or parts of one set'],
  ['src/domain/stock/availability.ts', 'stockIds', 'storages that hold one entity, or parts of one set'],
  ['src/domain/stock/latest-movements.ts', 'stockIds', 'storages that hold one entity'],
  ['src/domain/webhooks/delete-webhook.ts', "shop.index('message').queues", CONFIGURED],
  ['src/domain/webhooks/fire-webhooks.ts', 'ids', CONFIGURED],
  ['src/domain/webhooks/message.ts', '...ids', 'messages to one user'],
  ['src/domain/webhooks/record-delivery.ts', 'ids', WRITE],
  ['src/domain/webhooks/surplus-messages.ts', 'messageIds', 'as many as the outbox ends in one record'],
  ['src/engine/delivery/feed-messages.ts', 'ids', 'stops at NAMED_MAX'],
  ['src/engine/delivery/outbox.ts', 'ids', CONFIGURED],
  ['src/engine/search/distinct.ts', 'changes.docIds', JUDGED],
  ['src/engine/search/distinct.ts', 'docIds', JUDGED],
  ['src/engine/search/field-resolver.ts', 'ids', 'categories of one record'],
  ['src/engine/search/forward-index.ts', 'this.blocks', 'a write, which drops an attribute of a class'],
  ['src/engine/search/keyset-page.ts', 'changes.docIds', JUDGED],
  ['src/engine/search/keyset-page.ts', 'docIds', JUDGED],
  ['src/engine/search/match.ts', 'docIds', BLOCK],
  ['src/engine/search/postings.ts', 'docIds', 'one list of documents as it becomes bits'],
  ['src/engine/search/prefix-index.ts', 'this.blocks', BLOCK],
  ['src/engine/search/typo-suppression.ts', 'docIds', BLOCK],
  ['src/engine/search/whole-texts.ts', 'this.blocks', BLOCK],
  ['src/engine/search/word-forms.ts', 'ids', 'a write: a table of words doubles'],
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
