// A JSON Schema as a tree of names, types and what they mean; parts open on demand.
import { resolved, typeName } from '../api/operations.ts';
import type { OperationList, Schema } from '../api/operations.ts';

interface TreeProps {
  readonly schema: Schema;
  readonly schemas: OperationList['schemas'];
  readonly depth?: number;
}

/** Members of an object, of the items of a list, or of each object that a value may be. */
const membersOf = (
  schema: Schema,
  schemas: OperationList['schemas'],
  depth = 0,
): readonly (readonly [string, Schema])[] => {
  const own = resolved(schema, schemas);
  if (depth > 4) return [];
  if (own.properties !== undefined) return Object.entries(own.properties);
  if (own.items !== undefined) return membersOf(own.items, schemas, depth + 1);
  const of = own.additionalProperties;
  const values = typeof of === 'object' ? of : Object.values(own.patternProperties ?? {})[0];
  if (values !== undefined) return [['[name]', values]];
  return [...(own.anyOf ?? []), ...(own.allOf ?? [])].flatMap((one) => membersOf(one, schemas, depth + 1));
};

export const SchemaTree = ({ schema, schemas, depth = 0 }: TreeProps) => (
  <ul class="schema">
    {membersOf(schema, schemas).map(([name, member]) => {
      const own = resolved(member, schemas);
      const hasMembers = depth < 6 && membersOf(own, schemas).length > 0;
      const head = (
        <>
          <code class="json-name">{name}</code> <span class="type">{typeName(member)}</span>{' '}
          <span class="quiet-text">{member.description ?? own.description}</span>
        </>
      );
      return (
        <li key={name}>
          {hasMembers ? (
            <details>
              <summary>{head}</summary>
              <SchemaTree schema={own} schemas={schemas} depth={depth + 1} />
            </details>
          ) : (
            head
          )}
        </li>
      );
    })}
  </ul>
);
