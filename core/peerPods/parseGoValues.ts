/**
 * Parses values in the same way as cloud-api-adaptor. All values are strings. In OSC 1.11 and earlier, a shell script
 * adds them unquoted to the command line, whose flags Go parses strictly. In OSC 1.12 and later, Go reads environment
 * variables and ignores invalid values. Sources: domain/02-peer-pods.md 2.3: openshift/cloud-api-adaptor@f3dcc175
 * src/cloud-api-adaptor/entrypoint.sh; openshift/cloud-api-adaptor@067d2068 src/cloud-providers/util.go, types.go. Go:
 * time.ParseDuration, strconv.ParseInt, fmt.Sscanf.
 */
import { compareReleases, findRelease, type Release } from '../product/releases.ts';

/** Result of parsing a value. */
export type ParsedGoValue<T> =
  /** The value counts as missing, so the default applies. */
  | { readonly outcome: 'unset' }
  /** The value was parsed. `dropped` is the remaining text, which is silently ignored. */
  | { readonly outcome: 'read'; readonly value: T; readonly dropped?: string }
  /** The value is invalid, so the default silently applies. */
  | { readonly outcome: 'ignored' }
  /** The value is invalid, so cloud-api-adaptor doesn't start. */
  | { readonly outcome: 'stops' };

/** Returns whether cloud-api-adaptor reads environment variables, as it does in OSC 1.12 and later. */
export function readsEnvironmentVariables(release: Release): boolean {
  const first = findRelease('1.12');
  return first !== undefined && compareReleases(release, first) >= 0;
}

/** Keys that the script in OSC 1.11 and earlier enables for any value, even `false`. */
const onForAnyText: ReadonlySet<string> = new Set(['TLS_SKIP_VERIFY', 'EXTERNAL_NETWORK_VIA_PODVM']);

/** Parses a boolean. In OSC 1.11 and earlier, the result depends on the key. */
export function readBoolean(text: string, release: Release, key = ''): ParsedGoValue<boolean> {
  if (text === '') return { outcome: 'unset' };
  if (readsEnvironmentVariables(release)) return { outcome: 'read', value: ['1', 'true'].includes(text.toLowerCase()) };
  return { outcome: 'read', value: onForAnyText.has(key) || text === 'true' };
}

/** Parses an integer. OSC 1.12 uses the leading digits: `10GB` is 10. */
export function readInteger(text: string, release: Release): ParsedGoValue<number> {
  if (text === '') return { outcome: 'unset' };
  if (!readsEnvironmentVariables(release)) return flag(text, goInteger);
  // fmt.Sscanf("%d") accepts leading spaces, a sign, and digits, and ignores the rest. A leading line break is an
  // error.
  const match = /^[ \t]*([+-]?\d+)/.exec(text);
  const value = match === null ? undefined : within64(match[1] ?? '');
  if (match === null || value === undefined) return { outcome: 'ignored' };
  const dropped = text.slice(match[0].length);
  return dropped === '' ? { outcome: 'read', value } : { outcome: 'read', value, dropped };
}

/** Parses an unsigned integer (LIBVIRT_CPU, LIBVIRT_MEMORY). */
export function readUnsigned(text: string, release: Release): ParsedGoValue<number> {
  if (text === '') return { outcome: 'unset' };
  if (!readsEnvironmentVariables(release))
    return flag(text, (word) => (/^[+-]/.test(word) ? undefined : goInteger(word)));
  const value = /^\d+$/.test(text) ? Number(text) : undefined;
  return value === undefined || value > 0xff_ff_ff_ff ? { outcome: 'ignored' } : { outcome: 'read', value };
}

/** Parses a duration, in seconds. */
export function readDuration(text: string, release: Release): ParsedGoValue<number> {
  if (text === '') return { outcome: 'unset' };
  if (!readsEnvironmentVariables(release)) return flag(text, durationSeconds);
  const value = durationSeconds(text);
  return value === undefined ? { outcome: 'ignored' } : { outcome: 'read', value };
}

