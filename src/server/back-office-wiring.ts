// Connects the back office: where persons find it, and what it shows of this process.
import { join } from 'node:path';
import { shownSettings } from '../admin/settings.ts';
import type { Config, GivenSettings } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import { programVersion } from '../config/version.ts';
import { SessionCodes } from '../engine/codes/session-codes.ts';
import type { Engine } from '../engine/engine.ts';
import type { ChangeFeed } from '../engine/delivery/change-feed.ts';
import { backOfficeRoutes } from '../http/routes/back-office.ts';
import { ImageQuota } from '../http/routes/image-quota.ts';
import { IMAGES_DIRECTORY } from '../http/routes/images.ts';
import { pageFilesRoute } from '../http/routes/page-files.ts';
import type { Route } from '../http/server.ts';
import type { HttpClient } from '../kernel/http-call.ts';
import type { Refusal } from '../kernel/result.ts';
import { BackOffice } from '../operations/dispatch/back-office.ts';
import type { Dispatch } from '../operations/dispatch/dispatch.ts';
import { isLoopback } from '../outside/http/addresses.ts';
import type { ShopPages } from './observability/observability.ts';
import { importServices } from './import-wiring.ts';
import { adminTlsOf } from './tls.ts';

const PAGE = new URL('../../dist/back-office/', import.meta.url);

type Place = Pick<
  Config,
  'backOffice' | 'host' | 'behindProxy' | 'adminPort' | 'adminHost' | 'adminTls' | 'tlsCert' | 'tlsKey'
>;

interface BackOfficePlaces {
  /** On the administration listener. */
  readonly isOnAdmin: boolean;
  /** On the port of the shop. */
  readonly isPublic: boolean;
}

const WITHOUT_TLS = 'would be served without TLS, so the network could read passwords';

/**
 * Where the back office is. Throws ConfigError where passwords would travel without TLS; with `auto` it is then
 * nowhere.
 */
export const backOfficePlaces = (config: Place): BackOfficePlaces => {
  const { backOffice, host, behindProxy, adminHost, adminPort, tlsCert } = config;
  const isPublic = backOffice === 'public';
  if (isPublic && !isLoopback(host) && tlsCert === '' && !behindProxy)
    throw new ConfigError(
      `backOffice is public, and on ${host} it ${WITHOUT_TLS}: set tlsCert and tlsKey, or behindProxy`,
    );
  const isListening = adminPort !== 0 && backOffice !== 'off';
  const isProtected = isLoopback(adminHost) || adminTlsOf(config) !== undefined;
  if (isListening && !isProtected && backOffice !== 'auto')
    throw new ConfigError(
      `the back office on adminHost ${adminHost} ${WITHOUT_TLS}: set tlsCert and tlsKey, or backOffice off`,
    );
  return { isOnAdmin: isListening && isProtected, isPublic };
};

interface BackOfficeParts extends GivenSettings {
  readonly storeKey: string;
  readonly dispatch: Dispatch;
  readonly engine: Engine;
  readonly feed: ChangeFeed;
  /** Fetches pictures. */
  readonly client: HttpClient;
  readonly pages: ShopPages | undefined;
}

/** What the engine room shows. */
const figuresOf = ({ pages, ...given }: GivenSettings & Pick<BackOfficeParts, 'pages'>): (() => Promise<string>) => {
  const settings = shownSettings(given);
  return async () =>
    JSON.stringify({
      object: 'engine_figures',
      version: programVersion(),
      at_ms: Date.now(),
      metrics: (await pages?.figures()) ?? [],
      settings,
    });
};

export interface BackOfficeHttp {
  /** Of the administration listener; none where the back office is not there. */
  readonly admin: readonly Route[];
  /** Of the port of the shop. */
  readonly main: readonly Route[];
  /** Requests that a server which follows this one has passed on. */
  readonly passedOn: readonly Route[];
}

/** Throws ConfigError: see backOfficePlaces. */
export const backOfficeHttp = (parts: BackOfficeParts): BackOfficeHttp => {
  const { config, storeKey, dispatch, engine, feed, client } = parts;
  const { bodyFieldsMax, fieldNameBytesMax, behindProxy, tlsCert } = config;
  const { isOnAdmin, isPublic } = backOfficePlaces(config);
  const backOffice = new BackOffice(dispatch, new SessionCodes(storeKey));
  const figures = figuresOf(parts);
  const images = new ImageQuota(join(config.data, IMAGES_DIRECTORY), config.imagesMb);
  const imports = importServices(engine, config, client, images);
  const writeRefusal = (): Refusal | undefined => engine.writeRefusal;
  const page = pageFilesRoute(PAGE);
  const routes = (listener: string, isSecure: boolean): readonly Route[] => [
    page,
    ...backOfficeRoutes({
      bodyFieldsMax,
      fieldNameBytesMax,
      listener,
      backOffice,
      feed,
      isSecure,
      figures,
      images,
      imports,
      writeRefusal,
    }),
  ];
  const isSecure = tlsCert !== '' || behindProxy;
  return {
    admin: isOnAdmin ? routes('admin', adminTlsOf(config) !== undefined) : [],
    main: isPublic ? routes('main', isSecure) : [],
    passedOn: config.backOffice === 'off' ? [] : routes('follower', isSecure),
  };
};
