/** A mail link to the address alone: text that a shopper appends to it names no further receivers. */
export const mailtoOf = (address: string): string => `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;
