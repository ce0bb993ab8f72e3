// JSON Schemas as values, and their checks. A build puts the package into this one module: at every start of the
// program its 540 files would take more time than all others.
//
// Not typebox/compile, which is 430 files more.
export { Type } from 'typebox';
export { Compile } from 'typebox/schema';
export type { Static, TObjectOptions, TSchema } from 'typebox';
