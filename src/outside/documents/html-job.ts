// What the server sends to the thread that makes long documents as HTML.
export interface HtmlJob {
  readonly name: string;
  /** The data as text: it goes over in a third of the time that a structured clone takes. */
  readonly json: string;
}
