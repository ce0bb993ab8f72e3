// Searches as known clients send them: none may be refused for the size of the shop, whatever the budgets are.
type Fields = Readonly<Record<string, string>>;

const PRODUCTS = { request: 'search_products', language: 'de_DE', country: 'DE', left_limit: '0', right_limit: '24' };
const ORDERS = { request: 'search_orders', language: 'de_DE', left_limit: '0', right_limit: '50' };
const products = (constraint: object, more: Fields = {}): Fields => ({
  ...PRODUCTS,
  constraint: JSON.stringify(constraint),
  ...more,
});
const orders = (constraint: object, more: Fields = {}): Fields => ({
  ...ORDERS,
  constraint: JSON.stringify(constraint),
  ...more,
});

export const KNOWN_SEARCHES: { readonly [what: string]: Fields } = {
  'products by a part of their name': products({ name: ['LIKE', 'a'] }, { right_limit: '2' }),
  'a search box: name or number': products([{ OR: { name: ['LIKE', 'um'], 'main.name': ['LIKE', '12'] } }]),
  'three words, each anywhere': products([
    { AND: [{ name: ['LIKE', 'e'] }, { name: ['LIKE', 'a'] }, { description: ['LIKE', 'o'] }] },
  ]),
  'none of three words': products([
    { name: ['NOT LIKE', 'ab'] },
    { description: ['NOT LIKE', 'bc'] },
    { description: ['NOT LIKE', 'cd'] },
  ]),
  'a price range, by name': products({ price: ['BETWEEN', 1, 500] }, { order_columns: '["name"]', order: 'DESC' }),
  'all, by name': products([], { order_columns: '["main.name"]', order: 'ASC' }),
  'all, by two attributes': products([], { order_columns: '["name","price"]' }),
  'one element number': products({ 'metadata.element_number': 'A-1' }),
  'a list of ids': products({ 'main.id': ['IN', [1, 5, 9, 4711]] }),
  'distinct names': { request: 'search_distinct_products', field: 'main.name', constraint: '[]', language: 'de_DE' },
  'contents, all': { request: 'search_contents', constraint: '[]', language: 'de_DE' },
  'warehouse entities, all': { request: 'search_warehouse_entities', constraint: '[]', language: 'de_DE' },
  'users by name': { request: 'search_users', constraint: '{"username":["LIKE","a"]}' },
  'the newest orders': orders([], { order_columns: '["creation_date"]', order: 'DESC' }),
  'orders of an e-mail address': orders({ email: 'nobody@example.org' }),
  'orders of a part of an address': orders({ order_invoice_lastname: ['LIKE', '%e%r%'] }),
  'orders in a state, by date': orders({ payment_state: 'new' }, { order_columns: '["creation_date"]' }),
  'orders of a year': orders({ creation_date: ['BETWEEN', '2026-01-01 00:00:00', '2026-12-31 23:59:59'] }),
  'orders above a sum': orders({ 'cart.sum': ['>', 10] }, { order_columns: '["cart.sum"]', order: 'DESC' }),
};
