/**
 * What cloud-api-adaptor understands of the text of a value. All values are strings; two generations read them: up to
 * OSC 1.11 a shell script pastes them, unquoted, into the arguments of the program, whose flags Go then parses
 * strictly; from OSC 1.12 on Go reads the environment and ignores what it cannot read. Sources: domain/02-peer-pods.md
 * 2.3: openshift/cloud-api-adaptor@f3dcc175 src/cloud-api-adaptor/entrypoint.sh; openshift/cloud-api-adaptor@067d2068
 * src/cloud-providers/util.go, types.go. Go: time.ParseDuration, strconv.ParseInt, fmt.Sscanf.
 */
import { compareReleases, findRelease, type Release } from '../product/releases.ts';

/** What became of a value. */
export type ParsedGoValue<T> =
  /** The key counts as left out: its default holds. */
  | { readonly outcome: 'unset' }
  /** It was read. `dropped` is the rest of the text that was silently left aside. */
  | { readonly outcome: 'read'; readonly value: T; readonly dropped?: string }
  /** It could not be read, and its default holds without a word. */
  | { readonly outcome: 'ignored' }
  /** It could not be read, and cloud-api-adaptor does not start. */
  | { readonly outcome: 'stops' };

/** True from OSC 1.12 on. */
export function readsEnvironmentVariables(release: Release): boolean {
  const first = findRelease('1.12');
  return first !== undefined && compareReleases(release, first) >= 0;
}

/** Keys that the script of OSC up to 1.11 turns on for any text, even `false`. */
const onForAnyText: ReadonlySet<string> = new Set(['TLS_SKIP_VERIFY', 'EXTERNAL_NETWORK_VIA_PODVM']);

/** How a boolean is understood. Up to OSC 1.11 that depends on the key. */
export function readBoolean(text: string, release: Release, key = ''): ParsedGoValue<boolean> {
  if (text === '') return { outcome: 'unset' };
  if (readsEnvironmentVariables(release)) return { outcome: 'read', value: ['1', 'true'].includes(text.toLowerCase()) };
  return { outcome: 'read', value: onForAnyText.has(key) || text === 'true' };
}

/** How a whole number is understood. OSC 1.12 takes the digits it begins with: `10GB` is 10. */
export function readInteger(text: string, release: Release): ParsedGoValue<number> {
  if (text === '') return { outcome: 'unset' };
  if (!readsEnvironmentVariables(release)) return flag(text, goInteger);
  // fmt.Sscanf("%d"): blanks in front, a sign, digits; what follows is not looked at. A line break in front is an
  // error.
  const match = /^[ \t]*([+-]?\d+)/.exec(text);
  const value = match === null ? undefined : within64(match[1] ?? '');
  if (match === null || value === undefined) return { outcome: 'ignored' };
  const dropped = text.slice(match[0].length);
  return dropped === '' ? { outcome: 'read', value } : { outcome: 'read', value, dropped };
}

/** How a whole number without a sign is understood (LIBVIRT_CPU, LIBVIRT_MEMORY). */
export function readUnsigned(text: string, release: Release): ParsedGoValue<number> {
  if (text === '') return { outcome: 'unset' };
  if (!readsEnvironmentVariables(release))
    return flag(text, (word) => (/^[+-]/.test(word) ? undefined : goInteger(word)));
  const value = /^\d+$/.test(text) ? Number(text) : undefined;
  return value === undefined || value > 0xff_ff_ff_ff ? { outcome: 'ignored' } : { outcome: 'read', value };
}

/** How a duration is understood, in seconds. */
export function readDuration(text: string, release: Release): ParsedGoValue<number> {
  if (text === '') return { outcome: 'unset' };
  if (!readsEnvironmentVariables(release)) return flag(text, durationSeconds);
  const value = durationSeconds(text);
  return value === undefined ? { outcome: 'ignored' } : { outcome: 'read', value };
}

/** True for what Go's time.ParseDuration takes: `5m`, `1h30m`, `1.5s`, `-2ms`, `0`; not `5`, `5 min`, `1d`. */
export function isGoDuration(text: string): boolean {
  return durationSeconds(text) !== undefined;
}

/** True for a number that a port can have. */
export function isPort(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 65_535;
}

/** One element of a list. */
export interface GoListItem {
  /** As cloud-api-adaptor compares it, blanks included where it keeps them. */
  readonly text: string;
  /** Blanks at its ends make it unlike anything it could be meant for. */
  readonly neverMatches: boolean;
}

const shellTidied: ReadonlySet<string> = new Set(['TAGS', 'AZURE_INSTANCE_SIZES']);

/** How a comma-separated list is understood. `key` matters: some are trimmed, some are not. */
export function splitList(text: string, release: Release, key: string): ParsedGoValue<readonly GoListItem[]> {
  if (text === '') return { outcome: 'unset' };
  if (!readsEnvironmentVariables(release)) {
    const argument = asArgument(text, key);
    return argument === undefined ? { outcome: 'stops' } : { outcome: 'read', value: items(argument) };
  }
  return { outcome: 'read', value: items(text, key.startsWith('IBMCLOUD_')) };
}

/** TAGS as it is understood on every cloud but IBM Cloud. */
export interface Tags {
  /** Those that take effect, as cloud-api-adaptor trims them. */
  readonly tags: Readonly<Record<string, string>>;
  /** Elements without `=`. */
  readonly bad: readonly string[];
  /** Good elements that are lost because a bad one stands before them. */
  readonly lost: readonly string[];
}

/**
 * How TAGS is understood. OSC 1.12 stops reading at the first element without `=` and says nothing;
 * up to 1.11 that element stops cloud-api-adaptor.
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

/** Keys whose value the script of OSC up to 1.11 pastes in without quotes: a blank in it makes two arguments of one. */
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
 * True when the blanks in this text keep cloud-api-adaptor from starting: up to OSC 1.11, for keys that are not quoted.
 * Blanks at the ends do no harm, nor do those after commas of the keys that the script tidies.
 */
export function spacesPreventStart(text: string, release: Release, key: string): boolean {
  return !readsEnvironmentVariables(release) && unquoted.has(key) && asArgument(text, key) === undefined;
}

/** The one argument that the shell makes of it; undefined when it makes several. */
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

/** A flag of Go's flag package on the command line of OSC up to 1.11: read as a whole, or the program ends. */
function flag<T>(text: string, read: (word: string) => T | undefined): ParsedGoValue<T> {
  const words = text.split(/[ \t\n]+/).filter((word) => word !== '');
  const value = words.length === 1 ? read(words[0] ?? '') : undefined;
  return value === undefined ? { outcome: 'stops' } : { outcome: 'read', value };
}

/** strconv.ParseInt with base 0: `0x10`, `0o17`, `017`, `0b11` and `1_000` are numbers. */
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
/** 2^63 nanoseconds: more does not fit. */
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
