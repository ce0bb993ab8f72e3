// Fills an empty shop: classes, one category, stock per stock code, one product per stock code and price.

import { forEachConcurrently } from './concurrent.ts';
import { priceText } from './plan.ts';
import type { Plan, Product, Stock } from './plan.ts';
import { ReplayError } from './replay-error.ts';
import type { StateFile } from './state-file.ts';
import { STORAGE } from './storage.ts';
import type { Reply, Wire } from './wire.ts';

export const LANGUAGE = 'de_DE';
export const COUNTRY = 'DE';

const PRODUCT_CLASS = 'replay_product';
const STOCK_CLASS = 'replay_stock';

/** Makes the catalogue and records every product's id. */
export const fillCatalogue = async (
  wire: Wire,
  plan: Plan,
  state: StateFile,
  workers: number,
  made: () => void,
): Promise<void> => {
  await makeClasses(wire);
  const category = idOf(
    'create_category',
    await wire.callBackOffice('create_category', { id_parent: 0, name: 'Replay' }),
  );
  await forEachConcurrently(plan.stocks, workers, async (stock) => {
    await makeStock(wire, stock);
    made();
  });
  await forEachConcurrently(plan.products, workers, async (product) => {
    state.record({ product: product.name, id: await makeProduct(wire, product, category) });
    made();
  });
  state.record({ ready: true });
};

/** The id in the reply of a create operation, which is text there. */
const idOf = (operation: string, reply: Reply): number => {
  const id = Number(reply['id']);
  if (!Number.isSafeInteger(id) || id <= 0)
    throw new ReplayError(`${operation} was answered without an id: ${JSON.stringify(reply).slice(0, 80)}`);
  return id;
};

const makeClasses = async (wire: Wire): Promise<void> => {
  const productClass = idOf(
    'create_class',
    await wire.callBackOffice('create_class', { name: PRODUCT_CLASS, type: 'product' }),
  );
  await wire.callBackOffice('create_class', { name: STOCK_CLASS, type: 'warehouse_entity' });
  const attributes = [
    { name: 'price', type: 'FLOAT', [LANGUAGE]: { label: 'Preis', value: 0 } },
    { name: 'name', type: 'CHAR', [LANGUAGE]: { label: 'Name', value: '' } },
    { name: 'description', type: 'TXT', [LANGUAGE]: { label: 'Beschreibung', value: '' } },
  ];
  await wire.callBackOffice('create_class_attributes', {
    id_class: productClass,
    attributes: JSON.stringify(attributes),
  });
};

const makeStock = async (wire: Wire, { stockCode, placedUnits }: Stock): Promise<void> => {
  await wire.callBackOffice('create_warehouse_entity', {
    class: STOCK_CLASS,
    name: stockCode,
    id_manufacturer: 0,
    attributes: '{}',
    metadata: JSON.stringify({ element_number: stockCode }),
  });
  await wire.callBackOffice('inventory_place', {
    storage: STORAGE,
    element_number: stockCode,
    quantity: placedUnits,
    note: 'what the replay will sell, and one more',
  });
};

const makeProduct = async (wire: Wire, product: Product, category: number): Promise<number> => {
  const { name, stockCode, priceE4, description } = product;
  const reply = await wire.callBackOffice('create_product', {
    class: PRODUCT_CLASS,
    name,
    shop_active: 1,
    // The price goes as text: no float on its way.
    attributes: JSON.stringify({ [LANGUAGE]: { price: priceText(priceE4), name, description } }),
    metadata: JSON.stringify({ element_number: stockCode }),
    availability: JSON.stringify({ quantity: 0, quantity_warning: 0, allow_override: 0, active: 1 }),
    categories: JSON.stringify([category]),
    add_binding: 1,
  });
  return idOf('create_product', reply);
};
