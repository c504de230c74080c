/** JSON and base64. */
import { toJsonText, toPrettyJson } from '../formatValue.ts';
import { parseJson } from '../parseJson.ts';
import { sizeOf, type Value } from '../values.ts';
import { anyArgument, BuiltinProblem, objectArgument, stringArgument, type Builtin, type BuiltinCall, type BuiltinTable } from './builtin.ts';
import { bytes } from '../../platform/node/bytes.ts';

const standard = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const forUrls = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2}(?:==)?|[A-Za-z0-9_-]{3}=?)?$/;

/** Bits that no byte needs must be zero, as the engine demands. */
const decoded = (text: string, form: RegExp, encoding: 'base64' | 'base64url'): string | undefined => {
  if (!form.test(text)) return undefined;
  const read = bytes.fromBase64(text);
  const again = encoding === 'base64' ? bytes.toBase64(read) : base64url(read);
  if (again.replace(/=+$/, '') !== text.replace(/=+$/, '')) return undefined;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(read);
};

const decode = (form: RegExp, encoding: 'base64' | 'base64url'): Builtin => ({
  arity: 1,
  run: (args, call) => {
    const text = stringArgument(call, args, 0);
    call.allocate(text.length);
    const result = decoded(text, form, encoding);
    if (result === undefined) throw new BuiltinProblem(`not valid ${encoding}`, 0);
    return result;
  },
});

const encode = (write: (written: Uint8Array) => string): Builtin => ({
  arity: 1,
  run: (args, call) => {
    const text = stringArgument(call, args, 0);
    call.allocate(text.length * 2);
    return write(new TextEncoder().encode(text));
  },
});

/** Without padding. */
const base64url = (read: Uint8Array): string => bytes.toBase64(read).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

const padded = (text: string): string => text + '='.repeat((4 - (text.length % 4)) % 4);

const marshal = (args: readonly Value[], call: BuiltinCall): string => {
  const value = anyArgument(args, 0);
  call.allocate(sizeOf(value));
  const text = toJsonText(value);
  call.allocate(text.length);
  return text;
};

const marshalWithOptions = (args: readonly Value[], call: BuiltinCall): Value => {
  const options = objectArgument(call, args, 1);
  let [shape, indent, prefix] = [true, '\t', ''];
  for (const [option, value] of options.entries) {
    if (option === 'pretty' && typeof value === 'boolean') shape = value;
    else if (option === 'indent' && typeof value === 'string') indent = value;
    else if (option === 'prefix' && typeof value === 'string') prefix = value;
    else throw new BuiltinProblem('marshaling options are `indent` and `prefix` (strings) and `pretty` (boolean)', 1);
  }
  const text = marshal(args, call);
  if (!shape || options.entries.length === 0) return text;
  const lines = text.length + 2;
  call.allocate(lines * (1 + prefix.length));
  call.allocate(lines * indent.length * 4);
  const result = toPrettyJson(anyArgument(args, 0), indent, prefix);
  call.allocate(result.length);
  return result;
};

const unmarshal = (args: readonly Value[], call: BuiltinCall): Value => {
  const text = stringArgument(call, args, 0);
  call.allocate(text.length);
  const { value, problem } = parseJson(text);
  if (value === undefined) throw new BuiltinProblem(`could not deserialize json. ${problem ?? ''}`, 0);
  return value;
};

/** A text that is only looked at. */
const charged = (args: readonly Value[], call: BuiltinCall): string => {
  const text = stringArgument(call, args, 0);
  call.spend(text.length >> 2);
  return text;
};

export const json: BuiltinTable = {
  'json.is_valid': { arity: 1, run: (args, call) => parseJson(charged(args, call)).value !== undefined },
  'json.marshal': { arity: 1, run: marshal },
  'json.marshal_with_options': { arity: 2, run: marshalWithOptions },
  'json.unmarshal': { arity: 1, run: unmarshal },
};

/** Only guests from kata 3.28 on have these. */
export const base64: BuiltinTable = {
  'base64.decode': decode(standard, 'base64'),
  'base64.encode': encode(bytes.toBase64),
  'base64.is_valid': { arity: 1, run: (args, call) => decoded(charged(args, call), standard, 'base64') !== undefined },
  'base64url.decode': decode(forUrls, 'base64url'),
  'base64url.encode': encode((written) => padded(base64url(written))),
  'base64url.encode_no_pad': encode(base64url),
};
