/** Describes what the runtimes of the selected Kata version do with an annotation. */
import * as l10n from '@vscode/l10n';
import { kataRuntimeTitles, unknownKata, type KataRuntimeName } from './kataVersions.ts';
import type { Release } from '../product/releases.ts';
import { getAnnotationOutcome } from './annotationReaders.ts';
import { findEnabledAnnotations, type KataConfiguration } from './enabledAnnotations.ts';

const configurations: Readonly<Record<string, KataConfiguration>> = {
  kata: 'qemu',
  'kata-cc': 'coco',
  'kata-remote': 'remote',
};

/**
 * Returns sentences about an annotation for the Kata version that the user selected. The nodes can have other
 * configuration files than Kata's own, so the sentences are about the defaults.
 * @param runtimeClass runtime class of the pod, if it's known
 */
export function describeAnnotationOutcome(
  key: string,
  runtimeClass: string | undefined,
  release: Release | undefined,
): readonly string[] {
  const configuration =
    runtimeClass !== undefined && Object.hasOwn(configurations, runtimeClass)
      ? configurations[runtimeClass]
      : undefined;
  const version = release?.kata;
  if (configuration === undefined || version === undefined || version === unknownKata) return [];
  return (['go', 'rust'] as const).flatMap((runtime) => describeRuntime(key, runtime, version, configuration));
}

function describeRuntime(
  key: string,
  runtime: KataRuntimeName,
  version: string,
  configuration: KataConfiguration,
): readonly string[] {
  const title = kataRuntimeTitles[runtime];
  const outcome = getAnnotationOutcome(key, {
    runtime,
    version,
    enabledIn: (tag) => findEnabledAnnotations(configuration, runtime, tag),
  });
  switch (outcome) {
    case 'read':
      return [l10n.t`Kata ${version} (${title}) reads this annotation by default.`];
    case 'ignored':
      return [l10n.t`Kata ${version} (${title}) ignores this annotation by default.`];
    case 'rejected':
      return [l10n.t`Kata ${version} (${title}) rejects pods with this annotation by default.`];
    default:
      return [];
  }
}
