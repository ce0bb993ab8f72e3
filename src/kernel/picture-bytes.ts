// How large may a picture of a shop be? Known to the server, which refuses a larger one, and to the page of the back
// office, which says so before it sends one.

/** A larger file is no image of a shop; uploads are refused beyond it. */
export const IMAGE_BYTES_MAX = 4 * 1_048_576;
