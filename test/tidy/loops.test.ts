// Catches a loop over the records of a shop that a call runs in one go: it holds the thread for as long as the shop is
// large, and counts against nothing. Such a function returns Steps and yields, asks whether its turn is over, or is
// named below with the reason why it is short. Lists of indexes say the reason where they are read (kernel/many.ts), or
// stand in loopable.ts, where the compiler finds them; local lists are found by their names.
import { expect, test } from 'vitest';
import { LISTS } from './loopable.ts';
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

/** Names of what has as many entries as there are records, or as a caller sends, or as many texts to be read. */
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
  'docCount',
  'values',
  'codes',
  'byValue',
  'children',
  'families',
  'subtree',
].join('|');
const CALLS = String.raw`ordersOf|\w+Ids|codesOf|livingLogins|attemptsFor|allCategories|family`;
/** What the indexes show, as the compiler finds it; an index that is a list itself goes by the name of its kind. */
const SHOWN = Object.keys(LISTS)
  .filter((name) => LISTS[name as keyof typeof LISTS] === '')
  .join('|');
const PARTS = String.raw`(?:\.ids|\.(?:keys|values|entries)\(\)|!)*`;
const OF_INDEXES = String.raw`(?:\.(?:${SHOWN})\b(?:\([^()]*\))?|\bindex\('(?:${SHOWN})'\))${PARTS}`;
const RECORDS = new RegExp(String.raw`(?:\b(?:${NAMES})\b${PARTS}|\b(?:${CALLS})\([^()]*\)|${OF_INDEXES})\]?$`);
/** A copy, which is a loop over what it copies. */
const COPY = new RegExp(String.raw`\[\.\.\.((?:[\w$!?.]|\([^()]*\))+?${OF_INDEXES})\]`, 'g');

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
    const looped = all.map((match) => match[1]!).filter((over) => RECORDS.test(over));
    const copied = [...line.matchAll(COPY)].map((match) => match[1]!);
    return [...looped, ...copied].map((over) => ({
      file,
      over: over.replace(/^\[?\.\.\.|\]$/g, ''),
      line: line.trim(),
    }));
  });
};

const PAGE = 'a page: its limit is a thousand';
const SLICE = '200 orders at most, of 500 lines together unless it is one (order-list-params.ts)';
const ONE_ORDER = 'of one order, cart or product';
const CONFIGURED = 'what the shop is configured with: channelsMax, webhooksMax, applications made by hand';

const WRITE = 'a write: one decision is one record, which cannot be interrupted, and of what one call may change';
const RULES = 'delivery_rules: 10,000';
const OPEN_PROMOTIONS = 'open_promotions: 1,000';
const LISTS_DUE = 'price lists and promotions that begin or end now: 1,000 of each';
const BLOCK = 'one block of steps: what runs it yields behind each';
const CODED = 'no reading of texts: at most 2,048 values of a column';
const FACET = 'at most 2,000 values of a facet, which are ranked in steps before';
const JUDGED = 'records that have changed while one search ran, judged in the step in which it ends';

