// Environment variables that Kubernetes and Docker make of the names of services.
//
// A service named `kontor` gives every container of its namespace KONTOR_SERVICE_HOST, KONTOR_PORT=tcp://10.0.0.1:8080,
// KONTOR_PORT_8080_TCP_ADDR and more; one named `kontor-admin` gives KONTOR_ADMIN_PORT the same way, and a link of
// Docker adds KONTOR_NAME and KONTOR_ENV_…. None of them is meant as a setting.

const LINK_NAMES = [
  /^KONTOR_(SERVICE|PORT|ENV)_/,
  /^KONTOR_\w+_SERVICE_(HOST|PORT)(_\w+)?$/,
  /^KONTOR_\w+_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/,
];
const LINK_ADDRESS = /^(tcp|udp|sctp):\/\//;

/** Whether a variable is one of these, by its name, or by an address in place of a port. */
export const isServiceLink = (name: string, value: string): boolean =>
  LINK_NAMES.some((pattern) => pattern.test(name)) ||
  (name.endsWith('PORT') && LINK_ADDRESS.test(value)) ||
  (name === 'KONTOR_NAME' && value.startsWith('/'));
