/** Built-in functions for types, and `trace`. */
import { getTypeName } from '../values/values.ts';
import { anyArgument, stringArgument, type BuiltinFunction, type BuiltinTable } from './builtin.ts';

const isType = (name: string): BuiltinFunction => ({
  arity: 1,
  run: (args) => getTypeName(anyArgument(args, 0)) === name,
});

export const types: BuiltinTable = {
  ...Object.fromEntries(
    ['array', 'boolean', 'null', 'number', 'object', 'set', 'string'].map((name) => [`is_${name}`, isType(name)]),
  ),
  type_name: { arity: 1, run: (args) => getTypeName(anyArgument(args, 0)) },
  trace: { arity: 1, run: (args, call) => stringArgument(call, args, 0) },
};
