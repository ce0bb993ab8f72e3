// The table of operations as JSON, for the page that tries them out; their parameters and replies are in the OpenAPI
// document.
import { AREAS } from '../context/operation.ts';
import type { Operation } from '../context/operation.ts';
import { levelOf } from '../access/levels.ts';
import { OPERATIONS } from './registry.ts';

export interface ListedOperation {
  readonly name: string;
  /** Title of the part of the API. */
  readonly area: string;
  readonly summary: string;
  readonly effect: 'read' | 'write' | 'aggregate';
  /** The least security level that may call it in the back office. */
  readonly level: number;
  readonly isExtension: boolean;
  /** Whether it takes `dry_run`: the reply says what would happen, and nothing happens. */
  readonly hasDryRun: boolean;
}

export const hasDryRun = (operation: Operation): boolean =>
  operation.effect === 'write' && operation.dryRun !== undefined;

export const listOperations = (): readonly ListedOperation[] =>
  [...OPERATIONS].map(([name, operation]) => ({
    name,
    area: AREAS[operation.area],
    summary: operation.summary,
    effect: operation.effect,
    level: levelOf(operation),
    isExtension: operation.isExtension === true,
    hasDryRun: hasDryRun(operation),
  }));
