// Catches an operation that a shop cannot reach from its back office although nobody has decided so: each is called by
// a screen, or named here with the reason why it is not.
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../src/operations/dispatch/registry.ts';
import { BACK_OFFICE, textOf } from '../tidy/source.ts';

const OF_SHOPPERS = 'what a shopper does in a storefront';
const BY_ID = 'screens ask for what they show by number or by a search';
const BEFORE_LOGIN = 'the page calls it by an address of its own, before anybody is logged in';
const SEARCHED = 'the search of the same has these conditions, and more';

const WITHOUT_SCREEN: { readonly [operation: string]: string } = {
  get_new_session: OF_SHOPPERS,
  suggest_products: OF_SHOPPERS,
  search_clicked: OF_SHOPPERS,
  clear_cart: OF_SHOPPERS,
  sub_from_cart: OF_SHOPPERS,
  set_context: OF_SHOPPERS,
  get_payment_methods: OF_SHOPPERS,
  get_delivery_countries: OF_SHOPPERS,
  login_user: OF_SHOPPERS,
  logout_user: OF_SHOPPERS,
  verify_user: OF_SHOPPERS,
  reset_user_password: OF_SHOPPERS,
  get_user_data: OF_SHOPPERS,
  get_user_orders: OF_SHOPPERS,
  set_user_data: OF_SHOPPERS,
  instant_login: OF_SHOPPERS,
  make_first_owner: BEFORE_LOGIN,
  get_invitation: BEFORE_LOGIN,
  accept_invitation: BEFORE_LOGIN,
  get_class_details: 'get_class_languages has more of the same',
  application_api_call: 'what a storefront asks of an application',
  dump_category: 'a storefront that keeps a copy of the catalogue',
  get_shopobjects_in_category: SEARCHED,
  seo_get_contents_in_category: BY_ID,
  seo_get_products_in_category: BY_ID,
  seo_get_shopobjects_in_category: BY_ID,
  seo_get_content_details: BY_ID,
  seo_get_product_details: BY_ID,
  get_prices: 'explain_price says the same, and why',
  get_rights: 'the log-in of the back office says what a person may do',
  search_distinct_products: 'the values of a filter, of which a list of products has none',
  edit_order: 'the screen of an edit shows each change before it is made',
  get_status: 'the screen of the process shows it, of one process at a time',
};

const SOURCES = BACK_OFFICE.map(textOf).join('\n');
const isCalled = (name: string): boolean => SOURCES.includes(`'${name}'`);

test('every operation is called by a screen, or is named here with a reason', () => {
  const unreachable = [...OPERATIONS.keys()].filter((name) => !isCalled(name) && !Object.hasOwn(WITHOUT_SCREEN, name));
  expect(unreachable, 'give it a screen, or say here why it has none').toEqual([]);
});

test('what is named here is an operation, and no screen calls it', () => {
  const names = Object.keys(WITHOUT_SCREEN);
  expect(names.filter((name) => !OPERATIONS.has(name) || isCalled(name))).toEqual([]);
});
