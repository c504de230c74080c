/**
 * Lists for each built-in the arguments with the most work, by their approximate size in elements, characters, or bits.
 */
import { makeObject, makeSet, RegoArray, type RegoEntry, type RegoValue } from '#server/policy/rego/values/values.ts';

type WorstInput = (size: number) => readonly RegoValue[];

const a = (count: number): string => 'a'.repeat(count);
/** Characters that are surrogate pairs. */
const pairs = (count: number): string => '𝄞'.repeat(count / 2);
const array = (count: number, item: (index: number) => RegoValue): RegoArray =>
  new RegoArray(Array.from({ length: count }, (_, index) => item(index)));
const object = (count: number, key: (index: number) => RegoValue): RegoValue =>
  makeObject(Array.from({ length: count }, (_, index): RegoEntry => [key(index), 1n]));
const numberOf = (bits: number): bigint => (1n << BigInt(bits - 1)) + 1n;
/** Strings that differ only at their ends, in descending order. */
const alike = (index: number): string => `${a(100)}${1_000_000 - index}`;
/** Nested keys: each level escapes the quotation marks of the inner levels. */
const keysInKeys = (depth: number): RegoValue =>
  depth <= 0 ? makeObject([['"', 1n]]) : makeObject([[keysInKeys(depth - 1), 1n]]);

/** Repetitive texts and patterns that differ only at the start or end of the pattern. */
const searches: readonly WorstInput[] = [
  (size) => [a(size), `${a(size / 4)}b${a(size / 4)}`],
  (size) => [a(size), `${a(size / 2)}b`],
  (size) => [a(size), 'a'],
  (size) => ['я'.repeat(size), `${'я'.repeat(size / 4)}ю${'я'.repeat(size / 4)}`],
];
const replacements: readonly WorstInput[] = [
  ...searches.map((search): WorstInput => (size) => [...search(size), 'b']),
  (size) => [a(size), '', 'b'],
];
const parts: readonly WorstInput[] = [(size) => [a(size), a(size)]];
const oneText: readonly WorstInput[] = [(size) => [pairs(size)], (size) => ['ΐ'.repeat(size)]];
const cuts: readonly WorstInput[] = [
  (size) => [a(size), 'a'],
  (size) => [pairs(size), '𝄞'],
  (size) => [a(size), pairs(size)],
];
const oneNumber: readonly WorstInput[] = [(size) => [-numberOf(size)]];
const twoNumbers: readonly WorstInput[] = [(size) => [numberOf(size), -numberOf(size)]];
const numberTexts: readonly WorstInput[] = [
  (size) => ['9'.repeat(size / 4)],
  (size) => [`${'9'.repeat(size / 4)}.${'9'.repeat(size)}`],
];
const quantities: readonly WorstInput[] = [
  (size) => [`${'9'.repeat(size / 8)}Ki`],
  (size) => ['1e'.repeat(size / 2)],
  (size) => ['"'.repeat(size)],
];
const numbers: readonly WorstInput[] = [
  (size) => [array(size, BigInt)],
  (size) => [array(size / 4096, () => numberOf(4096))],
];
const ordered: readonly WorstInput[] = [
  (size) => [array(size / 8, alike)],
  (size) => [array(size, (index) => BigInt((index * 7919) % size))],
];
const manySets: readonly WorstInput[] = [
  (size) => [
    makeSet(
      Array.from({ length: size / 64 }, (_, set) =>
        makeSet(Array.from({ length: 16 }, (_item, index) => BigInt(set * 16 + index))),
      ),
    ),
  ],
  (size) => [makeSet([makeSet(array(size / 8, alike).items), makeSet(array(size / 8 - 1, alike).items)])],
];
const arrays: readonly WorstInput[] = [(size) => [array(size, BigInt), array(size, BigInt)]];
const objectWithKeys: readonly WorstInput[] = [
  (size) => [object(size / 8, alike), array(size / 8, alike)],
  (size) => [object(1, alike), array(size, BigInt)],
  (size) => [object(8, alike), object(size / 8, alike)],
];
const paths: readonly WorstInput[] = [
  (size) => [makeObject([['x', array(size / 16, BigInt)]]), array(size / 16, (index) => `x/${index}`)],
  (size) => [object(size / 16, alike), array(size / 16, alike)],
  (size) => [object(1, alike), new RegoArray(['/'.repeat(size / 4)])],
];
const jsonTexts: readonly WorstInput[] = [
  (size) => [`[${'[],'.repeat(size / 3)}1]`],
  (size) => [`{${Array.from({ length: size / 16 }, (_, index) => `"k${index}":1`).join(',')}}`],
  (size) => [`["${'\\u0001'.repeat(size / 6)}"]`],
  (size) => ['9'.repeat(size / 4)],
];
const base64Texts: readonly WorstInput[] = [
  (size) => ['AAAA'.repeat(size / 4)],
  (size) => [`${'AAAA'.repeat(size / 4)}*`],
];
const matchedTexts: readonly WorstInput[] = [
  (size) => ['(a?){50}a{50}b|c', a(size / 16)],
  (size) => [`(?i)(?:${'(a)?'.repeat(50)})*ß`, 'aA'.repeat(size / 256)],
  (size) => ['(a|a|a)*(a|b)*c', a(size / 4)],
];
const allMatches: readonly WorstInput[] = [
  ...matchedTexts.map((matched): WorstInput => (size) => [...matched(size), -1n]),
  (size) => ['a*?b|a', a(size / 128), -1n],
  (size) => [`${'('.repeat(50)}a${')'.repeat(50)}`, a(size / 256), -1n],
];
const constant: readonly WorstInput[] = [
  (size) => [array(size, BigInt)],
  (size) => [a(size)],
  (size) => [numberOf(size)],
];

