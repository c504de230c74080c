/** The values of peer-pods-cm as its rules judge them: each by what is known of its key. */
import * as l10n from '@vscode/l10n';
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { holdsCredential, keyNamed, providersOf } from '#core/peerPods/keys/index.ts';
import { isTabledProvider, providerNamed, type ProviderKnowledge } from '#core/peerPods/providers.ts';
import { isInForce, type Release } from '#core/product/releases.ts';
import type { Severity } from '#core/common/severity.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import type { Span } from '#server/engine/text/span.ts';
import { withoutCallout } from '../shared/calloutNumber.ts';
import { dataEntries, dataText, setValue, type DataEntry } from '#server/engine/yaml/objects/dataEntries.ts';
import type { Finding, Fix, RuleContext } from '#server/engine/findings/rule.ts';
import { shown } from '#server/engine/text/quoteForMessage.ts';
import { longestValue, meantByPasted, withoutSmartQuotes } from '../shared/pastedValue.ts';

/** A value that can be judged: of a key that this provider and release read, known, not empty, and of no other rule's business. */
export interface Judged {
  readonly entry: DataEntry;
  readonly key: ConfigKey;
  readonly text: string;
}

/** What is wrong with a value. */
export interface Problem {
  readonly message: string;
  readonly mends?: readonly Mend[];
  readonly severity?: Severity;
}

/** Another value to put in its place. */
export interface Mend {
  readonly text: string;
  readonly sure: boolean;
  readonly title?: string;
}

/** Says what is wrong with a value, if anything. */
export type Judge = (judged: Pick<Judged, 'key' | 'text'>, release: Release) => Problem | undefined;

/** The findings of a judge about all values of the ConfigMap. */
export function* judgeValues(context: RuleContext, judge: Judge): Iterable<Finding> {
  for (const judged of judgedValues(context)) {
    const problem = judge(judged, context.release);
    if (problem !== undefined) yield findingAt(context.manifest, judged.entry, problem);
  }
}

/** The values that rules judge. */
export function judgedValues({ manifest, release }: Pick<RuleContext, 'manifest' | 'release'>): Judged[] {
  const provider = providerOf(manifest);
  return dataEntries(manifest).flatMap((entry) => {
    const { text, unknown } = entry.value;
    const key = unknown || text === '' || text.length > longestValue || !isString(manifest, entry) ? undefined : knownKey(entry.name, provider, release);
    return key === undefined || placeholderIn(text) !== undefined || meantByPasted(text, key) !== undefined ? [] : [{ entry, key, text }];
  });
}

/** In a kustomization everything is text; elsewhere a number or a boolean needs quotes to be one. */
export function isString({ part }: Manifest, { value }: DataEntry): boolean {
  return part === 'generator' || typeof value.value === 'string';
}

/** The finding on a value, with the fixes that can be made. */
export function findingAt(manifest: Manifest, entry: DataEntry, { message, mends = [], severity }: Problem): Finding {
  const fixes = mends.flatMap(({ text, sure, title }): Fix[] => {
    const edit = setValue(manifest, entry, text);
    return edit === undefined ? [] : [{ title: title ?? l10n.t`Change to "${shown(text)}"`, edits: [edit], sure }];
  });
  return { ...placeOf(entry), message, fixes, ...(severity === undefined ? {} : { severity }) };
}

/** Where a value stands; its key, where nothing is written. */
export function placeOf({ key, value }: Pick<DataEntry, 'key' | 'value'>): Span {
  const { start, end } = value.end > value.start ? value : key;
  return { start, end };
}

/** The cloud that the ConfigMap is for, also where CLOUD_PROVIDER or its value is written with other capitals, or with quotation marks, that are to be mended. */
const knownProviders = new WeakMap<Manifest, { readonly provider: ProviderKnowledge | undefined }>();

/** Found out once: every key is asked for. */
export function providerOf(manifest: Manifest): ProviderKnowledge | undefined {
  const known = knownProviders.get(manifest) ?? { provider: readProvider(manifest) };
  knownProviders.set(manifest, known);
  return known.provider;
}

function readProvider(manifest: Manifest): ProviderKnowledge | undefined {
  const text =
    dataText(manifest, 'CLOUD_PROVIDER') ??
    dataEntries(manifest).find(({ name, value }) => name.toUpperCase() === 'CLOUD_PROVIDER' && !value.unknown)?.value.text;
  return text === undefined ? undefined : meantProvider(text);
}

/** The cloud that this text means by its letters. */
export function meantProvider(text: string): ProviderKnowledge | undefined {
  const trimmed = text.trim();
  return providerNamed((withoutSmartQuotes(trimmed) ?? withoutCallout(trimmed)).toLowerCase());
}

/** What is known of this key for this provider; undefined for what it does not read in this release, for credentials, and where it is not certain. */
export function knownKey(name: string, provider: ProviderKnowledge | undefined, release: Release): ConfigKey | undefined {
  const readers = providersOf(name);
  if (holdsCredential(name)) return undefined;
  if (readers !== 'all' && provider !== undefined && (!readers.includes(provider.name) || !isTabledProvider(provider.name))) return undefined;
  const key = keyNamed(name, provider?.name);
  if (key === undefined || key.unverified === true || !isInForce(key, release)) return undefined;
  return readers === 'all' || provider !== undefined || readers.length === 1 ? key : common(key, readers);
}

/** Without a provider, what holds of the key on all clouds that read it. */
function common(key: ConfigKey, readers: readonly string[]): ConfigKey | undefined {
  if (readers.some((reader) => isTabledProvider(reader) && keyNamed(key.name, reader)?.type !== key.type)) return undefined;
  const { pattern: _ofOneCloud, minimum: _alsoOfOne, ...rest } = key;
  return rest;
}

/** `<aws_region>`: what the documents print where a reader must write their own. */
export function placeholderIn(text: string): string | undefined {
  return text.length > 2000 ? undefined : /<[A-Za-z][^<>\r\n]*>/.exec(text)?.[0];
}

/** Knowledge is written in Markdown; a message is not. */
export function unmarked(markdown: string): string {
  return markdown.replaceAll('`', '');
}
