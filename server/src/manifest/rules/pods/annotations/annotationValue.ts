/** Determines the problem with an annotation value, based on the type that Kata parses. */
import * as l10n from '@vscode/l10n';
import type { KataAnnotation } from '#core/annotations/annotation.ts';
import { hypervisorPrefix, runtimePrefix, unitText } from '#core/annotations/annotation.ts';
import { annotationNamed } from '#core/annotations/index.ts';
import { isInForce, type Release } from '#core/product/releases.ts';
import type { Severity } from '#core/common/severity.ts';
import type { Message } from '#core/text/message.ts';
import { describeOutOfRange } from '#server/manifest/rules/shared/valueWords.ts';
import { withoutCallout } from '#server/manifest/rules/shared/calloutNumber.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { longestValue, withoutQuotes, withoutSmartQuotes } from '#server/manifest/rules/shared/pastedValue.ts';
import { isForeignClass } from '#server/engine/yaml/objects/misnamedRuntimeClass.ts';

/** Problem with a value. */
export interface ValueFault {
  /** Returns a sentence that explains what is wrong with the value and the consequence. */
  readonly says: (value: string) => string;
  readonly instead?: string;
  readonly sure: boolean;
  readonly severity?: Severity;
}

/**
 * Returns the problem with a value under this key for a runtime class. Returns undefined if the value is valid or can't
 * be checked.
 */
export function findValueProblem(
  name: string,
  text: string,
  runtime: string | undefined,
  release: Release,
): ValueFault | undefined {
  const annotation = annotationNamed(name);
  // An annotation that isn't used can't have an invalid value.
  if (text.length > longestValue) return undefined;
  if (
    annotation === undefined ||
    annotation.runtimes.length === 0 ||
    !isInForce(annotation, release) ||
    isForeignClass(runtime)
  )
    return undefined;
  const plain = withoutSmartQuotes(text);
  if (plain !== undefined && plain !== '')
    return {
      says: (value) => l10n.t`"${value}" contains typographic quotes, which become part of the value.`,
      instead: plain,
      sure: findValueProblem(name, plain, runtime, release) === undefined,
    };
  if (annotation.values !== undefined) return notListed(annotation, annotation.values, text);
  switch (annotation.type) {
    case 'boolean':
      return notBoolean(text);
    case 'uint32':
    case 'uint64':
    case 'float32':
      return notNumber(annotation, text, runtime === 'kata-remote') ?? checkMinimumMemory(annotation, text, runtime);
    default:
      return undefined;
  }
}

/** Values that Go's strconv.ParseBool accepts. */
const booleans: ReadonlySet<string> = new Set('1 t T TRUE true True 0 f F FALSE false False'.split(' '));

function notBoolean(text: string): ValueFault | undefined {
  if (booleans.has(text)) return undefined;
  const word = tidied(text).toLowerCase();
  const instead = ['true', 'yes', 'on'].includes(word)
    ? 'true'
    : ['false', 'no', 'off'].includes(word)
      ? 'false'
      : undefined;
  return {
    says: (value) => l10n.t`"${value}" isn't ${l10n.t`true or false`}, so the pod doesn't start.`,
    sure: instead !== undefined,
    ...(instead === undefined ? {} : { instead }),
  };
}

function notNumber(annotation: KataAnnotation, text: string, remote: boolean): ValueFault | undefined {
  const { type, remoteType, unit, minimum, maximum } = annotation;
  const whole = type !== 'float32' || (remote && remoteType === 'integer');
  const form = type !== 'float32' ? /^\d+$/ : whole ? /^\+?\d+$/ : /^\+?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
  if (form.test(text)) {
    const value = Number(text);
    if (maximum !== undefined && value > maximum)
      return {
        says: (said) => describeOutOfRange(`"${said}"`, `≤ ${maximum}`),
        sure: false,
        severity: 'warning',
      };
    return minimum !== undefined && value < minimum
      ? {
          says: (said) => describeOutOfRange(`"${said}"`, `≥ ${minimum}`),
          sure: false,
          severity: 'warning',
        }
      : undefined;
  }
  const says: ValueFault['says'] =
    remote && remoteType !== undefined
      ? (value) => l10n.t`"${value}" isn't ${numberType(unit, true)}, so the value is ignored or the pod doesn't start.`
      : (value) => l10n.t`"${value}" isn't ${numberType(unit, whole)}, so the pod doesn't start.`;
  return { says, sure: false, ...meantNumber(tidied(text), unit, whole) };
}

