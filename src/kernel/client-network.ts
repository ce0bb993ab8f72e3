// From an address to the network whose tries are counted together.
//
// A client with an IPv6 address commonly has 2^64 of them, which count as one network. An IPv4 address is its own
// network, also in the form that sockets for both protocols give it.

/** The eight groups of an IPv6 address; undefined for any other text. */
const groupsOf = (address: string): readonly number[] | undefined => {
  const halves = address.split('::');
  if (halves.length > 2) return undefined;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
  return groups.every((group) => /^[\da-f]{1,4}$/i.test(group))
    ? groups.map((group) => parseInt(group, 16))
    : undefined;
};

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** Network of an address. Returns any other text as it is: a proxy may send anything in its header. */
export const clientNetwork = (address: string): string => {
  const mapped = MAPPED.exec(address);
  if (mapped !== null) return mapped[1]!;
  const groups = address.includes(':') ? groupsOf(address.replace(/%.*$/, '')) : undefined;
  if (groups === undefined) return address;
  const [, , , , , sixth, high = 0, low = 0] = groups;
  if (sixth === 0xffff && groups.slice(0, 5).every((group) => group === 0))
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
};
