// S 4.4: products and contents.
import { createProduct } from '../domain/catalogue.ts';
import { flag, int, optional, text } from '../kernel/params.ts';
import { ok, refuse } from '../kernel/result.ts';
import { read, write } from './operation.ts';
import { attributes, availability, categories, country, language, metadata, name, neededAttributes, seo } from './params.ts';
import { lens, viewProduct } from './views/catalogue.ts';

export const get_product_details = read({
  spec: '4.4',
  summary: 'A product with everything about it.',
  credential: 'licence',
  session: 'none',
  params: { id_product: int('product id'), language, country, needed_attributes: neededAttributes },
  kept: true,
  view: (args, { shop, backOffice }) => {
    const product = shop.read('shopobject', args.id_product);
    if (product === undefined || product.type !== 'product' || !(product.active || backOffice)) {
      return refuse('SHOPOBJECT_NOT_FOUND', args.id_product);
    }
    return ok(viewProduct(args.id_product, product, lens(shop, args.language, args.country, args.needed_attributes)));
  },
});

export const create_product = write({
  spec: '4.4',
  summary: 'Makes a product, with its stock and, if asked, its binding.',
  credential: 'secret',
  session: 'none',
  params: {
    class: text('name of a product class'),
    name,
    shop_active: optional(flag('1 = to be seen and bought'), false),
    attributes,
    seo,
    metadata,
    availability,
    categories,
    add_binding: optional(flag('bind to the warehouse entity of the same element number'), false),
  },
  handle: (args, { shop }) =>
    createProduct(shop, {
      className: args.class,
      name: args.name,
      active: args.shop_active,
      attributes: args.attributes,
      seo: args.seo,
      metadata: args.metadata,
      availability: {
        managed: args.availability.managed,
        override: args.availability.override,
        warningMilli: args.availability.warningMilli,
      },
      quantityMilli: args.availability.quantityMilli,
      categories: args.categories,
      bind: args.add_binding,
    }),
  view: (id) => ({ object: 'create_product', id: String(id) }),
});
