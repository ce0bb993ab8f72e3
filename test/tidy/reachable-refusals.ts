// Which refusal codes the source of an operation can reach: a walk over its syntax tree, through everything that it
// names, the commands that it asks of actors, and methods by their names.
//
// An approximation from above: of a command that is handed on, every case of its actor counts, and a method of a common
// name is not followed.
import { dirname, join } from 'node:path/posix';
import { parseSync } from 'oxc-parser';
import { SRC, textOf } from './source.ts';

const KINDS = 'src/domain/kinds.ts';

interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

interface Module {
  /** What is declared at the top of the file. */
  readonly declared: Map<string, Node>;
  /** Local name → file and the name there. */
  readonly imported: Map<string, readonly [file: string, name: string]>;
  readonly program: Node;
}

interface Place {
  readonly file: string;
  readonly node: Node;
}

/** Too common to say which class they belong to. */
const COMMON_METHODS = new Set(
  (
    'read get set find add take run call send next has end view show begin close open start stop create ask of list ' +
    'make steps record count delete remove decide apply transact commit release fail write search answer'
  ).split(' '),
);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** Visits every node below; a visit that returns false goes no deeper. */
const walk = (value: unknown, visit: (node: Node) => unknown): void => {
  if (Array.isArray(value)) return value.forEach((one) => walk(one, visit));
  if (!isNode(value) || visit(value) === false) return undefined;
  return Object.values(value).forEach((member) => walk(member, visit));
};

const isNamed = (node: unknown, name?: string): node is Node =>
  isNode(node) && node.type === 'Identifier' && (name === undefined || node['name'] === name);

const literalOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined;

const keyOf = (property: Node): unknown => (property['key'] as Node)['name'];

const moduleOf = (file: string): Module => {
  const program = parseSync(file, textOf(file)).program as unknown as Node;
  const declared = new Map<string, Node>();
  const imported = new Map<string, readonly [string, string]>();
  const declare = (statement: Node): void => {
    if (statement.type === 'VariableDeclaration')
      for (const { id, init } of statement['declarations'] as { id: Node; init: unknown }[])
        if (isNamed(id) && isNode(init)) declared.set(id['name'] as string, init);
    if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration')
      declared.set((statement['id'] as Node)['name'] as string, statement);
  };
  for (const statement of program['body'] as Node[]) {
    const source = literalOf(statement['source']);
    if (statement.type === 'ImportDeclaration' && source?.startsWith('.') === true) {
      for (const { local, imported: name } of statement['specifiers'] as { local: Node; imported?: Node }[])
        imported.set(local['name'] as string, [join(dirname(file), source), (name?.['name'] as string) ?? '*']);
    }
    declare(
      statement.type === 'ExportNamedDeclaration'
        ? ((statement['declaration'] as Node | null) ?? statement)
        : statement,
    );
  }
  return { declared, imported, program };
};

export class ReachableRefusals {
  private readonly modules: ReadonlyMap<string, Module>;
  private readonly methods = new Map<string, Place[]>();
  private readonly decisions = new Map<string, Place>();

