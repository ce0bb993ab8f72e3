// Warehouse entities as clients read them.
import { entityMilli } from '../../domain/stock/availability.ts';
import type { Shown } from '../../kernel/json.ts';
import type { WarehouseEntity } from '../replies/catalogue.ts';
import { viewAttributes } from './catalogue.ts';
import { dateTime, quantity } from './format.ts';
import type { ViewContext } from './view-context.ts';

export const viewWarehouseEntity = (id: number, view: ViewContext): Shown<WarehouseEntity> => {
  const entity = view.shop.read('warehouse_entity', id)!;
  const { element_number, ean, length, width, height, weight, notes } = entity.metadata;
  return {
    object: 'warehouse_entity',
    id,
    name: entity.name,
    creation_date: dateTime(entity.createdMs),
    class: view.shop.read('class', entity.classId)?.name ?? '',
    id_manufacturer: entity.manufacturerId,
    availability: { quantity: quantity(entityMilli(view.shop, id)), quantity_warning: 0 },
    metadata: { element_number, ean, length, width, height, weight, notes },
    attributes: viewAttributes(entity.classId, entity.attributes, view, 0),
    seq: view.shop.seqOf('warehouse_entity', id),
  };
};
