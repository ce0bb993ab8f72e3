// The transports that this Node can have.
import { listenNode } from '../../../src/http/transport/node-transport.ts';
import { listenUws } from '../../../src/http/transport/uws-transport.ts';

/** The package of uWebSockets.js has binaries up to this major version of Node: with a newer one node:http serves. */
const UWS_NODE_MAX = 22;
export const hasUws = Number.parseInt(process.versions.node, 10) <= UWS_NODE_MAX;

const overUws = { name: 'uWebSockets.js', listen: listenUws } as const;
const overNode = { name: 'node:http', listen: listenNode } as const;

export const transports = hasUws ? ([overUws, overNode] as const) : ([overNode] as const);