/**
 * Returns whether Go's time.ParseDuration accepts a text: `5m`, `1h30m`, `1.5s`, `-2ms`, `0`, but not `5`, `5 min`,
 * `1d`.
 */
export function isGoDuration(text: string): boolean {
  return durationSeconds(text) !== undefined;
}

/** Returns whether a number is a valid port. */
export function isPort(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 65_535;
}

/** An item of a list. */
export interface GoListItem {
  /** Item as cloud-api-adaptor compares it, including spaces that it doesn't trim. */
  readonly text: string;
  /** True if the item can't match anything because it is empty or starts or ends with a space. */
  readonly neverMatches: boolean;
}

const shellTidied: ReadonlySet<string> = new Set(['TAGS', 'AZURE_INSTANCE_SIZES']);

/** Parses a comma-separated list. Whether items are trimmed depends on `key`. */
export function splitList(text: string, release: Release, key: string): ParsedGoValue<readonly GoListItem[]> {
  if (text === '') return { outcome: 'unset' };
  if (!readsEnvironmentVariables(release)) {
    const argument = asArgument(text, key);
    return argument === undefined ? { outcome: 'stops' } : { outcome: 'read', value: items(argument) };
  }
  return { outcome: 'read', value: items(text, key.startsWith('IBMCLOUD_')) };
}

/** Result of parsing TAGS for any cloud provider except IBM Cloud. */
export interface Tags {
  /** Tags that take effect, trimmed as in cloud-api-adaptor. */
  readonly tags: Readonly<Record<string, string>>;
  /** Elements without `=`. */
  readonly bad: readonly string[];
  /** Valid elements that are lost because they are after an invalid one. */
  readonly lost: readonly string[];
}

/**
 * Parses TAGS. OSC 1.12 silently stops at the first element without `=`. In OSC 1.11 and earlier, such an element
 * prevents cloud-api-adaptor from starting.
 */
export function parseTags(
  text: string,
  release: Release,
): { readonly outcome: ParsedGoValue<never>['outcome'] } & Tags {
  const argument = readsEnvironmentVariables(release) ? text : asArgument(text, 'TAGS');
  const elements = (argument ?? text).split(',');
  const bad = text === '' ? [] : elements.filter((element) => !element.includes('='));
  const firstBad = elements.findIndex((element) => !element.includes('='));
  const kept = firstBad === -1 ? elements : elements.slice(0, firstBad);
  const lost = firstBad === -1 ? [] : elements.slice(firstBad).filter((element) => element.includes('='));
  if (text === '') return { outcome: 'unset', tags: {}, bad: [], lost: [] };
  if (!readsEnvironmentVariables(release) && (argument === undefined || bad.length > 0))
    return { outcome: 'stops', tags: {}, bad, lost: [] };
  return { outcome: 'read', tags: Object.fromEntries(kept.map(pair)), bad, lost };
}

function pair(element: string): [string, string] {
  const at = element.indexOf('=');
  return [element.slice(0, at).trim(), element.slice(at + 1).trim()];
}

/** Keys whose value the script in OSC 1.11 and earlier doesn't quote, so that a space splits it into two arguments. */
const unquoted: ReadonlySet<string> = new Set(
  [
    'PAUSE_IMAGE TUNNEL_TYPE VXLAN_PORT CACERT_FILE CERT_FILE CERT_KEY PROXY_TIMEOUT INITDATA FORWARDER_PORT SECURE_COMMS_INBOUNDS',
    'SECURE_COMMS_OUTBOUNDS SECURE_COMMS_PP_INBOUNDS SECURE_COMMS_PP_OUTBOUNDS SECURE_COMMS_KBS_ADDR PEERPODS_LIMIT_PER_NODE POD_SUBNET_CIDRS',
    'ROOT_VOLUME_SIZE TAGS SSH_USERNAME AZURE_INSTANCE_SIZES PODVM_LAUNCHTEMPLATE_NAME AWS_SG_IDS PODVM_AMI_ID PODVM_INSTANCE_TYPE',
    'PODVM_INSTANCE_TYPES SSH_KP_NAME AWS_SUBNET_ID AWS_REGION PODVM_IMAGE_NAME GCP_PROJECT_ID GCP_ZONE GCP_MACHINE_TYPE GCP_NETWORK',
    'GCP_DISK_TYPE',
  ].flatMap((names) => names.split(' ')),
);

