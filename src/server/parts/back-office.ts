// The back office: its routes on each listener, and what it shows of this process.
import type { GivenSettings } from '../../config/config.ts';
import { SessionCodes } from '../../engine/codes/session-codes.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ChangeFeed } from '../../engine/delivery/change-feed.ts';
import { backOfficeRoutes } from '../../http/routes/back-office.ts';
import type { Route } from '../../http/request-handler.ts';
import type { HttpClient } from '../../kernel/http-call.ts';
import { BackOffice } from '../../operations/dispatch/back-office.ts';
import type { Dispatch } from '../../operations/dispatch/dispatch.ts';
import type { ShopPages } from '../observability/observability.ts';
import { backOfficePage } from './back-office-page.ts';
import { figuresOf } from './engine-figures.ts';
import { imageQuota } from './image-folder.ts';
import { importServices } from './imports.ts';
import { backOfficePlaces, isAdminSecure } from '../ports/back-office-places.ts';

interface BackOfficeParts extends GivenSettings, Pick<Parameters<typeof backOfficeRoutes>[0], 'large'> {
  readonly storeKey: string;
  readonly dispatch: Dispatch;
  readonly engine: Engine;
  readonly feed: ChangeFeed;
  /** Fetches pictures. */
  readonly client: HttpClient;
  readonly pages: ShopPages | undefined;
}

export interface BackOfficeHttp {
  /** Routes of the administration listener; none without the back office. */
  readonly admin: readonly Route[];
  /** Routes of the port of the shop. */
  readonly main: readonly Route[];
  /** Requests that a server which follows this one has passed on. */
  readonly passedOn: readonly Route[];
}

/** Throws ConfigError: see backOfficePlaces. */
export const backOfficeHttp = (parts: BackOfficeParts): BackOfficeHttp => {
  const { config, storeKey, dispatch, engine, feed, large, client } = parts;
  const { bodyFieldsMax, fieldNameBytesMax, behindProxy, tlsCert } = config;
  const { isOnAdmin, isPublic } = backOfficePlaces(config);
  const backOffice = new BackOffice(dispatch, new SessionCodes(storeKey));
  const figures = figuresOf(parts);
  const images = imageQuota(config);
  const imports = importServices(engine, config, client, images);
  const writeRefusal = (): Engine['writeRefusal'] => engine.writeRefusal;
  const routes = (listener: string, isSecure: boolean): readonly Route[] => [
    backOfficePage(isSecure),
    ...backOfficeRoutes({
      bodyFieldsMax,
      fieldNameBytesMax,
      listener,
      backOffice,
      feed,
      large,
      isSecure,
      figures,
      images,
      imports,
      writeRefusal,
    }),
  ];
  const isSecure = tlsCert !== '' || behindProxy;
  return {
    admin: isOnAdmin ? routes('admin', isAdminSecure(config)) : [],
    main: isPublic ? routes('main', isSecure) : [],
    passedOn: config.backOffice === 'off' ? [] : routes('follower', isSecure),
  };
};
