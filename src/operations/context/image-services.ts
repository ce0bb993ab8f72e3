// Pictures in the folder of the shop, which are no records.
export interface UnusedImage {
  readonly name: string;
  readonly bytes: number;
  /** When it was uploaded last. */
  readonly savedMs: number;
}

export interface ImageServices {
  /** Images that no record, template or setting names and that are old enough to be deleted, oldest first. */
  unused(): Promise<readonly UnusedImage[]>;
  /** Deletes them. Returns those that are gone. */
  deleteUnused(): Promise<readonly UnusedImage[]>;
}

/** Image services of a shop without a folder. */
export const NO_IMAGES: ImageServices = {
  unused: () => Promise.resolve([]),
  deleteUnused: () => Promise.resolve([]),
};