  constructor() {
    const files = SRC.filter((file) => /^src\/(kernel|domain|operations|outside)\//.test(file));
    this.modules = new Map(files.map((file) => [file, moduleOf(file)]));
    for (const [file, { program }] of this.modules)
      walk(program, (node) => {
        if (node.type !== 'MethodDefinition') return;
        const name = keyOf(node) as string;
        this.methods.set(name, [...(this.methods.get(name) ?? []), { file, node: node['value'] as Node }]);
      });
    this.findDecisions(KINDS);
  }

  /** Operation → the codes that its declaration reaches. */
  ofOperations(): ReadonlyMap<string, ReadonlySet<string>> {
    const found = new Map<string, ReadonlySet<string>>();
    for (const [file, { program }] of this.modules) {
      if (dirname(file) !== 'src/operations') continue;
      for (const { type, declaration } of program['body'] as { type: string; declaration: Node | null }[]) {
        if (type !== 'ExportNamedDeclaration' || declaration?.type !== 'VariableDeclaration') continue;
        for (const { id, init } of declaration['declarations'] as { id: Node; init: Node }[])
          found.set(id['name'] as string, this.from({ file, node: init }));
      }
    }
    return found;
  }

  /** Kind → its `decide`. */
  private findDecisions(file: string): void {
    const { declared, imported } = this.modules.get(file)!;
    const checked = (declared.get('KINDS')!['arguments'] as Node[])[0]!;
    const table = checked.type === 'TSSatisfiesExpression' ? (checked['expression'] as Node) : checked;
    for (const property of table['properties'] as Node[]) {
      const [from, name] = imported.get((property['value'] as Node)['name'] as string)!;
      walk(this.modules.get(from)!.declared.get(name), (node) => {
        if (node.type !== 'Property' || keyOf(node) !== 'decide') return true;
        this.decisions.set(String(keyOf(property)), { file: from, node: node['value'] as Node });
        return false;
      });
    }
  }

  private from(place: Place): ReadonlySet<string> {
    const codes = new Set<string>();
    const seen = new Set<unknown>();
    /** `command`: of a `decide`, the only case to follow. */
    const follow = ({ file, node }: Place, command?: string): void => {
      const key = command === undefined ? node : `${file} ${command}`;
      if (seen.has(key)) return;
      seen.add(key);
      walk(node, (part) => {
        if (part.type.startsWith('TSType') || part.type.startsWith('TSInterface')) return false;
        const test = part.type === 'SwitchCase' ? literalOf(part['test']) : undefined;
        if (command !== undefined && test !== undefined && test !== command) return false;
        if (part.type === 'CallExpression') for (const code of refusedIn(part, file)) codes.add(code);
        for (const [next, asked] of this.named(file, part)) follow(next, asked);
        return true;
      });
    };
    follow(place);
    return codes;
  }

  /** What a node leads to: a declaration, a method, the decision of an actor. */
  private *named(file: string, node: Node): Generator<readonly [place: Place, command: string | undefined]> {
    if (isNamed(node)) {
      const { declared, imported } = this.modules.get(file)!;
      const name = node['name'] as string;
      const [from, original] = declared.has(name) ? [file, name] : (imported.get(name) ?? ['', '']);
      const found = this.modules.get(from)?.declared.get(original);
      // The table of kinds names every actor, of which `ask` and `create` follow one.
      if (found !== undefined && from !== KINDS) yield [{ file: from, node: found }, undefined];
    }
    if (node.type === 'MemberExpression' && isNamed(node['property'])) {
      const name = node['property']['name'] as string;
      if (!COMMON_METHODS.has(name)) for (const method of this.methods.get(name) ?? []) yield [method, undefined];
    }
    if (node.type === 'CallExpression') yield* this.asked(node);
  }

  private *asked(call: Node): Generator<readonly [place: Place, command: string | undefined]> {
    const callee = call['callee'] as Node;
    const given = call['arguments'] as Node[];
    const decision = this.decisions.get(literalOf(given[0]) ?? '');
    if (
      decision === undefined ||
      !['ask', 'create'].includes((callee['property'] as Node | undefined)?.['name'] as string)
    )
      return;
    const properties = (given.at(-1)!['properties'] ?? []) as Node[];
    const type = properties.find((one) => one.type === 'Property' && keyOf(one) === 'type');
    yield [decision, type && literalOf(type['value'])];
  }
}

/**
 * The codes in the first argument of a call of `refuse`, or of what the domain decides in the second one of `refuseAt`:
 * elsewhere that is a limit of any call (refusals-of.ts).
 */
const refusedIn = (call: Node, file: string): string[] => {
  const codes: string[] = [];
  const names = file.startsWith('src/domain/') ? ['refuse', 'refuseAt'] : ['refuse'];
  const place = names.findIndex((name) => isNamed(call['callee'], name));
  if (place >= 0)
    walk((call['arguments'] as Node[])[place], (node) => void codes.push(...[literalOf(node) ?? ''].filter(Boolean)));
  return codes.filter((code) => /^[A-Z_]+$/.test(code));
};
