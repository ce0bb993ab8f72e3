/** A link that writes to the address and does nothing else: what a shopper puts behind it names no further receivers. */
export const mailtoOf = (address: string): string => `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;
