// Connects the operation export_products to the writers of catalogue files.
import { classesOf } from '../catalogue-files/catalogue.ts';
import { openExport } from '../catalogue-files/product-exports.ts';
import type { Engine } from '../engine/engine.ts';
import type { ExportServices } from '../operations/context/export-services.ts';

export const exportServices = (engine: Engine): ExportServices => ({
  open: (shop, request) => openExport(classesOf(engine, shop), shop, request),
});
