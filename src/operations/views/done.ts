// The reply of operations that show nothing of what they changed.

/** A view whose reply names the operation and says `success`. */
export const done = (object: string) => (): { readonly object: string; readonly status: string } => ({
  object,
  status: 'success',
});
