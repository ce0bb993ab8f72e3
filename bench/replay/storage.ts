/** The one storage that all stock of a replay lies in. */
export const STORAGE = 'replay';
