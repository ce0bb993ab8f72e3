// The routes that are no operations.
import { readFileSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { WEBHOOK_ANSWER } from '../../domain/webhooks/webhook.ts';
import type { ChangeFeed } from '../../engine/delivery/change-feed.ts';
import type { LargeBodies } from '../../http/form/large-bodies.ts';
import { bulkRoute } from '../../http/routes/bulk.ts';
import { changeFeedRoute } from '../../http/routes/change-feed.ts';
import { demoReceiverRoute } from '../../http/routes/demo-receiver.ts';
import { healthRoute } from '../../http/routes/health.ts';
import { imagesRoute } from '../../http/routes/images.ts';
import { openApiRoute } from '../../http/routes/open-api.ts';
import type { Following, Route } from '../../http/request-handler.ts';
import type { Dispatch } from '../../operations/dispatch/dispatch.ts';
import { imageFolder } from './image-folder.ts';

const API_DESCRIPTION = new URL('../../../docs/reference/openapi.json', import.meta.url);

export interface RouteParts {
  readonly config: Config;
  readonly dispatch: Dispatch;
  readonly feed: ChangeFeed;
  readonly large: LargeBodies;
  readonly notices: Route;
  /** Undefined where this server follows none. */
  readonly following?: Following | undefined;
  /** It takes the calls of its own webhooks. */
  readonly demo: boolean;
}

interface Routes {
  /** Routes of the port of the shop, in the order in which they are asked. */
  readonly main: readonly Route[];
  /** Routes of the administration listener. */
  readonly admin: readonly Route[];
}

export const routesOf = ({ config, dispatch, feed, large, notices, following, demo }: RouteParts): Routes => {
  const description = openApiRoute(() => readFileSync(API_DESCRIPTION, 'utf8'));
  const images = imagesRoute(imageFolder(config));
  return {
    main: [
      changeFeedRoute({ feed, permits: (fields) => dispatch.callers.permits(fields, 'change_feed') }),
      bulkRoute(dispatch, config, large),
      notices,
      healthRoute(following),
      description,
      images,
      ...(demo ? [demoReceiverRoute(WEBHOOK_ANSWER)] : []),
    ],
    admin: [description, images],
  };
};
