/** Built-in functions for JSON and base64. */
import { toJsonText, toPrettyJson } from '../values/formatValue.ts';
import { parseRegoJson } from '../values/parseJson.ts';
import type { RegoValue } from '../values/values.ts';
import {
  anyArgument,
  BuiltinProblem,
  objectArgument,
  stringArgument,
  type BuiltinFunction,
  type BuiltinCall,
  type BuiltinTable,
} from './builtin.ts';
import { bytes } from '#platform/bytes.ts';

const standard = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const forUrls = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2}(?:==)?|[A-Za-z0-9_-]{3}=?)?$/;

/** Decodes base64. As in the policy engine, unused bits must be zero. */
const decoded = (text: string, form: RegExp, encoding: 'base64' | 'base64url'): string | undefined => {
  if (!form.test(text)) return undefined;
  const read = bytes.fromBase64(text);
  const again = encoding === 'base64' ? bytes.toBase64(read) : base64url(read);
  if (again.replace(/=+$/, '') !== text.replace(/=+$/, '')) return undefined;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(read);
};

/** Returns the base64 argument. Charges the cost of decoding it, and of encoding the result again for a comparison. */
const base64Argument = (args: readonly RegoValue[], call: BuiltinCall): string => {
  const text = stringArgument(call, args, 0);
  call.spend(text.length >> 2);
  call.allocate(text.length);
  return text;
};

const decode = (form: RegExp, encoding: 'base64' | 'base64url'): BuiltinFunction => ({
  arity: 1,
  run: (args, call) => {
    const result = decoded(base64Argument(args, call), form, encoding);
    if (result === undefined) throw new BuiltinProblem(`not valid ${encoding}`, 0);
    return result;
  },
});

const encode = (write: (written: Uint8Array) => string): BuiltinFunction => ({
  arity: 1,
  run: (args, call) => {
    const text = stringArgument(call, args, 0);
    call.allocate(text.length * 2);
    call.spend(text.length >> 2);
    const read = new TextEncoder().encode(text);
    // The encoding of non-ASCII characters is more than twice as long as the text.
    call.allocate(Math.max(0, read.length * 2 - text.length * 2));
    return write(read);
  },
});

/** Encodes bytes as base64url without padding. */
const base64url = (read: Uint8Array): string =>
  bytes.toBase64(read).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

const padded = (text: string): string => text + '='.repeat((4 - (text.length % 4)) % 4);

const marshal = (args: readonly RegoValue[], call: BuiltinCall): string => toJsonText(anyArgument(args, 0), call);

const marshalWithOptions = (args: readonly RegoValue[], call: BuiltinCall): RegoValue => {
  const options = objectArgument(call, args, 1);
  let [shape, indent, prefix] = [true, '\t', ''];
  for (const [option, value] of options.entries) {
    if (option === 'pretty' && typeof value === 'boolean') shape = value;
    else if (option === 'indent' && typeof value === 'string') indent = value;
    else if (option === 'prefix' && typeof value === 'string') prefix = value;
    else throw new BuiltinProblem('marshaling options are `indent` and `prefix` (strings) and `pretty` (boolean)', 1);
  }
  if (!shape || options.entries.length === 0) return marshal(args, call);
  call.allocate(prefix.length);
  return toPrettyJson(anyArgument(args, 0), indent, prefix, call);
};

const unmarshal = (args: readonly RegoValue[], call: BuiltinCall): RegoValue => {
  const text = jsonArgument(args, call);
  const { value, problem } = parseRegoJson(text, call);
  if (value === undefined) throw new BuiltinProblem(`could not deserialize json. ${problem ?? ''}`, 0);
  return value;
};

/**
 * Returns the JSON argument. Charges enough for all values that the parser can create from it, because even the
 * smallest value takes three characters of the text.
 */
const jsonArgument = (args: readonly RegoValue[], call: BuiltinCall): string => {
  const text = stringArgument(call, args, 0);
  call.spend(text.length >> 1);
  call.allocate(text.length);
  return text;
};

export const json: BuiltinTable = {
  'json.is_valid': { arity: 1, run: (args, call) => parseRegoJson(jsonArgument(args, call), call).value !== undefined },
  'json.marshal': { arity: 1, run: marshal },
  'json.marshal_with_options': { arity: 2, run: marshalWithOptions },
  'json.unmarshal': { arity: 1, run: unmarshal },
};

/** Built-in functions that only guests with Kata 3.28 and later have. */
export const base64: BuiltinTable = {
  'base64.decode': decode(standard, 'base64'),
  'base64.encode': encode(bytes.toBase64),
  'base64.is_valid': {
    arity: 1,
    run: (args, call) => decoded(base64Argument(args, call), standard, 'base64') !== undefined,
  },
  'base64url.decode': decode(forUrls, 'base64url'),
  'base64url.encode': encode((written) => padded(base64url(written))),
  'base64url.encode_no_pad': encode(base64url),
};
