// The parts of undici that the program uses. All other files import them from here, so that a new version is checked in
// one place.
export { Agent, Pool, buildConnector, request } from 'undici';
