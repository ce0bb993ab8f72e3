// Replaces parts of classes, so that a test can show that it finds what is then broken.

/** Replaces a method of a class; `make` gets the one that it replaces. Returns what puts it back. */
export const replaced = <T extends object, K extends keyof T>(
  prototype: T,
  name: K,
  make: (own: T[K]) => T[K],
): (() => void) => {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name)!;
  Object.defineProperty(prototype, name, { ...descriptor, value: make(descriptor.value as T[K]) });
  return () => void Object.defineProperty(prototype, name, descriptor);
};

/** The same for a getter. */
export const getter = <T extends object>(prototype: T, name: keyof T, get: () => unknown): (() => void) => {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name)!;
  Object.defineProperty(prototype, name, { ...descriptor, get });
  return () => void Object.defineProperty(prototype, name, descriptor);
};

export const all =
  (...ends: readonly (() => void)[]) =>
  (): void =>
    ends.forEach((end) => end());
