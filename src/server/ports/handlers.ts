// What answers the requests of a port, and what counts those that it refuses.
import type { Config } from '../../config/config.ts';
import { LargeBodies } from '../../http/form/large-bodies.ts';
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

/** Turns of long bodies, for all handlers and routes of the process. */
export const turnsOf = (config: Config): LargeBodies => new LargeBodies(largeBodiesOf(config));

/** What answers the requests of all listeners. `large`: turns that the routes share. */
export const handlerOf = (
  { bodyFieldsMax, fieldNameBytesMax, corsOrigins, jsonValuesMax }: Config,
  dispatch: Dispatch,
  routes: readonly Route[],
  large: LargeBodies,
  watch?: Watch,
  following?: Following,
): RequestHandler => {
  const refused = refusedOf(watch);
  const isCrossOrigin = corsPolicy(corsOrigins) !== undefined;
  limitJsonValues(jsonValuesMax);
  return requestHandler(
    dispatch,
    { bodyFieldsMax, fieldNameBytesMax, large, isCrossOrigin, following, ...(refused && { refused }) },
    routes,
  );
};

/** What answers the paths of the administration listener beside its own pages. */
export const adminHandlerOf = (
  { bodyFieldsMax, fieldNameBytesMax }: Config,
  routes: readonly Route[],
  following?: Following,
): RequestHandler => routeHandler({ bodyFieldsMax, fieldNameBytesMax, following }, routes);
