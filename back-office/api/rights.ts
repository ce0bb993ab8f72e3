// What the person who is logged in may do, and what this server can do: an operation that it lacks has no button.
import { readOperations } from './operations.ts';
import type { Operation } from './operations.ts';
import { user } from './session.ts';
import { useData } from './use-data.ts';

const ADMINISTRATOR = 100;

/** A component that calls it is drawn again after the next login. */
export const isAdministrator = (): boolean => (user.value?.level ?? 0) >= ADMINISTRATOR;

/** Undefined: not known yet. Null: the server has no such operation. */
export const useOperation = (name: string): Operation | null | undefined => {
  const { value } = useData('operations', readOperations);
  return value === undefined ? undefined : (value.operations.find((one) => one.name === name) ?? null);
};

/** Whether an operation takes a parameter. */
export const takes = ({ params }: Operation, param: string): boolean => params.properties?.[param] !== undefined;
