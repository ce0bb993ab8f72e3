// What the person who is logged in may do, and what this server can do: an operation that it lacks has no button.
import type { OperationName } from './call.ts';
import { readOperations } from './operations.ts';
import type { Operation } from './operations.ts';
import { user } from './session.ts';
import type { FieldGroup } from './session.ts';
import { useData } from './use-data.ts';

/** What a role may hold: an operation, or a way in that is none. */
export type Right = OperationName | 'change_feed' | 'upload_image' | 'import' | 'engine_room';

/** Whether the person may call it. A component that asks is drawn again when that changes. */
export const mayCall = (name: string): boolean => user.value?.operations.includes(name) === true;
export const may = (name: Right): boolean => mayCall(name);

/** Whether replies show the person the fields of a group; a part of a screen that is about others is not drawn. */
export const sees = (group: FieldGroup): boolean => user.value?.hidden.includes(group) !== true;

/** A form for addresses and amounts would write what it does not show. */
export const seesAll = (): boolean => user.value?.hidden.length === 0;

/** Columns, or lines, without those that show what the person does not see. */
export const seen = <T extends { readonly group?: FieldGroup }>(all: readonly T[]): readonly T[] =>
  all.filter(({ group }) => group === undefined || sees(group));

/** Undefined: not known yet. Null: the server has no such operation. */
export const useOperation = (name: string): Operation | null | undefined => {
  const { value } = useData('operations', readOperations);
  return value === undefined ? undefined : (value.operations.find((one) => one.name === name) ?? null);
};

/** Whether an operation takes a parameter. */
export const takes = ({ params }: Operation, param: string): boolean => params.properties?.[param] !== undefined;
