/** Describes a key of a configuration file in Markdown. */
import * as l10n from '@vscode/l10n';
import { annotationOf, summaryOf } from '#core/kata/configuration.ts';
import { kataRuntimeTitles, type KataRuntimeName, type KataVersions } from '#core/annotations/kataVersions.ts';
import type { KataConfigKey } from '#core/kata/configurationKey.ts';
import { matchesAnnotation } from '#core/annotations/matchesAnnotation.ts';
import type { KataConfigDocument } from '../document.ts';

/** Returns the description of a key. */
export function describeKey(key: KataConfigKey): string {
  const { name, type, qemuDefault, remoteDefault } = key;
  const defaults = [
    ...(qemuDefault === undefined ? [] : [l10n.t('`{0}` (QEMU)', qemuDefault)]),
    ...(remoteDefault === undefined ? [] : [l10n.t('`{0}` (remote hypervisor)', remoteDefault)]),
  ];
  const runtimes = (['go', 'rust'] as const).flatMap((runtime) => {
    const versions = key[runtime];
    return versions === undefined ? [] : [`${kataRuntimeTitles[runtime]}: ${describeVersions(runtime, versions)}`];
  });
  return [
    `**${name}**: ${type}`,
    ...[summaryOf(key)?.() ?? ''].filter((summary) => summary !== ''),
    [
      ...(defaults.length === 0 ? [] : [l10n.t`**Default:** ${defaults.join(', ')}`]),
      l10n.t`**Runtimes:** ${runtimes.join(', ')}`,
    ]
      .map((line) => `- ${line}`)
      .join('\n'),
  ].join('\n\n');
}

function describeVersions(runtime: KataRuntimeName, { since, until }: KataVersions): string {
  if (since !== undefined) return l10n.t('Kata {0} and later', since);
  if (until !== undefined) return l10n.t('before Kata {0}', until);
  // The tags of runtime-rs weren't compared for each key.
  return runtime === 'go' ? l10n.t('Kata {0} and later', '3.17') : l10n.t('Kata {0}', '4.1.0');
}

/**
 * Describes the annotation that overrides a key, and whether these files enable it.
 * @param owner name of the hypervisor
 */
export function describeAnnotation(
  key: KataConfigKey,
  owner: string,
  documents: readonly KataConfigDocument[],
): string {
  const annotation = annotationOf(key);
  if (annotation === undefined) return '';
  const line = l10n.t('**Annotation:** `{0}`', annotation);
  if (key.table !== 'hypervisor') return `\n- ${line}`;
  const state = isEnabled(key.annotation ?? '', owner, documents);
  if (state === undefined) return `\n- ${line}`;
  return `\n- ${line} ${state ? l10n.t('(enabled by `enable_annotations`)') : l10n.t('(not enabled by `enable_annotations`)')}`;
}

/** Returns whether an annotation is enabled. Undefined if the files don't determine it. */
function isEnabled(name: string, owner: string, documents: readonly KataConfigDocument[]): boolean | undefined {
  const lists = documents
    .flatMap(({ settings }) => settings)
    .filter(
      (setting) => setting.table === 'hypervisor' && setting.name === 'enable_annotations' && setting.owner === owner,
    );
  if (lists.length !== 1 || lists[0]?.isUnknown !== false || lists[0].kind !== 'array') return undefined;
  const states = lists[0].elements.map(({ value }) =>
    value?.kind === 'string' ? matchesAnnotation(value.text, name) : undefined,
  );
  if (states.includes(true)) return true;
  return states.includes(undefined) ? undefined : false;
}
