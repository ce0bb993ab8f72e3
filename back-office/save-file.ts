/** Gives the browser a file to save. */
export const saveFile = (name: string, type: string, content: BlobPart): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};

/** Gives the browser a document to save that a reply holds as base64. */
export const saveDocument = (name: string, type: string, base64: string): void =>
  saveFile(
    name,
    type,
    Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
  );
