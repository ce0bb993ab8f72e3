// Settings of extensions: own logic of the operator, which the server runs on threads of their own.
import type { ExtensionPoint } from '../kernel/extensions.ts';
import { EXTENSION_POINTS } from '../kernel/extensions.ts';
import { Type, json } from '../kernel/params.ts';
import { jsonSetting } from './setting.ts';

export interface Extension {
  /** Path of the module, absolute or from the directory in which the server starts. */
  readonly module: string;
  /** Absent: `refuse`. */
  readonly onFailure?: 'refuse' | 'skip';
  /** Milliseconds by point; absent: those of the point (docs/build/extensions.md). */
  readonly deadlineMs?: { readonly [point in ExtensionPoint]?: number };
  /** Limit of its heap in MiB; absent: 128. */
  readonly memoryMb?: number;
}

const DEADLINE = Type.Optional(Type.Integer({ minimum: 10, maximum: 120_000 }));

const extensions = json(
  Type.Array(
    Type.Object(
      {
        module: Type.String({ minLength: 1, maxLength: 1000 }),
        onFailure: Type.Optional(Type.Union([Type.Literal('refuse'), Type.Literal('skip')])),
        deadlineMs: Type.Optional(
          Type.Object(Object.fromEntries(EXTENSION_POINTS.map((point) => [point, DEADLINE])), {
            additionalProperties: false,
          }),
        ),
        memoryMb: Type.Optional(Type.Integer({ minimum: 8, maximum: 4096 })),
      },
      { additionalProperties: false },
    ),
    { maxItems: 20 },
  ),
);

export const EXTENSION_SETTINGS = {
  extensions: jsonSetting<readonly Extension[]>(
    [],
    'modules of own logic: [{module, onFailure, deadlineMs, memoryMb}]; onFailure is refuse or skip',
    { shape: extensions, when: 'For rules that no setting has: docs/build/extensions.md. Each takes a thread.' },
  ),
};
