/** Lists the values of peer-pods-cm that rules check, with the definitions of their keys. */
import * as l10n from '@vscode/l10n';
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { holdsCredential, keyNamed, listKeyProviders } from '#core/peerPods/keys/index.ts';
import { isDocumentedProvider, providerNamed, type ProviderKnowledge } from '#core/peerPods/providers.ts';
import { isInForce, type Release } from '#core/product/releases.ts';
import type { Severity } from '#core/common/severity.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import type { Span } from '#server/engine/text/span.ts';
import { withoutCallout } from '../shared/calloutNumber.ts';
import { listDataEntries, dataText, setValue, type ConfigDataEntry } from '#server/engine/yaml/objects/dataEntries.ts';
import type { Finding, Fix, RuleContext } from '#server/engine/findings/rule.ts';
import { findPlaceholderIn } from '#core/text/placeholder.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { longestValue, repairPastedValue, withoutSmartQuotes } from '../shared/pastedValue.ts';

/**
 * A value that can be checked: this provider and release use its key, it's known and not empty, and no other rule
 * handles it.
 */
export interface CheckedValue {
  readonly entry: ConfigDataEntry;
  readonly key: ConfigKey;
  readonly text: string;
}

/** Problem with a value. */
export interface ValueProblem {
  readonly message: string;
  readonly fixes?: readonly ValueFix[];
  readonly severity?: Severity;
}

/** A replacement value. */
export interface ValueFix {
  readonly text: string;
  readonly sure: boolean;
  readonly title?: string;
}

/** Returns the problem with a value, if any. */
export type ValueCheck = (judged: Pick<CheckedValue, 'key' | 'text'>, release: Release) => ValueProblem | undefined;

/** Yields the findings of a check for all values of the ConfigMap. */
export function* checkValues(context: RuleContext, judge: ValueCheck): Iterable<Finding> {
  for (const judged of listCheckedValues(context)) {
    const problem = judge(judged, context.release);
    if (problem !== undefined) yield createValueFinding(context.manifest, judged.entry, problem);
  }
}

/** Returns the values that rules check. */
export function listCheckedValues({ manifest, release }: Pick<RuleContext, 'manifest' | 'release'>): CheckedValue[] {
  const provider = getProvider(manifest);
  return listDataEntries(manifest).flatMap((entry) => {
    const { text, unknown } = entry.value;
    const key =
      unknown || text === '' || text.length > longestValue || !isString(manifest, entry)
        ? undefined
        : findKnownKey(entry.name, provider, release);
    return key === undefined || findPlaceholder(text) !== undefined || repairPastedValue(text, key) !== undefined
      ? []
      : [{ entry, key, text }];
  });
}

/**
 * Returns whether the value is a string. In a kustomization, every value is. Elsewhere, a number or boolean needs
 * quotation marks.
 */
export function isString({ part }: Manifest, { value }: ConfigDataEntry): boolean {
  return part === 'generator' || typeof value.value === 'string';
}

/** Creates the finding for a value with its possible fixes. */
export function createValueFinding(
  manifest: Manifest,
  entry: ConfigDataEntry,
  { message, fixes: valueFixes = [], severity }: ValueProblem,
): Finding {
  const fixes = valueFixes.flatMap(({ text, sure, title }): Fix[] => {
    const edit = setValue(manifest, entry, text);
    return edit === undefined
      ? []
      : [{ title: title ?? l10n.t`Change to "${sanitizeQuote(text)}"`, edits: [edit], sure }];
  });
  return { ...getValueSpan(entry), message, fixes, ...(severity === undefined ? {} : { severity }) };
}

/** Returns the range of a value, or of its key if the value is empty. */
export function getValueSpan({ key, value }: Pick<ConfigDataEntry, 'key' | 'value'>): Span {
  const { start, end } = value.end > value.start ? value : key;
  return { start, end };
}

/**
 * Cache of the cloud provider. The provider is also recognized if CLOUD_PROVIDER or its value has the wrong case or
 * typographic quotes, which other rules report.
 */
const knownProviders = new WeakMap<Manifest, { readonly provider: ProviderKnowledge | undefined }>();

/** Returns the cloud provider of the ConfigMap. Cached, because it's needed for every key. */
export function getProvider(manifest: Manifest): ProviderKnowledge | undefined {
  const known = knownProviders.get(manifest) ?? { provider: readProvider(manifest) };
  knownProviders.set(manifest, known);
  return known.provider;
}

function readProvider(manifest: Manifest): ProviderKnowledge | undefined {
  const text =
    dataText(manifest, 'CLOUD_PROVIDER') ??
    listDataEntries(manifest).find(({ name, value }) => name.toUpperCase() === 'CLOUD_PROVIDER' && !value.unknown)
      ?.value.text;
  return text === undefined ? undefined : meantProvider(text);
}

/** Returns the cloud provider that the text refers to, ignoring case and quotes. */
export function meantProvider(text: string): ProviderKnowledge | undefined {
  const trimmed = text.trim();
  return providerNamed((withoutSmartQuotes(trimmed) ?? withoutCallout(trimmed)).toLowerCase());
}

/**
 * Returns the definition of a key for a provider. Returns undefined for keys that the provider doesn't use in this
 * release, for credentials, and if the definition is uncertain.
 */
export function findKnownKey(
  name: string,
  provider: ProviderKnowledge | undefined,
  release: Release,
): ConfigKey | undefined {
  const readers = listKeyProviders(name);
  if (holdsCredential(name)) return undefined;
  if (
    readers !== 'all' &&
    provider !== undefined &&
    (!readers.includes(provider.name) || !isDocumentedProvider(provider.name))
  )
    return undefined;
  const key = keyNamed(name, provider?.name);
  if (key === undefined || key.unverified === true || !isInForce(key, release)) return undefined;
  return readers === 'all' || provider !== undefined || readers.length === 1 ? key : common(key, readers);
}

/** Returns the properties of a key that apply to all cloud providers that use it. Used if the provider is unknown. */
function common(key: ConfigKey, readers: readonly string[]): ConfigKey | undefined {
  if (readers.some((reader) => isDocumentedProvider(reader) && keyNamed(key.name, reader)?.type !== key.type))
    return undefined;
  const { pattern: _ofOneCloud, minimum: _alsoOfOne, ...rest } = key;
  return rest;
}

/**
 * Returns a placeholder that the user must replace, such as `<aws_region>` of the documentation, or `****`. Returns
 * undefined if there is none.
 */
export function findPlaceholder(text: string): string | undefined {
  const found = findPlaceholderIn(text);
  return found?.form === 'fixed' ? found.text : undefined;
}

/** Removes backticks, because the text is Markdown but a message isn't. */
export function stripBackticks(markdown: string): string {
  return markdown.replaceAll('`', '');
}
