// Headers of a reply as both transports take them: in the order in which they are sent.
export type Headers = readonly (readonly [name: string, value: string])[];
