/** Whether a value is an object with named members: no list, and not null. */
export const isRecord = <V>(value: V): value is V & { readonly [name: string]: V } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
