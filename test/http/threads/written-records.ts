// Records of the ring's tests, by their numbers.

export interface Writing {
  readonly memory: SharedArrayBuffer;
  readonly count: number;
}

export const lengthOf = (number: number): number => (number * 7919) % 3000;

/** Bytes that tell which record they are of. */
export const fill = (bytes: Buffer, start: number, length: number, number: number): void => {
  for (let at = 0; at < length; at += 1) bytes[start + at] = (number * 31 + at * 7) & 255;
};
