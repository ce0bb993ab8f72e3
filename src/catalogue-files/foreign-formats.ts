// Every format of another system that is read. A new one is a file of its own, a name in record-source.ts, and a line
// here; its section of docs/coming-from.md comes from its fields.
import type { ForeignFormat } from './foreign-format.ts';
import { MEDUSA } from './medusa.ts';
import type { ForeignName } from './record-source.ts';
import { SALEOR } from './saleor.ts';
import { SHOPWARE } from './shopware.ts';
import { VENDURE } from './vendure.ts';

export const FOREIGN: { readonly [name in ForeignName]: ForeignFormat } = {
  medusa: MEDUSA,
  shopware: SHOPWARE,
  saleor: SALEOR,
  vendure: VENDURE,
};
