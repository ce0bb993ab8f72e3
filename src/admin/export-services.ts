// Connects operations that export to the writers of files.
import { openBookings } from '../catalogue-files/booking-files.ts';
import { classesOf } from '../catalogue-files/catalogue.ts';
import { openExport } from '../catalogue-files/product-exports.ts';
import type { Engine } from '../engine/engine.ts';
import type { ExportServices } from '../operations/context/export-services.ts';

export const exportServices = (engine: Engine): ExportServices => ({
  bookings: openBookings,
  open: (shop, request) => openExport(classesOf(engine, shop), shop, request),
});
