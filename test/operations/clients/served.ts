// The unmodified JavaScript SDK beside a shop behind a real listener; with `npm run check -- standby`, through what a
// standby does with HTTP.
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import Sleekshop from 'sleekshop-js-sdk';
import { listenNode } from '../../../src/http/transport/node-transport.ts';
import { LargeBodies } from '../../../src/http/form/large-bodies.ts';
import { bulkRoute } from '../../../src/http/routes/bulk.ts';
import { requestHandler } from '../../../src/http/request-handler.ts';
import type { Following } from '../../../src/http/request-handler.ts';
import type { RequestHandler } from '../../../src/http/transport/transport.ts';
import { FreshReads } from '../../../src/server/following/fresh-reads.ts';
import { CLIENT_ADDRESS, CallForwarding } from '../../../src/server/following/call-forwarding.ts';
import type { OpenRequest } from '../../../src/server/following/call-forwarding.ts';
import { THROUGH_STANDBY } from '../../harness/variant.ts';
import { newDirectory } from '../../harness/directories.ts';
import { endsWithTest } from '../../harness/endings.ts';
import { transports } from '../../http/transport/transports.ts';
import type { Given, Reply, ShopOptions } from '../shop.ts';
import { CREDENTIALS, Goods, SECRET } from '../shop.ts';

type Method = (params?: Given) => Promise<Reply>;
/** The package declares its types for bundlers only: this much is true of all its parts. */
type Part = { readonly [method: string]: Method };
type Sdk = {
  readonly [
    part in
      | 'aggregation'
      | 'applications'
      | 'cart'
      | 'categories'
      | 'classes'
      | 'coupons'
      | 'orders'
      | 'payment'
      | 'search'
      | 'server'
      | 'sessions'
      | 'shopObjects'
      | 'user'
      | 'warehouse'
      | 'webhooks'
  ]: Part;
};
type SdkClass = new (endpoint: string, username: string, password: string, secretKey: string) => Sdk;
const loaded = Sleekshop as unknown as SdkClass & { readonly default?: SdkClass };
const SdkConstructor: SdkClass = loaded.default ?? loaded;

export const LISTENERS = transports;

const agent = new Agent({ keepAlive: true });
/** As a standby of the server that answers with `lead`: reads after a question, all else over a Unix socket. */
const followed = async (lead: RequestHandler): Promise<Following> => {
  const path = join(newDirectory(), 'service.sock');
  const limits = { bodyBytesMax: 1_048_576, bodyTimeoutMs: 5000, clientAddressHeader: CLIENT_ADDRESS };
  const leading = await listenNode({ host: '', port: 0, path, ...limits }, lead);
  endsWithTest(() => leading.close(0));
  const waits = { nowMs: () => performance.now(), waitMsMax: 5000, waitingMax: 1000 };
  const reads: FreshReads = new FreshReads({
    ask: (id) => void setImmediate(() => reads.answered(id)),
    staleMsMax: 0,
    ...waits,
  });
  const target = { there: (options: Parameters<OpenRequest>[0]) => request({ ...options, agent, socketPath: path }) };
  const calls = new CallForwarding({ target: () => target, broken: () => {}, ...waits });
  endsWithTest(() => calls.close());
  return {
    isFollowing: true,
    isLeaving: false,
    whenFresh: (mayBeStale, run, refuse) => reads.whenFresh(mayBeStale, run, refuse),
    pass: (call, reply, isKeyed) => calls.pass(call, reply, isKeyed),
  };
};

/** Calls `sdk.part.method(params)`; a method that the package lacks is an error here. */
type Call = (name: `${keyof Sdk}.${string}`, params?: Given) => Promise<Reply>;

export const served = async (
  { listen }: (typeof LISTENERS)[number],
  options: ShopOptions = {},
  clientAddressHeader = '',
): Promise<{ goods: Goods; url: string; call: Call }> => {
  const goods = await Goods.open(options);
  const { dispatch } = goods.shop;
  const limits = { bodyFieldsMax: 200, fieldNameBytesMax: 256 };
  const routes = [bulkRoute(dispatch, limits, new LargeBodies())];
  const lead = requestHandler(dispatch, limits, routes);
  const standby = THROUGH_STANDBY ? await followed(lead) : undefined;
  const receive = standby === undefined ? lead : requestHandler(dispatch, { ...limits, following: standby }, routes);
  const listening = await listen(
    { host: '127.0.0.1', port: 0, bodyBytesMax: 1_048_576, bodyTimeoutMs: 5000, clientAddressHeader },
    receive,
  );
  endsWithTest(() => listening.close(0));
  const { licence_username, licence_password } = CREDENTIALS;
  const url = `http://127.0.0.1:${listening.port}/srv/service/`;
  const sdk = new SdkConstructor(url, licence_username, licence_password, SECRET);
  const call: Call = (name, params) => {
    const [part, method] = name.split('.') as [keyof Sdk, string];
    const found = sdk[part][method];
    if (found === undefined) throw new Error(`the SDK has no ${name}`);
    return found.call(sdk[part], params);
  };
  return { goods, url, call };
};
