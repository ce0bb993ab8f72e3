// What all that is dragged on a page has in common.

/** Some versions of Firefox begin no drag that carries nothing. A text field takes no data of this type. */
export const carry = ({ dataTransfer }: DragEvent, what: string): void =>
  dataTransfer?.setData('application/x-kontor', what);
