/** Whether an object finds no name but its own: whatever it inherits from has none, and can be given none. */
export const inheritsNothing = (fields: object): boolean => {
  const above: unknown = Object.getPrototypeOf(fields);
  if (typeof above !== 'object') return false;
  return (
    above === null ||
    (Reflect.ownKeys(above).length === 0 && Object.isFrozen(above) && Object.getPrototypeOf(above) === null)
  );
};