/**
 * Returns whether spaces in a value prevent cloud-api-adaptor from starting. They do so only in OSC 1.11 and earlier,
 * for unquoted keys. Leading and trailing spaces are harmless, as are spaces after commas for keys that the script
 * cleans up.
 */
export function spacesPreventStart(text: string, release: Release, key: string): boolean {
  return !readsEnvironmentVariables(release) && unquoted.has(key) && asArgument(text, key) === undefined;
}

/** Returns the single argument that the shell creates from a value. Returns undefined if it creates several. */
function asArgument(text: string, key: string): string | undefined {
  if (!unquoted.has(key)) return text;
  const tidied = shellTidied.has(key) ? text.replace(/,[ \t]+/g, ',') : text;
  const words = tidied.split(/[ \t\n]+/).filter((word) => word !== '');
  return words.length > 1 ? undefined : (words[0] ?? '');
}

function items(text: string, trimmed = false): GoListItem[] {
  return text
    .split(',')
    .map((item) => (trimmed ? item.trim() : item))
    .map((item) => ({ text: item, neverMatches: item.trim() !== item || item === '' }));
}

/**
 * Parses a value as a flag on the command line in OSC 1.11 and earlier. Go's flag package must accept the complete
 * value, otherwise cloud-api-adaptor exits.
 */
function flag<T>(text: string, read: (word: string) => T | undefined): ParsedGoValue<T> {
  const words = text.split(/[ \t\n]+/).filter((word) => word !== '');
  const value = words.length === 1 ? read(words[0] ?? '') : undefined;
  return value === undefined ? { outcome: 'stops' } : { outcome: 'read', value };
}

/** Parses an integer like strconv.ParseInt with base 0: `0x10`, `0o17`, `017`, `0b11`, and `1_000` are valid. */
function goInteger(word: string): number | undefined {
  const match =
    /^([+-]?)(0[xX]_?[0-9a-fA-F]+(?:_[0-9a-fA-F]+)*|0[bB]_?[01]+(?:_[01]+)*|0[oO]?_?[0-7]+(?:_[0-7]+)*|0|[1-9]\d*(?:_\d+)*)$/.exec(
      word,
    );
  if (match === null) return undefined;
  const digits = (match[2] ?? '').replaceAll('_', '');
  const octal = /^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits;
  return within64(octal, match[1] === '-');
}

function within64(digits: string, negative = false): number | undefined {
  const unsigned = digits.replace(/^[+-]/, '');
  const value = BigInt(unsigned) * (negative || digits.startsWith('-') ? -1n : 1n);
  return BigInt.asIntN(64, value) === value ? Number(value) : undefined;
}

const secondsPerUnit: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  μs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};
const wholeDuration = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;
/** Maximum duration in seconds: 2^63 nanoseconds. */
const longestSeconds = 9_223_372_036.854776;

function durationSeconds(text: string): number | undefined {
  if (!wholeDuration.test(text)) return undefined;
  let seconds = 0;
  for (const [, amount = '', unit = ''] of text.matchAll(/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g)) {
    seconds += Number(amount.replace(/\.$/, '')) * (secondsPerUnit[unit] ?? 0);
  }
  if (seconds > longestSeconds) return undefined;
  return text.startsWith('-') ? -seconds : seconds;
}
