// Paths of operations: the common endpoint, and one for each operation.
import { OPERATIONS_PATH } from './transport.ts';

/** Also without the trailing slash and with several leading slashes, as clients in use write it (D1). */
const isEndpoint = (path: string): boolean => path === OPERATIONS_PATH || /^\/+srv\/service\/?$/.test(path);

/** `/srv/service/get_cart`: the operation is named by the path, and headers may have the credentials. */
const OPERATION_PATH = /^\/+srv\/service\/([^/]+)\/?$/;

/** The operation that a path names; '' at the common endpoint, where the body does; undefined for other paths. */
export const operationOf = (path: string): string | undefined =>
  isEndpoint(path) ? '' : OPERATION_PATH.exec(path)?.[1];
