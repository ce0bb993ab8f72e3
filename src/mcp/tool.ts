// A tool as this server knows it, and what it answers: the shapes of the protocol, without its SDK.
import type { JsonSchema, Members } from './api-description.ts';

/** A type, not an interface: the SDK wants results that may have more members. */
export type ToolResult = {
  content: { type: 'text'; text: string }[];
  structuredContent?: { [name: string]: unknown };
  isError?: boolean;
};

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    /** Whether the tool reaches servers other than the shop. */
    readonly openWorldHint: boolean;
  };
  /** `signal`: aborted when the caller waits no longer. */
  run(args: Members, signal: AbortSignal): ToolResult | Promise<ToolResult>;
}

/** Why these arguments are not taken; '': every one of them is known. */
export const unknownArgument = ({ name, inputSchema }: Tool, args: Members): string => {
  if (inputSchema['additionalProperties'] !== false) return '';
  const known = Object.keys(inputSchema['properties'] as Members);
  const unknown = Object.keys(args).find((one) => !known.includes(one));
  return unknown === undefined
    ? ''
    : `${name} takes ${known.join(', ')}, and no ${JSON.stringify(unknown)}; nothing was called.`;
};

export const said = (...texts: readonly string[]): ToolResult => ({
  content: texts.map((text) => ({ type: 'text', text })),
});

/** `texts`: what the agent should do instead. */
export const failed = (...texts: readonly string[]): ToolResult => ({ ...said(...texts), isError: true });

/** `text`, up to a length in characters; behind it, what was left out. */
export const cutTo = (text: string, max: number, hint: string): string =>
  text.length <= max ? text : `${text.slice(0, max)}\n[cut: ${max} of ${text.length} characters. ${hint}]`;
