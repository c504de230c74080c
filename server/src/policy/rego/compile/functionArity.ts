/** How many arguments the functions take that a module can call. */
import type { Ref, Term, Variable } from '../syntax/ast.ts';
import { builtinFunctions } from '../builtins/index.ts';

/** The names of a ref that consists of names only, such as `data.lib.f`; undefined for others. */
export const getRefNames = (ref: Variable | Ref): readonly string[] | undefined => {
  if (ref.kind === 'variable') return [ref.name];
  if (ref.base.kind !== 'variable') return undefined;
  const names = [ref.base.name];
  for (const { key } of ref.path) {
    if (key.kind !== 'scalar' || typeof key.value !== 'string') return undefined;
    names.push(key.value);
  }
  return names;
};

/** Where a function is found in a map: names may hold dots. */
export const getFunctionKey = (path: readonly string[]): string => path.join('\u0000');

/** What a call leads to. */
export type Callee =
  | { readonly kind: 'user'; readonly path: readonly string[] }
  | { readonly kind: 'built-in'; readonly name: string }
  | { readonly kind: 'print' }
  | { readonly kind: 'unknown'; readonly name: string };

/** What a module can call, and what its calls mean. */
export class FunctionArities {
  private readonly packagePath: readonly string[];
  private readonly imports: ReadonlyMap<string, readonly string[]>;
  /** By path, without `data`. */
  private readonly arities: ReadonlyMap<string, number>;
  private readonly available: ReadonlySet<string>;

  constructor(
    packagePath: readonly string[],
    imports: ReadonlyMap<string, readonly string[]>,
    arities: ReadonlyMap<string, number>,
    available: ReadonlySet<string>,
  ) {
    this.packagePath = packagePath;
    this.imports = imports;
    this.arities = arities;
    this.available = available;
  }

  /** An import of the first name wins over functions of the module, those over others, and all over built-ins. */
  resolve(ref: Variable | Ref): Callee {
    const names = getRefNames(ref);
    if (names === undefined) return { kind: 'unknown', name: '' };
    const [first = '', ...rest] = names;
    const imported = this.imports.get(first);
    const candidates = [
      ...(imported?.[0] === 'data' ? [[...imported.slice(1), ...rest]] : []),
      [...this.packagePath, ...names],
      ...(first === 'data' ? [rest] : []),
    ];
    const path = candidates.find((candidate) => this.arities.has(getFunctionKey(candidate)));
    if (path !== undefined) return { kind: 'user', path };
    const name = names.join('.');
    if (name === 'print' && this.available.has(name)) return { kind: 'print' };
    return this.available.has(name) && builtinFunctions.has(name)
      ? { kind: 'built-in', name }
      : { kind: 'unknown', name };
  }

  /** The argument behind the last one that the function takes: `x` of `count(xs, x)` gets the value. */
  outputArgument(term: Term): Term | undefined {
    if (term.kind !== 'call') return undefined;
    const callee = this.resolve(term.callee);
    const arity =
      callee.kind === 'user'
        ? this.arities.get(getFunctionKey(callee.path))
        : callee.kind === 'built-in'
          ? builtinFunctions.get(callee.name)?.arity
          : undefined;
    return arity !== undefined && term.arguments.length === arity + 1 ? term.arguments.at(-1) : undefined;
  }
}
