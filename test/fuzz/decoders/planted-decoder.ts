// The decoder of planted.ts, in a file of its own whose coverage counts.

/** How many bytes of KONTO an input begins with. */
export const depthOf = (bytes: Uint8Array): number => {
  if (bytes[0] !== 0x4b) return 0;
  if (bytes[1] !== 0x4f) return 1;
  if (bytes[2] !== 0x4e) return 2;
  if (bytes[3] !== 0x54) return 3;
  if (bytes[4] !== 0x4f) return 4;
  return 5;
};
