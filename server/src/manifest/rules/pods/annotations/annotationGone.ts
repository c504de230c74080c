import * as l10n from '@vscode/l10n';
import { hypervisorPrefix, runtimePrefix } from '#core/annotations/annotation.ts';
import { oldInitDataKey } from '#core/annotations/remoteSize.ts';
import { findFirstWithoutReader, findReaders, isAnnotationEnabled } from '#core/annotations/annotationReaders.ts';
import { compareKataVersions, getKataVersion } from '#core/annotations/kataVersions.ts';
import { readEnabledAnnotations } from '#core/annotations/readEnabledAnnotations.ts';
import { podOwnerIds } from '#core/kinds/podOwners.ts';
import { kataUpstream } from '#core/product/sources.ts';
import type { Severity } from '#core/common/severity.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { annotatedPod, createExamplePod } from '#server/engine/examples/examplePods.ts';
import { defineRule, type RuleContext } from '#server/engine/findings/rule.ts';
import { listEmbeddedKataConfigs } from '#server/engine/kataConfig/embeddedKataConfig.ts';
import type { IndexedKataConfig } from '#server/engine/workspace/kataConfigFiles.ts';
import { readDocuments } from '#server/engine/yaml/yamlDocument.ts';
import {
  createOptionalFix,
  getRuntimeClassName,
  isPeerPod,
  listPodAnnotations,
  removeAnnotation,
} from '#server/engine/yaml/objects/podNode.ts';
import { isForeignClass } from '#server/engine/yaml/objects/misnamedRuntimeClass.ts';
import { shortenKey } from './annotationKey.ts';

const local = '  runtimeClassName: kata';

interface Consequence {
  readonly message: string;
  readonly severity?: Severity;
}

/** Describes an annotation that a Kata version ignores. */
function describeIgnored(name: string, until: string, version: string): Consequence {
  return { message: l10n.t`Kata ${version} ignores ${shortenKey(name)}, which only versions before ${until} read.` };
}

/**
 * Returns what the runtimes do with an annotation under `config.hypervisor`, if a pod has a VM on its node. Returns
 * undefined if the Kata version reads it.
 * @param isEnabled whether `enable_annotations` contains it; undefined if the list isn't known
 */
function describeHypervisorKey(
  name: string,
  until: string,
  version: string | undefined,
  isEnabled: boolean | undefined,
): Consequence | undefined {
  const key = shortenKey(name);
  if (version !== undefined && compareKataVersions(version, until) >= 0)
    return isEnabled === true
      ? describeIgnored(name, until, version)
      : {
          message: l10n.t`Kata ${version} doesn't read ${key}: the Go runtime rejects the pod unless enable_annotations matches the name, and runtime-rs ignores the annotation.`,
        };
  if (findReaders(name).go === undefined)
    return {
      message: l10n.t`The Go runtime rejects pods with ${key} unless enable_annotations matches the name, and runtime-rs ignores the annotation in Kata ${until} and later.`,
    };
  if (isEnabled === true && version !== undefined) return undefined;
  return {
    severity: isEnabled === false ? 'warning' : 'info',
    message: l10n.t`Kata before ${until} reads ${key} if enable_annotations matches the name. Otherwise, the Go runtime rejects the pod.`,
  };
}

/** Maximum number of characters of all configuration files in the workspace. Those of Kata have about a million. */
const maxCharacters = 8 * 1024 * 1024;

/** The lists `enable_annotations` for QEMU in a file, or in the files of a MachineConfig or ConfigMap. */
interface EnabledLists {
  /** Number of characters of the texts that contain the lists. */
  readonly characters: number;
  readonly lists: readonly (readonly string[])[];
  /** Whether each list enables an annotation, by its name. Many pods can have the same annotation. */
  readonly answers: Map<string, readonly (boolean | undefined)[]>;
}

/** Files are the same objects until their texts change. */
const knownLists = new WeakMap<IndexedKataConfig, EnabledLists>();

function listsOf(file: IndexedKataConfig): EnabledLists {
  const known = knownLists.get(file);
  if (known !== undefined) return known;
  const lists: (readonly string[])[] = [];
  let characters = 0;
  for (const text of textsOf(file)) {
    characters += text.length;
    if (characters > maxCharacters) break;
    const enabled = readEnabledAnnotations(text, 'qemu');
    if (enabled !== undefined) lists.push(enabled);
  }
  const found = { characters, lists, answers: new Map<string, readonly (boolean | undefined)[]>() };
  knownLists.set(file, found);
  return found;
}

/** Returns the text of a configuration file, or those of the files in a MachineConfig or ConfigMap. */
function* textsOf({ text, isYaml }: IndexedKataConfig): Generator<string> {
  if (isYaml !== true) yield text;
  else
    for (const { document } of readDocuments(text))
      for (const file of listEmbeddedKataConfigs(document)) if (file.text !== undefined) yield file.text;
}

