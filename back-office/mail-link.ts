/** A link that writes to the address alone: what a shopper puts behind it names no further receivers. */
export const mailtoOf = (address: string): string => `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;
