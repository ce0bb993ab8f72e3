// The replay's own server, sold at through a standby that outlives it (`check -- standby`).
import { afterAll, beforeAll } from 'vitest';
import { OwnServer } from '../../bench/replay/own-server.ts';
import { ConnectionLost, Refused, Wire } from '../../bench/replay/wire.ts';
import { Place } from '../harness/program.ts';
import { StandbyBeside } from '../harness/standby.ts';

const storeOf = (server: OwnServer): string => (server as unknown as { readonly store: string }).store;

/** The replay has killed the server: a standby says in words what a connection says that breaks. */
const orLost = <A extends unknown[], T>(call: (this: Wire, ...given: A) => Promise<T>) =>
  async function callStandby(this: Wire, ...given: A): Promise<T> {
    try {
      return await call.apply(this, given);
    } catch (error) {
      const isGone = error instanceof Refused && (error.code === 'LEADER_LOST' || error.code === 'NOT_LEADER');
      throw isGone ? new ConnectionLost(error.message) : error;
    }
  };

/** For the tests of the file that calls it: every server is answered for by one standby per store. */
export const soldThroughStandbys = (): void => {
  const { start } = OwnServer.prototype;
  const { call, callBackOffice, callUnread } = Wire.prototype;
  const calls = { call, callBackOffice, callUnread };
  const standbys = new Map<string, StandbyBeside>();
  let place: Place;
  beforeAll(() => {
    place = new Place();
    OwnServer.prototype.start = async function startBehindStandby(this: OwnServer) {
      await start.call(this);
      const store = storeOf(this);
      const standby = standbys.get(store) ?? new StandbyBeside(place, store);
      standbys.set(store, standby);
      return standby.ready();
    };
    Object.assign(Wire.prototype, {
      call: orLost(calls.call),
      callBackOffice: orLost(calls.callBackOffice),
      callUnread: orLost(calls.callUnread),
    });
  });
  afterAll(async () => {
    OwnServer.prototype.start = start;
    Object.assign(Wire.prototype, calls);
    for (const standby of standbys.values()) await standby.stop();
    await place.clean();
  });
};