export interface WorstCase {
  readonly inputs: readonly WorstInput[];
  /** True if the built-in doesn't read the large parts of its arguments. */
  readonly constant?: true;
}

const always = (inputs: readonly WorstInput[]): WorstCase => ({ inputs, constant: true });

/** By built-in name. */
export const worstInputs: Readonly<Record<string, WorstCase>> = {
  ...Object.fromEntries(
    ['array', 'boolean', 'null', 'number', 'object', 'set', 'string'].map((name) => [`is_${name}`, always(constant)]),
  ),
  type_name: always(constant),
  trace: always([(size) => [a(size)]]),
  ...Object.fromEntries(['abs', 'ceil', 'floor', 'round', 'bits.negate'].map((name) => [name, { inputs: oneNumber }])),
  ...Object.fromEntries(['bits.and', 'bits.or', 'bits.xor'].map((name) => [name, { inputs: twoNumbers }])),
  ...Object.fromEntries(
    ['bits.lsh', 'bits.rsh'].map((name) => [name, { inputs: [(size: number) => [numberOf(size / 2), 127n]] }]),
  ),
  'numbers.range': {
    inputs: [(size) => [1n, BigInt(size)], (size) => [numberOf(8192), numberOf(8192) + BigInt(size / 256)]],
  },
  'numbers.range_step': {
    inputs: [(size) => [BigInt(size), 1n, 1n], (size) => [1n, numberOf(size), numberOf(size) - BigInt(size)]],
  },
  'rand.intn': { inputs: [(size) => [a(size), 7n], (size) => ['', numberOf(size)]] },
  to_number: { inputs: numberTexts },
  'units.parse': { inputs: quantities },
  'units.parse_bytes': { inputs: quantities },
  count: { inputs: oneText },
  ...Object.fromEntries(['max', 'min', 'sort'].map((name) => [name, { inputs: ordered }])),
  sum: { inputs: numbers },
  product: { inputs: [(size) => [array(size / 4096, () => numberOf(4096))], (size) => [array(size, () => 1n)]] },
  'array.concat': { inputs: arrays },
  'array.reverse': { inputs: [(size) => [array(size, BigInt)]] },
  'array.slice': { inputs: [(size) => [array(size, BigInt), -numberOf(16), BigInt(size)]] },
  intersection: { inputs: manySets },
  union: { inputs: manySets },
  'object.filter': { inputs: objectWithKeys },
  'object.remove': { inputs: objectWithKeys },
  'object.get': {
    inputs: [
      (size) => [object(1, alike), array(size, () => 'x'), 1n],
      (size) => [makeObject([[a(size), 1n]]), `${a(size - 1)}b`, 1n],
    ],
  },
  'object.keys': { inputs: [(size) => [object(size / 8, alike)]] },
  'object.subset': {
    inputs: [
      (size) => [array(size / 128, () => 1n), array(size / 256, (index) => (index === size / 256 - 1 ? 2n : 1n))],
      (size) => [object(size / 8, alike), object(size / 8, alike)],
      (size) => [array(size / 8, alike), makeSet(array(size / 8, alike).items)],
    ],
  },
  'object.union': { inputs: [(size) => [object(size / 8, alike), object(size / 8, alike)]] },
  'object.union_n': {
    inputs: [
      (size) => [array(size / 512, (index) => object(8, (key) => `k${index}-${key}`))],
      (size) => [array(4, () => object(size / 16, alike))],
    ],
  },
  'json.filter': { inputs: paths },
  'json.remove': { inputs: paths },
  'json.marshal': {
    inputs: [
      (size) => ['\u0001'.repeat(size)],
      (size) => [array(size, BigInt)],
      (size) => [array(size / 4096, () => numberOf(65_536))],
      (size) => [numberOf(size)],
      (size) => [keysInKeys(Math.log2(size) - 2)],
    ],
  },
  'json.marshal_with_options': {
    inputs: [
      (size) => [array(size / 64, BigInt), makeObject([['indent', ' '.repeat(64)]])],
      (size) => [array(size / 64, BigInt), makeObject([['prefix', ' '.repeat(64)]])],
      (size) => [array(size, BigInt), makeObject([])],
    ],
  },
  'json.unmarshal': { inputs: jsonTexts },
  'json.is_valid': { inputs: jsonTexts },
  ...Object.fromEntries(
    ['base64.decode', 'base64.is_valid', 'base64url.decode'].map((name) => [name, { inputs: base64Texts }]),
  ),
  ...Object.fromEntries(
    ['base64.encode', 'base64url.encode', 'base64url.encode_no_pad'].map((name) => [name, { inputs: oneText }]),
  ),
  'regex.match': { inputs: matchedTexts },
  'regex.is_valid': {
    inputs: [
      (size) => ['(ab?)'.repeat(size / 256)],
      (size) => ['\\pL'.repeat(size / 4096)],
      (size) => [`(${'a{10}'.repeat(size / 512)}`],
    ],
  },
  'regex.find_n': { inputs: allMatches },
  'regex.find_all_string_submatch_n': { inputs: allMatches },
  'regex.split': {
    inputs: allMatches.map(
      (matched): WorstInput =>
        (size) =>
          matched(size).slice(0, 2),
    ),
  },
  'regex.replace': {
    inputs: [
      ...allMatches.map((matched): WorstInput => (size) => [matched(size)[1] ?? '', matched(size)[0] ?? '', '$1$1']),
      (size) => [a(size / 64), 'a+', '$0'.repeat(size / 512)],
      (size) => [a(64), 'a', '$x'.repeat(size / 8)],
    ],
  },
  'regex.template_match': {
    inputs: [
      (size) => [a(size), a(size), `${a(size / 4)}b${a(size / 4)}`, 'c'],
      (size) => [a(size), a(size), `${a(size / 2)}b`, 'c'],
      (size) => ['<a>'.repeat(size / 512), a(size / 512), '<', '>'],
      (size) => [`${'<a>'.repeat(size / 4096)}${'x'.repeat(size)}`, `${a(size / 4096)}${'x'.repeat(size)}`, '<', '>'],
    ],
  },
  concat: { inputs: [(size) => ['-', array(size / 8, () => a(8))], (size) => [a(size / 64), array(64, () => '')]] },
  contains: { inputs: searches },
  indexof: { inputs: [...searches, (size) => [`${pairs(size)}x`, 'x']] },
  indexof_n: { inputs: [...searches, (size) => [a(size), a(size / 2)], (size) => [pairs(size), '']] },
  'strings.count': { inputs: [...searches, (size) => [pairs(size), '']] },
  split: { inputs: [...searches, (size) => [pairs(size), '']] },
  replace: { inputs: [...replacements, (size) => [a(size / 64), 'a', a(64)]] },
  'strings.replace_n': {
    inputs: [
      ...searches.map((search): WorstInput => (size) => [
        makeObject([[search(size)[1] ?? '', 'c']]),
        search(size)[0] ?? '',
      ]),
      (size) => [makeObject(Array.from({ length: size / 64 }, (_, index): RegoEntry => [`k${index}`, 'v'])), a(64)],
    ],
  },
  endswith: { inputs: parts },
  startswith: { inputs: parts },
  trim_prefix: { inputs: parts },
  trim_suffix: { inputs: parts },
  format_int: { inputs: [(size) => [numberOf(size), 10n], (size) => [numberOf(size), 2n]] },
  lower: { inputs: [...oneText, (size) => ['İ'.repeat(size)]] },
  upper: { inputs: oneText },
  sprintf: {
    inputs: [
      (size) => ['%v', new RegoArray([array(size / 4096, () => numberOf(65_536))])],
      (size) => ['%d', new RegoArray([numberOf(size)])],
      (size) => ['%x', new RegoArray([numberOf(size)])],
      (size) => [`%${size}s`, new RegoArray([''])],
      (size) => [`%${size / 2}.${size / 2}s`, new RegoArray([pairs(size)])],
      (size) => ['%v'.repeat(size / 8), array(size / 8, BigInt)],
      (size) => ['%%'.repeat(size), new RegoArray([])],
      (size) => ['%v', new RegoArray([array(size / 8, () => '"')])],
    ],
  },
  ...Object.fromEntries(
    ['strings.any_prefix_match', 'strings.any_suffix_match'].map((name) => [
      name,
      { inputs: [(size: number) => [array(size / 128, alike), array(size / 128, (index) => `${alike(index)}!`)]] },
    ]),
  ),
  'strings.reverse': { inputs: oneText },
  substring: {
    inputs: [
      (size) => [pairs(size), BigInt(size / 8), BigInt(size)],
      (size) => [pairs(size), 0n, -1n],
      (size) => [a(size), 0n, numberOf(64)],
    ],
  },
  trim: { inputs: cuts },
  trim_left: { inputs: cuts },
  trim_right: { inputs: cuts },
  trim_space: { inputs: [(size) => [' '.repeat(size)], (size) => ['\u00a0'.repeat(size)]] },
};
