/** The shape of what we know of one built-in function of the guest's engine. */
import type { EngineFeature } from '../policyEngines.ts';
import type { Message } from '#core/text/message.ts';

/** A type of Rego, in words: `string`, `array`, `set of string`, `array or set`, `any`. */
interface BuiltinArgument {
  readonly name: string;
  readonly type: string;
}

/** One function. */
export interface BuiltinInfo {
  readonly name: string;
  readonly arguments: readonly BuiltinArgument[];
  /** Takes any number of arguments: `print`. */
  readonly variadic?: boolean;
  readonly result: string;
  /** What it gives, in one sentence. */
  readonly summary: Message;
  /** What it must be built with; absent: every guest has it. */
  readonly needs?: EngineFeature;
  /** Only engines of dialect v1 are known to have it. */
  readonly newEnginesOnly?: boolean;
  readonly note?: Message;
}

type More = Partial<Pick<BuiltinInfo, 'needs' | 'newEnginesOnly' | 'note' | 'variadic'>>;

/** Makes one row; arguments are written `name: type, name: type`. */
export function builtinRow(
  name: string,
  written: string,
  result: string,
  summary: Message,
  more: More = {},
): BuiltinInfo {
  const list = written === '' ? [] : written.split(/, (?=[a-z]+: )/).map(argument);
  return { name, arguments: list, result, summary, ...more };
}

function argument(written: string): BuiltinArgument {
  const colon = written.indexOf(': ');
  return { name: written.slice(0, colon), type: written.slice(colon + 2) };
}

/** The function with its arguments: `concat(delimiter: string, parts: array or set) -> string`. */
export function formatSignature({ name, arguments: list, result, variadic }: BuiltinInfo): string {
  const written = list.map((one) => `${one.name}: ${one.type}`).join(', ');
  return `${name}(${written}${variadic === true ? ', ...' : ''}) -> ${result}`;
}
