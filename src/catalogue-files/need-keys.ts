// Keys of what records of a catalogue file make and need: between the shop, which says what it lacks, and the reader of
// the file, which knows what came before (foresight.ts).
import { ATTRIBUTE_TYPES } from '../domain/attributes/attributes.ts';
import type { RecordName } from '../domain/catalogue/find-record.ts';
import { composed } from '../kernel/text.ts';

export const classKey = (name: string): string => `class ${name}`;
export const categoryKey = (path: readonly unknown[]): string => `category ${JSON.stringify(path)}`;
export const entityKey = (number: string): string => `entity ${number}`;
export const objectKey = (name: string): string => `object ${name}`;
export const recordKey = ({ class: className, name, key }: RecordName): string =>
  `record ${JSON.stringify([className, name, key])}`;

/** `type`: the attribute is there, and must be of another type than this one. */
export const attributeKey = (className: string, name: string, type?: string): string =>
  `attribute ${JSON.stringify([className, composed(name), ...(type === undefined ? [] : [type])])}`;

/** All needs that an attribute of a class meets. */
export const attributeKeys = (className: string, name: string, type: string): readonly string[] => [
  attributeKey(className, name),
  ...ATTRIBUTE_TYPES.flatMap((other) => (other === type ? [] : [attributeKey(className, name, other)])),
];
