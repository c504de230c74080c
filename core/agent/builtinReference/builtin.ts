/** Describes a built-in function of the guest's policy engine. */
import type { EngineFeature } from '../policyEngines.ts';
import type { Message } from '#core/text/message.ts';

/** An argument. The type is a Rego type in words: `string`, `array`, `set of string`, `array or set`, `any`. */
interface BuiltinArgument {
  readonly name: string;
  readonly type: string;
}

/** A built-in function. */
export interface BuiltinInfo {
  readonly name: string;
  readonly arguments: readonly BuiltinArgument[];
  /** True if the function takes any number of arguments, such as `print`. */
  readonly variadic?: boolean;
  readonly result: string;
  /**
   * What the function returns or does, in one sentence. Undefined if the name and the arguments are self-explanatory.
   */
  readonly summary?: Message;
  /** Engine feature that the function requires. If undefined, every guest has the function. */
  readonly needs?: EngineFeature;
  /** True if only engines of dialect v1 are known to have the function. */
  readonly newEnginesOnly?: boolean;
  readonly note?: Message;
}

type More = Partial<Pick<BuiltinInfo, 'needs' | 'newEnginesOnly' | 'note' | 'variadic'>>;

/**
 * Creates a table row.
 * @param written arguments in the form `name: type, name: type`
 */
export function builtinRow(
  name: string,
  written: string,
  result: string,
  summary?: Message,
  more: More = {},
): BuiltinInfo {
  const list = written === '' ? [] : written.split(/, (?=[a-z]+: )/).map(argument);
  return { name, arguments: list, result, ...(summary === undefined ? {} : { summary }), ...more };
}

function argument(written: string): BuiltinArgument {
  const colon = written.indexOf(': ');
  return { name: written.slice(0, colon), type: written.slice(colon + 2) };
}

/** Formats a function with its arguments, such as `concat(delimiter: string, parts: array or set) -> string`. */
export function formatSignature({ name, arguments: list, result, variadic }: BuiltinInfo): string {
  const written = list.map((one) => `${one.name}: ${one.type}`).join(', ');
  return `${name}(${written}${variadic === true ? ', ...' : ''}) -> ${result}`;
}
