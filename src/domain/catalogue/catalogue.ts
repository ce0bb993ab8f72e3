// Every decision over classes, categories, products, contents, warehouse entities and their stock, by one door.
export type { Given } from '../attributes/attributes.ts';
export * from './categories.ts';
export * from './classes.ts';
export * from './inventory.ts';
export * from './objects.ts';
