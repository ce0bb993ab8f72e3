// What the suites of the wire run through a second time, where it could differ: a standby, or threads for HTTP.

/** Clients of suites that can talk to a standby do so. */
export const THROUGH_STANDBY = process.env['KONTOR_TEST_STANDBY'] === '1';

/** Servers speak HTTP on as many threads; undefined: on the deciding one. */
export const IO_THREADS = process.env['KONTOR_TEST_IO_THREADS'];
