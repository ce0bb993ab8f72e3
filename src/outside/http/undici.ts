// What the program uses of undici. Everything else imports it from here, so that a new version is read in one place.
export { Agent, Pool, buildConnector, request } from 'undici';
