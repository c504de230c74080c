/** The values of peer-pods-cm as its rules judge them: each by what is known of its key. */
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
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { longestValue, repairPastedValue, withoutSmartQuotes } from '../shared/pastedValue.ts';

/**
 * A value that can be judged: of a key that this provider and release read, known, not empty, and of no other rule's
 * business.
 */
export interface CheckedValue {
  readonly entry: ConfigDataEntry;
  readonly key: ConfigKey;
  readonly text: string;
}

/** What is wrong with a value. */
export interface ValueProblem {
  readonly message: string;
  readonly mends?: readonly ValueFix[];
  readonly severity?: Severity;
}

/** Another value to put in its place. */
export interface ValueFix {
  readonly text: string;
  readonly sure: boolean;
  readonly title?: string;
}

/** Says what is wrong with a value, if anything. */
export type ValueCheck = (judged: Pick<CheckedValue, 'key' | 'text'>, release: Release) => ValueProblem | undefined;

/** The findings of a judge about all values of the ConfigMap. */
export function* checkValues(context: RuleContext, judge: ValueCheck): Iterable<Finding> {
  for (const judged of listCheckedValues(context)) {
    const problem = judge(judged, context.release);
    if (problem !== undefined) yield createValueFinding(context.manifest, judged.entry, problem);
  }
}

/** The values that rules judge. */
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

/** In a kustomization everything is text; elsewhere a number or a boolean needs quotes to be one. */
export function isString({ part }: Manifest, { value }: ConfigDataEntry): boolean {
  return part === 'generator' || typeof value.value === 'string';
}

/** The finding on a value, with the fixes that can be made. */
export function createValueFinding(
  manifest: Manifest,
  entry: ConfigDataEntry,
  { message, mends = [], severity }: ValueProblem,
): Finding {
  const fixes = mends.flatMap(({ text, sure, title }): Fix[] => {
    const edit = setValue(manifest, entry, text);
    return edit === undefined
      ? []
      : [{ title: title ?? l10n.t`Change to "${sanitizeQuote(text)}"`, edits: [edit], sure }];
  });
  return { ...getValueSpan(entry), message, fixes, ...(severity === undefined ? {} : { severity }) };
}

/** Where a value stands; its key, where nothing is written. */
export function getValueSpan({ key, value }: Pick<ConfigDataEntry, 'key' | 'value'>): Span {
  const { start, end } = value.end > value.start ? value : key;
  return { start, end };
}

/**
 * The cloud that the ConfigMap is for, also where CLOUD_PROVIDER or its value is written with other capitals, or with
 * quotation marks, that are to be mended.
 */
const knownProviders = new WeakMap<Manifest, { readonly provider: ProviderKnowledge | undefined }>();

/** Found out once: every key is asked for. */
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

/** The cloud that this text means by its letters. */
export function meantProvider(text: string): ProviderKnowledge | undefined {
  const trimmed = text.trim();
  return providerNamed((withoutSmartQuotes(trimmed) ?? withoutCallout(trimmed)).toLowerCase());
}

/**
 * What is known of this key for this provider; undefined for what it does not read in this release, for credentials,
 * and where it is not certain.
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

/** Without a provider, what holds of the key on all clouds that read it. */
function common(key: ConfigKey, readers: readonly string[]): ConfigKey | undefined {
  if (readers.some((reader) => isDocumentedProvider(reader) && keyNamed(key.name, reader)?.type !== key.type))
    return undefined;
  const { pattern: _ofOneCloud, minimum: _alsoOfOne, ...rest } = key;
  return rest;
}

/** `<aws_region>`: what the documents print where a reader must write their own. */
export function findPlaceholder(text: string): string | undefined {
  return text.length > 2000 ? undefined : /<[A-Za-z][^<>\r\n]*>/.exec(text)?.[0];
}

/** Knowledge is written in Markdown; a message is not. */
export function stripBackticks(markdown: string): string {
  return markdown.replaceAll('`', '');
}
