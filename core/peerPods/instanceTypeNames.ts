/**
 * Recognizes misspelled instance types. Treats an unknown name as misspelled only if it resembles a known one, because
 * cloud providers add instance types all the time.
 */
import type { ProviderName } from './providers.ts';
import { ec2Families, isEc2Type, listEc2Sizes } from './ec2InstanceTypes.ts';

/**
 * Returns the known names that an unknown instance type might be a misspelling of. Returns none if the type is known,
 * or can be newer than the lists.
 */
export function listIntendedTypes(type: string, provider: ProviderName): readonly string[] {
  if (type.length > 64) return [];
  if (provider === 'aws') return aws(type);
  return provider === 'gcp' ? gcp(type) : [];
}

function aws(type: string): readonly string[] {
  const [family = '', size = '', ...rest] = type.split('.');
  if (rest.length > 0 || size === '' || isEc2Type(type)) return [];
  const sizes = listEc2Sizes(family);
  if (sizes.length > 0) return sizes.map((name) => `${family}.${name}`);
  // Many families differ by only one letter or digit, so only swapped characters are a certain typo.
  const characters = sorted(family);
  return ec2Families
    .filter((known) => sorted(known) === characters && listEc2Sizes(known).includes(size))
    .map((known) => `${known}.${size}`);
}

function sorted(text: string): string {
  return Array.from(text).toSorted().join('');
}

/** Classes of Google Cloud machine types whose sizes are known. */
const gcpClasses = ['standard', 'highmem', 'highcpu'];

function gcp(type: string): readonly string[] {
  const match = /^([a-z]\d[a-z]?)-([a-z]+)-(\d+)$/.exec(type);
  if (match === null) return [];
  const [, family = '', name = '', count = ''] = match;
  // Other classes, such as `megamem`, aren't similar to these.
  return gcpClasses
    .filter((known) => known !== name && (sorted(known) === sorted(name) || isOneOff(name, known)))
    .map((known) => `${family}-${known}-${count}`);
}

/** Returns whether two names differ only by one missing or added character. */
function isOneOff(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (long.length - short.length !== 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  return short.slice(at) === long.slice(at + 1);
}
