// Opens a file of products in one of the formats that are written.
import { attributeNamed } from '../domain/attributes/attributes.ts';
import type { ShopClass } from '../domain/catalogue/shop-class.ts';
import type { Reader } from '../domain/transaction.ts';
import { mapOk, ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import type { CheckedExport, ProductExport } from '../operations/context/export-services.ts';
import { tableExport } from './csv-writer.ts';
import type { ExportPlace } from './exported-product.ts';
import { googleMerchantExport } from './google-merchant-export.ts';
import { shopifyExport } from './shopify-export.ts';

/** The attribute of the price. Refuses: PARAMETER_INVALID. */
const priceFieldOf = (shop: Reader, classes: readonly ShopClass[], wanted: string): Result<string> => {
  if (wanted === '') return ok(shop.rules.priceFields[0] ?? 'price');
  const isPrice = classes.some(
    ({ type, attributes }) => type === 'product' && attributeNamed(attributes, wanted)?.type === 'FLOAT',
  );
  if (isPrice) return ok(wanted);
  const why = `${shown(wanted)} is no attribute of the type FLOAT of a class of products.`;
  return refuse('PARAMETER_INVALID', 'price_field', why);
};

/** Refuses: PARAMETER_INVALID for the attribute of the price. */
export const openExport = (
  classes: readonly ShopClass[],
  shop: Reader,
  request: CheckedExport,
): Result<ProductExport> => {
  const { rules } = shop;
  const { format, link } = request;
  const language = request.language || rules.language;
  return mapOk(priceFieldOf(shop, classes, request.priceField), (priceField) => {
    const place: ExportPlace = { shop, language, priceField, link };
    switch (format) {
      case 'csv':
        return tableExport(shop, classes, request.language === '' ? rules.languages : [language]);
      case 'shopify':
        return shopifyExport(place, classes);
      case 'google-merchant':
        return googleMerchantExport(place, request);
      default:
        return format satisfies never;
    }
  });
};
