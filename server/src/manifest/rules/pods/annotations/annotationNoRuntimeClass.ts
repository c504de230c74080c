import * as l10n from '@vscode/l10n';
import { formatAlternatives, getSentenceSeparator } from '#core/text/grammar.ts';
import { formatNames } from '#core/text/phrases.ts';
import { getRemoteVerdict } from '#core/annotations/remoteVerdict.ts';
import { annotationNamed } from '#core/annotations/index.ts';
import { workloadIds } from '#core/kinds/workloads.ts';
import { kataUpstream, document112, all } from '#core/product/sources.ts';
import type { IndexedObject } from '#server/engine/workspace/indexedObject.ts';
import type { MapNode } from '#server/engine/yaml/node.ts';
import { insertEntryBefore } from '#server/engine/findings/edits.ts';
import { defineRule, type Finding, type Fix, type RuleContext, type Sibling } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { isForKata, shortenKey } from './annotationKey.ts';
import { annotatedPod } from '#server/engine/examples/examplePods.ts';
import {
  createOptionalFix,
  isWhole,
  listPodAnnotations,
  getPodRuntimeClass,
  type PodAnnotation,
} from '#server/engine/yaml/objects/podNode.ts';
import { isForeignClass } from '#server/engine/yaml/objects/misnamedRuntimeClass.ts';

export default defineRule({
  id: 'pod-annotation-no-runtimeclass',
  title: () => l10n.t`Kata annotations on a pod that doesn't use Kata`,
  severity: 'warning',
  appliesTo: workloadIds,
  needs: ['file'],
  mayBeAdded: true,
  why: () =>
    l10n.t`The pod has Kata annotations but no \`runtimeClassName\`. It therefore runs as regular containers without a VM, and the Kata annotations silently have no effect.

The severity is information if the pod has a runtime class that isn't from OSC, because that class might also use Kata. The rule doesn't report the pod if the workspace contains a Kata RuntimeClass with that name. It also doesn't check partial pods, such as kustomization patches, or objects to which another file adds a runtime class.

Add \`runtimeClassName: kata\`, or \`runtimeClassName: kata-remote\` for a peer pod.`,
  source: [all(kataUpstream('src/runtime/pkg/oci/utils.go'), document112('3.8'))],
  *check(context) {
    const { manifest, text } = context;
    const own = listPodAnnotations(manifest).filter(
      ({ name }) => isForKata(name) && annotationNamed(name)?.writtenBy === undefined,
    );
    const [first] = own;
    if (first === undefined) return;
    const runtimeClass = getPodRuntimeClass(manifest);
    if (runtimeClass.state === 'named') yield* withForeignClass(context, runtimeClass.name, first);
    if (runtimeClass.state !== 'absent' || !isWhole(manifest) || hasClassElsewhere(context)) return;
    const classes = classesFor(own, context);
    yield {
      start: first.key.start,
      end: first.key.end,
      message: `${what(own)}${getSentenceSeparator()}${todo(classes)}`,
      fixes: classes.flatMap((name) => (manifest.part === 'generator' ? [] : addClass(text, runtimeClass.spec, name))),
    };
  },
  examples: () => [
    {
      avoid: annotatedPod(
        `
    io.katacontainers.config.hypervisor.machine_type: t3.large
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want`,
        '',
      ),
      prefer: annotatedPod('    io.katacontainers.config.hypervisor.machine_type: t3.large'),
    },
  ],
});

function what(annotations: readonly PodAnnotation[]): string {
  const names = sanitizeQuote(formatNames(annotations.map(({ name }) => shortenKey(name))), 90);
  return l10n.t`Without runtimeClassName, this pod runs as regular containers and ignores Kata annotations: ${names}.`;
}

function todo(classes: readonly string[]): string {
  return l10n.t`Add runtimeClassName: ${formatAlternatives(classes)}.`;
}

function addClass(text: string, spec: MapNode, name: string): Fix[] {
  const line = `runtimeClassName: ${name}`;
  return createOptionalFix(l10n.t`Add ${line}`, insertEntryBefore(text, spec, line), false);
}

/** Returns the runtime classes that support all of the annotations. */
function classesFor(own: readonly PodAnnotation[], { release }: RuleContext): readonly string[] {
  const remote = own.every(({ name }) => getRemoteVerdict(name, release) !== 'refused');
  const local = own.every(({ name }) => annotationNamed(name)?.runtimes.includes('kata') !== false);
  return remote ? (local ? ['kata-remote', 'kata'] : ['kata-remote']) : ['kata'];
}

/**
 * Returns whether another file or document sets a runtime class for the same object. A kustomization might merge the
 * two.
 */
function hasClassElsewhere({ manifest, workspace, siblings }: RuleContext): boolean {
  if (manifest.name === undefined) return false;
  const id = `${manifest.kind.id} ${manifest.name}`;
  return (
    remembered(siblings, withClass).has(id) ||
    (workspace !== undefined && remembered(workspace.of(manifest.kind.id), withClassIn).has(id))
  );
}

/**
 * Cached IDs and names of the objects with a runtime class. All documents of a file share the cache, because a file can
 * contain thousands of documents.
 */
const known = new WeakMap<object, ReadonlySet<string>>();

function remembered<T extends object>(among: T, find: (among: T) => ReadonlySet<string>): ReadonlySet<string> {
  const found = known.get(among) ?? find(among);
  known.set(among, found);
  return found;
}

function withClass(siblings: readonly Sibling[]): ReadonlySet<string> {
  const pods = siblings.filter(
    ({ manifest }) => manifest.kind.podPath !== undefined && getPodRuntimeClass(manifest).state === 'named',
  );
  return new Set(pods.map(({ manifest }) => `${manifest.kind.id} ${manifest.name ?? ''}`));
}

function withClassIn(facts: readonly IndexedObject[]): ReadonlySet<string> {
  const pods = facts.filter(({ object }) => object.values.has('runtimeClassName'));
  return new Set(pods.map(({ object }) => `${object.id} ${object.name ?? ''}`));
}

function* withForeignClass({ workspace }: RuleContext, name: string, { key }: PodAnnotation): Iterable<Finding> {
  // A RuntimeClass that the workspace defines and that refers to Kata is a custom Kata runtime class.
  if (!isForeignClass(name) || (workspace?.of('RuntimeClass').some(({ object }) => object.name === name) ?? false))
    return;
  yield {
    start: key.start,
    end: key.end,
    severity: 'info',
    message: l10n.t(
      '"{0}" isn\'t an OSC runtime class. This annotation has no effect unless "{0}" uses Kata.',
      sanitizeQuote(name, 40),
    ),
  };
}