/** Returns whether each list enables an annotation. */
function answersOf({ lists, answers }: EnabledLists, name: string): readonly (boolean | undefined)[] {
  const known = answers.get(name);
  if (known !== undefined) return known;
  const found = lists.map((list) => isAnnotationEnabled(name, list));
  answers.set(name, found);
  return found;
}

/**
 * Returns whether the configuration files of Kata in the workspace enable an annotation for QEMU. Undefined if they
 * don't determine it, differ, or are too large.
 */
function isEnabledInWorkspace(name: string, workspace: RuleContext['workspace']): boolean | undefined {
  const found = new Set<boolean | undefined>();
  let characters = 0;
  for (const file of workspace?.kataConfigs ?? []) {
    const enabled = listsOf(file);
    characters += enabled.characters;
    for (const answer of answersOf(enabled, name)) found.add(answer);
    if (found.size > 1 || characters > maxCharacters) return undefined;
  }
  const [only] = found;
  return only;
}

export default defineRule({
  id: 'pod-annotation-gone',
  title: () => l10n.t`Annotation that newer Kata versions don't read`,
  severity: 'warning',
  appliesTo: podOwnerIds,
  why: () =>
    l10n.t`Earlier Kata versions read this annotation, but newer versions don't:

- \`io.katacontainers.config.hypervisor.file_mem_backend\`: until Kata 3.31
- \`io.katacontainers.config.hypervisor.hotplug_vfio_on_root_bus\`: only runtime-rs, the Rust runtime of Kata, until Kata 3.32
- \`io.katacontainers.config_path\`, \`io.katacontainers.config.runtime.sandbox_bind_mounts\`, and \`io.katacontainers.config.runtime.disable_guest_empty_dir\`: until Kata 3.32

The Go runtime rejects pods with a key under \`io.katacontainers.config.hypervisor.\` that \`enable_annotations\` in its configuration doesn't match ("annotation ... is not enabled"). runtime-rs starts the pod and ignores the annotation. Both ignore the other keys.

The rule uses the Kata version in \`osc.kataVersion\` or, if it's empty, the one of the OSC release. If the version is unknown, the rule reports only the keys under \`io.katacontainers.config.hypervisor.\`. For \`file_mem_backend\`, the severity is information if the version is unknown or reads the annotation, unless a configuration file of Kata in the workspace doesn't enable it. If the workspace contains a configuration file of Kata with \`enable_annotations\` for QEMU, including one in a MachineConfig or ConfigMap, the rule uses this list.

Remove the annotation.`,
  source: [
    kataUpstream('src/runtime/virtcontainers/pkg/annotations/annotations.go'),
    kataUpstream('src/libs/kata-types/src/annotations/mod.rs'),
    kataUpstream('src/runtime/pkg/oci/utils.go'),
  ],
  needs: ['workspace'],
  *check({ manifest, release, text, workspace }) {
    const runtimeClass = getRuntimeClassName(manifest);
    // Another rule reports pods without a runtime class.
    if (runtimeClass === undefined || isForeignClass(runtimeClass)) return;
    const version = getKataVersion(release);
    for (const annotation of listPodAnnotations(manifest)) {
      const { name, key } = annotation;
      // Another rule reports the renamed key for initdata.
      const until = name === oldInitDataKey ? undefined : findFirstWithoutReader(name);
      if (until === undefined) continue;
      const isFiltered = name.startsWith(hypervisorPrefix);
      const isGone = version !== undefined && compareKataVersions(version, until) >= 0;
      // Another rule reports annotations that kata-remote doesn't enable.
      if (isFiltered ? isPeerPod(manifest) : !isGone) continue;
      const short = shortenKey(name);
      const consequence = isFiltered
        ? describeHypervisorKey(name, until, version, isEnabledInWorkspace(name, workspace))
        : describeIgnored(name, until, version ?? '');
      if (consequence === undefined) continue;
      const { message, severity } = consequence;
      yield {
        start: key.start,
        end: key.end,
        ...(severity === undefined ? {} : { severity }),
        message: severity === undefined ? joinSentences(message, l10n.t`Remove the annotation.`) : message,
        fixes: createOptionalFix(l10n.t`Remove ${short}`, removeAnnotation(manifest, annotation, text), false),
      };
    }
  },
  examples: () => [
    {
      kataVersion: '4.1.0',
      files: {},
      avoid: annotatedPod(
        `
    ${runtimePrefix}create_container_timeout: "900"
    ${hypervisorPrefix}file_mem_backend: /dev/shm
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
    ${runtimePrefix}sandbox_bind_mounts: /opt/data
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
    io.katacontainers.config_path: /etc/kata-containers/configuration.toml
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want`,
        local,
      ),
      prefer: annotatedPod(`    ${runtimePrefix}create_container_timeout: "900"`, local),
    },
    {
      files: {},
      avoid: annotatedPod(
        `
    ${hypervisorPrefix}hotplug_vfio_on_root_bus: "true"
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want`,
        local,
      ),
      prefer: createExamplePod(local),
    },
  ],
});
