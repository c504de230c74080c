/** A call of an unknown function. The policy engine reports it only when the evaluation reaches the call. */
import type { Span } from '#server/engine/text/span.ts';
import type { CallTerm, Module } from '../syntax/ast.ts';
import { getRefNames } from './functionArity.ts';
import { describeModules, type LoadOptions } from '../evaluate/load.ts';
import { walkModuleUses } from '../syntax/walk.ts';

export interface UnknownFunction {
  readonly name: string;
  /** Range of the function name. */
  readonly span: Span;
  /** Index of the module, starting at 0. */
  readonly source: number;
}

const callsOf = (module: Module): readonly CallTerm[] => {
  const calls: CallTerm[] = [];
  walkModuleUses(module, ({ type, node }) => {
    if (type === 'term' && node.kind === 'call') calls.push(node);
  });
  return calls;
};

/** Returns the calls of functions that neither the guest nor the modules define. */
export const findUnknownFunctions = (modules: readonly Module[], options: LoadOptions): readonly UnknownFunction[] =>
  describeModules(modules, options.builtins).flatMap(({ functions, source }) => {
    const module = modules[source];
    return (module === undefined ? [] : callsOf(module)).flatMap(({ callee }): UnknownFunction[] => {
      const resolved = functions.resolve(callee);
      return resolved.kind === 'unknown'
        ? [{ name: getRefNames(callee)?.join('.') ?? '', span: { start: callee.start, end: callee.end }, source }]
        : [];
    });
  });
