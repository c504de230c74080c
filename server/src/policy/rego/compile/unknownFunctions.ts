/** Calls that a guest would stop at: the engine tells of them only when it reaches one. */
import type { Span } from '#server/engine/text/span.ts';
import type { CallTerm, Module } from '../syntax/ast.ts';
import { getRefNames } from './functionArity.ts';
import { describeModules, type LoadOptions } from '../evaluate/load.ts';
import { walkModule } from '../syntax/walk.ts';

export interface UnknownFunction {
  readonly name: string;
  /** The name as it is written. */
  readonly span: Span;
  /** Which of the modules, from 0. */
  readonly source: number;
}

const callsOf = (module: Module): readonly CallTerm[] => {
  const calls: CallTerm[] = [];
  walkModule(module, ({ type, node }) => {
    if (type === 'term' && node.kind === 'call') calls.push(node);
  });
  return calls;
};

/** The calls of functions that neither the guest nor the modules have. */
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