/**
 * Minimum memory for a local VM, in MiB. Source: kata-containers/kata-containers@7c6ba40c
 * src/runtime/virtcontainers/hypervisor.go:88, src/runtime/pkg/oci/utils.go:783 (not for remote VMs).
 */
const minimumMemory = 256;

function checkMinimumMemory(
  { key }: KataAnnotation,
  text: string,
  runtime: string | undefined,
): ValueFault | undefined {
  const isLocal = runtime === 'kata' || runtime === 'kata-cc';
  if (!isLocal || key !== `${hypervisorPrefix}default_memory` || Number(text) >= minimumMemory) return undefined;
  return {
    says: (value) => l10n.t`"${value}" is less than the minimum of ${minimumMemory} MiB, so the pod doesn't start.`,
    sure: false,
  };
}

/** Returns the expected type. Only integers have a unit. */
function numberType(unit: string | undefined, whole: boolean): string {
  if (!whole) return l10n.t`a number`;
  return unit === undefined ? l10n.t`a whole number` : `${l10n.t`a whole number`} (${unitText(unit)})`;
}

/** Returns the intended number and whether it's exact. */
function meantNumber(
  text: string,
  unit: string | undefined,
  whole: boolean,
): { readonly instead: string; readonly sure: boolean } | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*([A-Za-z]*)$/.exec(text);
  const factor = match === null ? undefined : factorOf(unit ?? '', match[2] ?? '');
  if (match === null || factor === undefined) return undefined;
  const exact = Number((Number(match[1]) * factor.times).toPrecision(12));
  const instead = whole ? Math.ceil(exact) : exact;
  if (instead <= 0 || !Number.isSafeInteger(Math.ceil(exact))) return undefined;
  return { instead: String(instead), sure: instead === exact && factor.loose !== true };
}

interface Factor {
  readonly times: number;
  /** True if the suffix might mean something else. */
  readonly loose?: true;
}

const binary = 1024;
const exactly = (times: number): Factor => ({ times });
const loosely = (times: number): Factor => ({ times, loose: true });

const inMiB: Readonly<Record<string, Factor>> = {
  '': exactly(1),
  Ki: exactly(1 / binary),
  KiB: exactly(1 / binary),
  M: exactly(1e6 / binary ** 2),
  Mi: exactly(1),
  MiB: exactly(1),
  MB: loosely(1),
  mb: loosely(1),
  m: loosely(1),
  G: exactly(1e9 / binary ** 2),
  Gi: exactly(binary),
  GiB: exactly(binary),
  GB: loosely(binary),
  gb: loosely(binary),
  g: loosely(binary),
};

/** Valid suffixes by the unit of the annotation. */
const factors: ReadonlyMap<string, Readonly<Record<string, Factor>>> = new Map([
  ['', { '': exactly(1), m: exactly(0.001) }],
  ['bytes', { '': exactly(1) }],
  ['seconds', { '': exactly(1), s: exactly(1), m: loosely(60) }],
  ['MiB', inMiB],
]);

function factorOf(unit: string, suffix: string): Factor | undefined {
  const known = factors.get(unit) ?? {};
  return Object.hasOwn(known, suffix) ? known[suffix] : undefined;
}

/**
 * Errors that the runtime reports for unsupported values, by key. Contains only keys that the runtime is known to
 * check: src/runtime/pkg/oci/utils.go.
 */
const refusals: ReadonlyMap<string, string> = new Map([
  [`${hypervisorPrefix}block_device_aio`, 'Invalid AIO mechanism'],
  [`${runtimePrefix}internetworking_model`, 'Unknown network model specified in annotation'],
]);

/**
 * Checks a value against a documented list. The code might accept more values than are documented, so only a
 * misspelling of a listed value is certain.
 */
function notListed(
  { key }: KataAnnotation,
  values: Readonly<Record<string, Message>>,
  text: string,
): ValueFault | undefined {
  if (Object.hasOwn(values, text)) return undefined;
  const known = Object.keys(values);
  const written = tidied(text);
  const near = known.includes(written) ? { name: written, sure: true } : findNearestName(written, known);
  if (near !== undefined && text !== '')
    return { says: (value) => l10n.t`"${value}" isn't a known value.`, instead: near.name, sure: near.sure };
  const refusal = refusals.get(key);
  return {
    says: (value) =>
      refusal === undefined
        ? l10n.t`"${value}" isn't a known value.`
        : l10n.t`"${value}" isn't a known value. Kata reports "${refusal}".`,
    sure: false,
    severity: 'info',
  };
}

/** Removes typographic quotes and callout numbers that were pasted from a word processor or the documentation. */
function tidied(text: string): string {
  return withoutQuotes(withoutCallout(text.trim()));
}
