// What answers the requests of a port, and what counts those that it refuses.
import type { Config } from '../../config/config.ts';
import { requestHandler, routeHandler } from '../../http/request-handler.ts';
import type { Following, Route } from '../../http/request-handler.ts';
import { corsPolicy } from '../../http/transport/cors.ts';
import type { RequestHandler } from '../../http/transport/transport.ts';
import { limitJsonValues } from '../../kernel/json-reader.ts';
import type { Code } from '../../kernel/refusals.ts';
import type { Dispatch } from '../../operations/dispatch/dispatch.ts';
import type { CallWatch } from '../observability/observability.ts';

export type Watch = Pick<CallWatch, 'isTraced' | 'seesOneOf' | 'metrics'>;

export const refusedOf = (watch: Watch | undefined): ((code: Code) => void) | undefined =>
  watch?.metrics && ((code: Code): void => watch.metrics?.requestRefused(code));

/** Bytes of long bodies that are read at a time; one that waits alone is read, however long it may be. */
export const largeBodiesOf = ({
  largeBodiesBytesMax,
  bodyBytesMax,
}: Pick<Config, 'largeBodiesBytesMax' | 'bodyBytesMax'>) => Math.max(largeBodiesBytesMax, bodyBytesMax);

/** What answers the requests of all listeners. */
export const handlerOf = (
  { bodyFieldsMax, fieldNameBytesMax, corsOrigins, ...config }: Config,
  dispatch: Dispatch,
  routes: readonly Route[],
  watch?: Watch,
  following?: Following,
): RequestHandler => {
  const refused = refusedOf(watch);
  const isCrossOrigin = corsPolicy(corsOrigins) !== undefined;
  const largeBodiesBytesMax = largeBodiesOf(config);
  limitJsonValues(config.jsonValuesMax);
  return requestHandler(
    dispatch,
    { bodyFieldsMax, fieldNameBytesMax, largeBodiesBytesMax, isCrossOrigin, following, ...(refused && { refused }) },
    routes,
  );
};

/** What answers the paths of the administration listener beside its own pages. */
export const adminHandlerOf = (
  { bodyFieldsMax, fieldNameBytesMax }: Config,
  routes: readonly Route[],
  following?: Following,
): RequestHandler => routeHandler({ bodyFieldsMax, fieldNameBytesMax, following }, routes);
