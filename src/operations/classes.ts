// Classes, which give products, contents, warehouse entities, users and records their attributes.
import {
  addAttributes,
  removeAttributes,
  setQuantityStep,
  updateAttributes,
} from '../domain/catalogue/define-attributes.ts';
import { createClass, setPublic } from '../domain/catalogue/create-class.ts';
import { deleteClass } from '../domain/catalogue/delete-class.ts';
import { CLASS_TYPES } from '../domain/catalogue/shop-class.ts';
import { int, oneOf, optional } from '../kernel/params.ts';
import { ok, refuse } from '../kernel/result.ts';
import { read, write } from './context/operation.ts';
import {
  attributeChanges,
  attributeDefinitions,
  attributeNames,
  isPublic,
  quantityStep,
} from './params/class-params.ts';
import { writeSeen } from './params/seen-write.ts';
import { language, name } from './params/shop-params.ts';
import { ShopClass } from './replies/catalogue.ts';
import { viewClass } from './views/catalogue.ts';
import { fitted, viewContext } from './views/view-context.ts';
import { created, done } from './replies/plain.ts';

const OF_CLASS = {
  kind: 'class',
  id: (args: { readonly id_class: number }) => args.id_class,
  called: 'class',
  shownBy: 'get_class_languages',
} as const;

export const get_class_details = read({
  area: 'classes',
  summary: 'A class with its attributes.',
  credential: 'secret_read',
  session: 'none',
  params: { id_class: int('class id'), language },
  refusals: ['CLASS_NOT_FOUND'],
  reply: ShopClass,
  cacheable: true,
  view: (args, ctx) => {
    const shopClass = ctx.shop.read('class', args.id_class);
    if (shopClass === undefined) return refuse('CLASS_NOT_FOUND', args.id_class);
    return fitted(viewContext(ctx, args), (sized) => ok(viewClass(args.id_class, shopClass, sized)));
  },
});

export const create_class = write({
  area: 'classes',
  summary: 'Makes a class without attributes.',
  credential: 'secret',
  session: 'none',
  params: { name, type: oneOf('what the class is for', CLASS_TYPES), quantity_step: quantityStep, public: isPublic },
  handle: ({ name: called, type, quantity_step: step, public: seen }, { shop }) =>
    createClass(shop, called, type, step, seen),
  refusals: ['CLASS_NAME_NOT_VALID', 'CLASS_NAME_ALREADY_IN_USE'],
  ...created('create_class', 'class'),
});

export const delete_class = writeSeen(OF_CLASS, {
  area: 'classes',
  summary: 'Deletes a class of which there are no objects.',
  credential: 'secret',
  session: 'none',
  params: { id_class: int('class id') },
  handle: (args, { shop }) => deleteClass(shop, args.id_class),
  refusals: ['CLASS_NOT_FOUND', 'CLASS_IN_USE'],
  ...done('delete_class'),
});

export const create_class_attributes = writeSeen(OF_CLASS, {
  area: 'classes',
  summary: 'Adds attributes to a class, all or none.',
  credential: 'secret',
  session: 'none',
  params: { id_class: int('class id'), attributes: attributeDefinitions },
  handle: (args, { shop }) => addAttributes(shop, args.id_class, args.attributes),
  refusals: [
    'CLASS_NOT_FOUND',
    'SHOPOBJECT_ATTRIBUTE_INVALID',
    'SHOPOBJECT_ATTRIBUTE_NAME_IS_IN_USE',
    'SHOPOBJECT_ATTRIBUTE_NAME_NOT_VALID',
  ],
  ...done('create_class_attributes'),
});

export const update_class_attributes = writeSeen(OF_CLASS, {
  area: 'classes',
  isExtension: true,
  summary:
    'Changes labels and defaults of attributes of a class, its quantity step and who sees its records, all or none; ' +
    'what is left out stays.',
  credential: 'secret',
  session: 'none',
  params: {
    id_class: int('class id'),
    attributes: optional(attributeChanges, [], 'none'),
    quantity_step: quantityStep,
    public: isPublic,
  },
  handle: ({ id_class: id, attributes, quantity_step: step, public: seen }, { shop }) => {
    const updated = updateAttributes(shop, id, attributes);
    const stepped = !updated.ok || step === undefined ? updated : setQuantityStep(shop, id, step);
    return !stepped.ok || seen === undefined ? stepped : setPublic(shop, id, seen);
  },
  refusals: ['CLASS_NOT_FOUND', 'SHOPOBJECT_ATTRIBUTE_INVALID', 'SHOPOBJECT_ATTRIBUTE_UNKNOWN'],
  ...done('update_class_attributes'),
});

export const delete_class_attributes = writeSeen(OF_CLASS, {
  area: 'classes',
  summary: 'Takes attributes out of a class, all or none, and with them their values in every object.',
  credential: 'secret',
  session: 'none',
  params: { id_class: int('class id'), attributes: attributeNames },
  handle: (args, { shop }) => removeAttributes(shop, args.id_class, args.attributes),
  refusals: ['CLASS_NOT_FOUND', 'SHOPOBJECT_ATTRIBUTE_UNKNOWN'],
  ...done('delete_class_attributes'),
});