const SHORT: readonly (readonly [file: string, over: string, reason: string])[] = [
  ['src/engine/search/facet-rows.ts', 'rootIds', JUDGED],
  ['src/domain/cart/line-price.ts', 'coupons', 'of one cart'],
  ['src/domain/catalogue/set-positions.ts', 'family(shop, id)', 'variations of one product'],
  ['src/domain/cart/session.ts', 'event.coupons', 'of one cart'],
  ['src/domain/listing/order-schema.ts', 'cart.coupons', ONE_ORDER],
  ['src/domain/listing/search-schemas.ts', "shop.index('shopobject').members", 'a look-up'],
  ['src/domain/reports/report.ts', 'byDay.keys()', 'one number for each day that the shop was open'],
  ['src/domain/reports/report.ts', 'records', 'zeroResultSearchesMax texts'],
  ['src/domain/webhooks/mail-queue.ts', 'this.failed', 'mailBacklogMax'],
  ['src/domain/webhooks/queue-mail.ts', 'ids', 'RETRIED_MAX mails'],
  [
    'src/engine/delivery/mail-outbox.ts',
    'this.messages.mails.failed',
    'ends behind the last old one, ENDS_MAX at most',
  ],
  ['src/engine/transactions/trial-indexes.ts', 'this.held', 'actors of an aggregate: atomic_events'],
  ['src/operations/mail.ts', 'mails.failed', 'mailBacklogMax'],
  [
    'src/domain/shop/document-template.ts',
    "shop.index('document_template').ids",
    'a text for each template and language of the shop',
  ],
  ['src/operations/access/levels.ts', 'staffIds(shop)', 'who opens the back office'],
  ['src/operations/applications.ts', 'ids', CONFIGURED],
  ['src/operations/applications.ts', 'livingLogins(shop, state)', 'logins of one application, which is one state'],
  ['src/operations/bindings.ts', 'products.behind(after, max)', PAGE],
  ['src/operations/channels.ts', 'ids', CONFIGURED],
  ['src/operations/channels.ts', "shop.index('channel').byName.values()", CONFIGURED],
  ['src/operations/coupon-search.ts', 'ids', PAGE],
  ['src/operations/coupons.ts', 'codesOf(shop, batchId)', 'the reply of a write, which has made as many in one record'],
  ['src/operations/customer-groups.ts', 'groupIds(shop)', 'customer_groups: 1,000'],
  ['src/operations/dispatch/admission.ts', 'values', 'fields of one call: bodyFieldsMax'],
  ['src/operations/dispatch/list-scheduler.ts', 'this.places.open', 'streamedListsMax'],
  ['src/operations/invitations.ts', 'invitationIds(shop)', 'open_invitations: 100'],
  ['src/domain/orders/move-refund.ts', 'ids', ONE_ORDER],
  ['src/domain/orders/booked-days.ts', 'order.money', ONE_ORDER],
  ['src/domain/accounting.ts', 'rest.revenue, ...money', 'accounts of a setting, at most 200 of each'],
  ['src/domain/reports/accounting-export.ts', 'this.byKey.values()', 'bookings of one order, or by tax of one day'],
  ['src/operations/order-insight.ts', 'attemptsFor(shop, orderId)', ONE_ORDER],
  ['src/operations/params/order-list-params.ts', 'ids.entries()', SLICE],
  [
    'src/operations/parcel-labels.ts',
    'orders.entries()',
    '200 orders at most, of 1,000 parcels together unless it is one',
  ],
  ['src/operations/price-lists.ts', 'listIds(shop)', 'price_lists: 1,000'],
  ['src/operations/roles.ts', 'staffIds(shop)', 'who opens the back office'],
  ['src/operations/slips.ts', 'orders', SLICE],
  ['src/operations/views/returns.ts', 'of.received', ONE_ORDER],
  ['src/operations/views/slips.ts', 'orders', SLICE],
  ['src/operations/stock.ts', 'stockIds', 'storages that hold one entity'],
  ['src/operations/views/catalogue.ts', 'ids', 'within the budget of records of the reply (view-context.ts)'],
  ['src/operations/views/document-amounts.ts', 'cart.coupons', ONE_ORDER],
  ['src/operations/views/dump.ts', 'ids', 'copied in a step of its own, or a reply of 200 records at most'],
  ['src/operations/views/facets.ts', 'values', 'the values of a facet that a reply shows'],
  ['src/operations/views/open-carts.ts', 'ids', PAGE],
  ['src/operations/webhooks.ts', 'webhookIds(shop)', CONFIGURED],
  [
    'src/domain/accounts/application-login.ts',
    'livingLogins(tx, state)',
    'logins of one application, which is one state',
  ],
  ['src/domain/accounts/change-role.ts', "shop.index('user').staff", 'who opens the back office'],
  ['src/domain/accounts/change-role.ts', "shop.index('channel').byName.values()", CONFIGURED],
  ['src/domain/accounts/change-role.ts', "shop.index('invitation').ends.keys()", 'open_invitations: 100'],
  ['src/domain/accounts/invite.ts', 'ends', 'open_invitations: 100'],
  ['src/domain/accounts/change-role.ts', 'staffIds(shop)', 'who opens the back office'],
  ['src/domain/accounts/invite.ts', 'invitationIds(tx)', 'open_invitations: 100'],
  ['src/domain/accounts/choose-preference.ts', 'userIds', WRITE],
  ['src/domain/accounts/forget-persons.ts', 'userIds', WRITE],
  ['src/domain/attributes/attributes.ts', 'ids', 'entries of one value'],
  ['src/domain/calculation/discount.ts', 'coupons', ONE_ORDER],
  ['src/domain/calculation/line-sums.ts', 'productIds', ONE_ORDER],
  ['src/domain/cart/cart-hold.ts', 'heldStockIds', ONE_ORDER],
  ['src/domain/cart/cart-hold.ts', 'stockIds', ONE_ORDER],
  ['src/domain/cart/cart-lines.ts', 'ids', ONE_ORDER],
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
  ['src/domain/catalogue/delete-category.ts', 'subtree', WRITE],
  ['src/domain/catalogue/delete-category.ts', 'children', WRITE],
  ['src/domain/catalogue/delete-object.ts', 'family(tx, id)', WRITE],
  ['src/domain/catalogue/delete-warehouse-entity.ts', 'ids', WRITE],
  ['src/domain/catalogue/product-family.ts', 'ids', ONE_ORDER],
  ['src/domain/coupons/create-coupons.ts', 'codes', WRITE],
  ['src/domain/catalogue/release-holds.ts', "before.index('stock').held", 'a change of a class; the holds of carts'],
  ['src/domain/catalogue/release-holds.ts', 'families', WRITE],
  ['src/domain/catalogue/release-holds.ts', 'heldStockIds', WRITE],
  ['src/domain/catalogue/release-holds.ts', 'productIds', WRITE],
  ['src/domain/catalogue/release-holds.ts', 'products', WRITE],
  ['src/domain/catalogue/release-holds.ts', 'stockIds', WRITE],
  ['src/domain/catalogue/release-holds.ts', 'touched.stockIds', WRITE],
  ['src/domain/catalogue/set-positions.ts', 'ids', WRITE],
  ['src/domain/catalogue/set-positions.ts', 'ids.entries()', WRITE],
  ['src/domain/catalogue/shop-class.ts', 'command.names', WRITE],
  ['src/domain/coupons/attach-coupons.ts', 'coupons', ONE_ORDER],
  ['src/domain/coupons/attach-coupons.ts', 'ids', ONE_ORDER],
  ['src/domain/coupons/change-coupons.ts', 'ids', 'coupons of one code'],
  ['src/domain/coupons/redeem-coupons.ts', 'coupons', ONE_ORDER],
  ['src/domain/coupons/redeem-coupons.ts', "tx.read('order', orderId)!.cart.coupons", ONE_ORDER],
  ['src/domain/delivery/change-rules.ts', "shop.index('delivery_rule').ids", RULES],
  ['src/domain/delivery/method-table.ts', 'this.rules.values()', RULES],
  ['src/domain/delivery/zone.ts', 'this.#blocks', RULES],
  ['src/domain/history/bring-past-order.ts', 'ids', WRITE],
  ['src/domain/ordered-child-index.ts', 'ids', 'categories below one, or variations of one product'],
  ['src/domain/orders/edit-preview.ts', 'cart.coupons', ONE_ORDER],
  ['src/operations/views/edited-order.ts', 'refundIds', ONE_ORDER],
  ['src/domain/orders/edit-preview.ts', 'other.coupons', ONE_ORDER],
  ['src/domain/orders/issued-invoice.ts', 'state.earlier', ONE_ORDER],
  ['src/domain/orders/issued-invoice.ts', 'issued?.earlier', ONE_ORDER],
  ['src/domain/orders/order.ts', 'sessions', 'sessions of one order'],
  ['src/domain/orders/order-return.ts', 'ids', ONE_ORDER],
  ['src/domain/orders/product-sales.ts', 'products.entries()', 'products of one order'],
  ['src/domain/orders/returning-orders.ts', 'orders', 'orders of one person'],
  ['src/domain/orders/take-payment.ts', 'attemptsFor(tx, orderId)', ONE_ORDER],
  ['src/domain/orders/take-payment.ts', 'ids', ONE_ORDER],
  ['src/domain/orders/payment.ts', 'attemptsFor(shop, orderId)', ONE_ORDER],
  ['src/domain/orders/refund.ts', 'ids', 'of one order, or numbers alone, which are not read'],
  [
    'src/engine/delivery/refund-calls.ts',
    '(this.engine.tables.refund.index as RefundIndex).toAsk',
    'one of an order, until it is answered',
  ],
  ['src/domain/orders/unclaimed-money.ts', 'held', ONE_ORDER],
  ['src/operations/refunds.ts', 'refundIds', ONE_ORDER],
  ['src/domain/orders/unclaimed-money.ts', 'ids', ONE_ORDER],
  ['src/domain/orders/unclaimed-money.ts', 'index.ends', 'stops at ENDS_DROPPED_MAX'],
  ['src/domain/prices/change-lists.ts', "tx.index('price_list').due.dueAt(tx.atMs)", LISTS_DUE],
  ['src/domain/prices/change-lists.ts', 'listIds(tx)', 'price_lists: 1,000'],
  ['src/domain/prices/price-list.ts', 'this.runningFor(terms.field)', 'price_lists: 1,000'],
  ['src/domain/privacy/keyring.ts', 'state.scheduled', WRITE],
  ['src/domain/privacy/keyring.ts', 'event.actors', WRITE],
  ['src/domain/promotions/change-promotions.ts', "tx.index('promotion').due.dueAt(tx.atMs)", LISTS_DUE],
  ['src/domain/promotions/change-promotions.ts', 'promotionIds(tx)', WRITE],
  ['src/domain/promotions/promotion.ts', 'this.running', OPEN_PROMOTIONS],
  ['src/domain/cart/cart-promotions.ts', "shop.index('promotion').running", OPEN_PROMOTIONS],
  [
    'src/domain/promotions/promotion.ts',
    "shop.index('promotion').ids",
    'numbers alone are sorted; ended ones stay few',
  ],
  ['src/domain/shop/amounts-in-use.ts', "tx.index('delivery_rule').ids", RULES],
  ['src/domain/shop/held-settings.ts', 'parts.names(before[name])', 'parts of one setting'],
  ['src/domain/schema.ts', 'values', 'a list of one state or event'],
  ['src/domain/shop/written-settings.ts', 'values', 'entries of one setting'],
  ['src/domain/shop/shop.ts', 'state.scheduled', 'changes of settings that are to come'],
  ['src/domain/stock/availability.ts', 'demand.stockIds', 'storages that hold one entity, or parts of one set'],
  ['src/domain/stock/availability.ts', 'stockIds', 'storages that hold one entity, or parts of one set'],
  ['src/domain/stock/latest-movements.ts', 'stockIds', 'storages that hold one entity'],
  ['src/domain/stock/put-away.ts', 'stockIds', 'storages that hold one entity'],
  ['src/domain/time/time-step.ts', "shop.index('time_step').ids", 'steps of the clock that nobody has settled'],
  ['src/domain/reports/searched.ts', 'this.ids.keys()', 'days of searches, 400 at most, and one to be forgotten'],
  ['src/domain/unique-index.ts', 'this.ids.values()', 'one copy, `Many` for whoever asks'],
  ['src/domain/words/change-words.ts', 'ids', 'search_words: 50 of one query'],
  ['src/domain/webhooks/list-webhooks.ts', "shop.index('webhook').ids", CONFIGURED],
  ['src/domain/webhooks/delete-webhook.ts', "shop.index('message').queues", CONFIGURED],
  ['src/domain/webhooks/fire-webhooks.ts', 'ids', CONFIGURED],
  ['src/domain/webhooks/message.ts', 'ids', 'messages to one user'],
  ['src/domain/webhooks/record-delivery.ts', 'ids', WRITE],
  ['src/domain/webhooks/surplus-messages.ts', 'messageIds', 'as many as the outbox ends in one record'],
  ['src/engine/delivery/feed-messages.ts', 'ids', 'stops at NAMED_MAX'],
  ['src/engine/delivery/outbox.ts', 'this.messages.bySubject', 'one entry for each hour with a message'],
  ['src/engine/delivery/outbox.ts', 'this.messages.bySubject.values()', 'at the start'],
  ['src/engine/search/column.ts', 'values', 'a write: a column gives up its codes'],
  ['src/engine/search/column.ts', 'codes', 'a write: a column gives up its codes'],
  ['src/engine/search/distinct.ts', 'changes.docIds', JUDGED],
  ['src/engine/search/distinct.ts', 'docIds', JUDGED],
  ['src/engine/search/facet-tally.ts', 'values', 'of one record'],
  ['src/engine/search/facet-values.ts', 'values.entries()', FACET],
  ['src/engine/search/facet-values.ts', 'byValue.keys()', FACET],
  ['src/engine/search/facet-values.ts', 'byValue', FACET],
  ['src/engine/search/field-resolver.ts', 'ids', 'categories of one record'],
  ['src/engine/search/forward-index.ts', 'this.blocks', 'a write, which drops an attribute of a class'],
  ['src/engine/search/inheriting-writer.ts', 'children', 'a write, which its variations inherit'],
  ['src/engine/search/inverted-index.ts', 'this.formIds()', 'a write: an index is emptied'],
  ['src/engine/search/keyset-page.ts', 'changes.docIds', JUDGED],
  ['src/engine/search/keyset-page.ts', 'docIds', JUDGED],
  ['src/engine/search/match.ts', 'docIds', BLOCK],
  ['src/engine/search/postings.ts', 'docIds', 'one list of documents as it becomes bits'],
  ['src/engine/search/prefix-index.ts', 'this.blocks', BLOCK],
  ['src/engine/search/query-meaning.ts', 'this.names', 'fields of one search'],
  ['src/engine/search/query-meaning.ts', '!this.names', 'fields of one search'],
  ['src/engine/search/sort-keys.ts', 'values', CODED],
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
  ["return [...shop.index('promotion').ids].sort();", 1],
  ["for (const list of index.runningFor('price')) {\n  read(list);\n}", 1],
  ["for (const [id] of shop.index('coupon_batch')) {\n  read(id);\n}", 1],
  ["for (const id of ids) {\n  yield '';\n}\nread();", 0],
  ["for (const id of ids) {\n  read(id);\n}\nyield '';", 1],
  ['return ordersOf(shop, userId).map((id) => view(id));', 1],
  ['return Array.from(listed, show);', 1],
  ['return Uint8Array.from(coded!.values, (value) => holds(value));', 1],
  ['return column.coded?.values.filter(holds);', 1],
  ['for (const name of PARTS) show(name);', 0],
])('%j has %i', (text, count) => {
  expect(held('x.ts', text)).toHaveLength(count);
});
