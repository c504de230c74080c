/** Provides the number of arguments of the functions that a module can call. */
import type { Ref, Term, Variable } from '../syntax/ast.ts';
import { builtinFunctions } from '../builtins/index.ts';

/** Returns the names of a reference that consists only of names, such as `data.lib.f`. Otherwise, returns undefined. */
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

/** Returns the map key of a function. The separator isn't a dot, because names can contain dots. */
export const getFunctionKey = (path: readonly string[]): string => path.join('\u0000');

/** The target of a call. */
export type Callee =
  | { readonly kind: 'user'; readonly path: readonly string[] }
  | { readonly kind: 'built-in'; readonly name: string }
  | { readonly kind: 'print' }
  | { readonly kind: 'unknown'; readonly name: string };

/** Resolves the calls of a module. */
export class FunctionArities {
  private readonly packagePath: readonly string[];
  private readonly imports: ReadonlyMap<string, readonly string[]>;
  /** Number of arguments by path without `data`. */
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

  /**
   * Resolves a call. An import of the first name takes precedence, followed by functions of the module, other
   * functions, and built-in functions.
   */
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

  /**
   * Returns an additional argument after the last parameter of the function. It receives the result, such as `x` in
   * `count(xs, x)`.
   */
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
