// Catches a change of what others depend on: names of events, kinds, operations and refusals, and pinned dependencies.
import { describe, expect, test } from 'vitest';
import { KINDS } from '../../src/domain/kinds.ts';
import { REFUSALS } from '../../src/kernel/refusals.ts';
import { OPERATIONS } from '../../src/operations/dispatch/registry.ts';
import { SRC, textOf, withoutComments } from './source.ts';

describe('what others depend on', () => {
  test('events have names of their own, in snake_case', () => {
    const events = Object.values(KINDS).flatMap((kind) => Object.keys(kind.events));
    expect(events.filter((event) => !/^[a-z]+(_[a-z]+)+$/.test(event))).toEqual([]);
    expect(events.filter((event, at) => events.indexOf(event) !== at)).toEqual([]);
  });

  test('kinds are called in the table as they are on disk', () => {
    for (const [name, { kind }] of Object.entries(KINDS)) expect(kind).toBe(name);
  });

  test('no operation that existing clients call is missing or renamed', () => {
    const specified = [...OPERATIONS].filter(([, { isExtension }]) => isExtension !== true).map(([name]) => name);
    expect(specified).toHaveLength(79);
    expect(specified.sort()).toEqual(SPECIFIED.trim().split(/\s+/).sort());
  });

  test('operations and parameters are in snake_case, and say what they are', () => {
    for (const [name, { params, summary }] of OPERATIONS) {
      expect([name, ...Object.keys(params)].filter((one) => !/^[a-z]+(_[a-z0-9]+)*$/.test(one))).toEqual([]);
      expect(summary, name).toMatch(/^[A-Z].*\.$/);
      for (const [param, { schema }] of Object.entries(params)) {
        expect((schema as { description?: string }).description ?? '', `${name}.${param}`).not.toBe('');
      }
    }
  });

  test('every refusal code is used', () => {
    const text = SRC.filter((file) => file !== 'src/kernel/refusals.ts')
      .map(textOf)
      .join('\n');
    const words = new Set(withoutComments(text).match(/\w+/g));
    const unused = Object.keys(REFUSALS).filter((code) => !words.has(code));
    expect(unused).toEqual([]);
  });

  test('every dependency is listed and pinned', () => {
    const documented = ['dependencies', 'dev-dependencies']
      .map((page) => textOf(`docs/internals/${page}.md`))
      .join('\n');
    const { dependencies, devDependencies } = JSON.parse(textOf('package.json')) as {
      [group: string]: { [name: string]: string };
    };
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(documented, name).toMatch(new RegExp(`^[|-] ${name.replace(/[./]/g, '\\$&')} `, 'm'));
      // DuckDB's package has the version of DuckDB, and a release of its own behind it.
      expect(version, name).toMatch(/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-r\.\d+)?$/);
    }
  });
});

const SPECIFIED = `
get_new_session
get_categories get_products_in_category get_contents_in_category get_shopobjects_in_category dump_category
seo_get_products_in_category seo_get_contents_in_category seo_get_shopobjects_in_category
create_category update_category delete_category
get_product_details get_content_details seo_get_product_details seo_get_content_details
create_product update_product create_variation delete_product create_content update_content delete_content
get_class_details create_class delete_class create_class_attributes delete_class_attributes
add_to_cart sub_from_cart del_from_cart clear_cart get_cart add_coupons add_delivery_costs
set_order_details get_order_details get_order_by_id update_order_details checkout get_invoice get_order_confirmation
get_delivery_countries
get_payment_methods do_payment
register_user verify_user login_user logout_user set_user_password reset_user_password get_user_orders get_user_data
get_user_by_id
set_user_data update_user_data instant_login
search_products search_contents search_orders search_users search_warehouse_entities search_classes
search_distinct_products
create_warehouse_entity update_warehouse_entity delete_warehouse_entity inventory_place inventory_take add_binding
delete_binding
create_coupons create_webhook update_webhook get_status create_channel get_report aggregate
application_api_call
`;
