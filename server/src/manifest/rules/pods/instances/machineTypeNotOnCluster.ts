import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { selectInstanceType } from '#core/peerPods/instanceSelection.ts';
import { isDocumentedProvider, providerNamed } from '#core/peerPods/providers.ts';
import { findRelease } from '#core/product/releases.ts';
import { adaptor112, document112 } from '#core/product/sources.ts';
import type { KnownInstanceTypes } from '#server/engine/cluster/knownCluster.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { defineRule, type Fix, type RuleContext } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { anyOf, listConfigMaps, refusedBy } from './allowedTypes.ts';
import { listIntendedAnnotations } from '../annotations/annotationKey.ts';
import { getAnnotationText, createOptionalFix, isPeerPod, setAnnotation } from '#server/engine/yaml/objects/podNode.ts';
import { machineType, sizesOf } from './sizeAnnotations.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

export default defineRule({
  id: 'pod-machine-type-not-on-cluster',
  title: () => l10n.t`Instance type not allowed by the cluster`,
  severity: 'warning',
  appliesTo: workloadIds,
  needs: ['cluster'],
  mayBeAdded: true,
  why: () =>
    l10n.t`The pod requests an instance type with the annotation \`io.katacontainers.config.hypervisor.machine_type\`, but \`peer-pods-cm\` on the open cluster doesn't allow this type. cloud-api-adaptor creates pod VMs only with the types that \`peer-pods-cm\` lists, for example in \`PODVM_INSTANCE_TYPES\`. If the list is empty, only the default type is allowed. With any other type, the pod stays in ContainerCreating: \`requested instance type ("x") is not part of supported instance types list\`.

The severity is information if a \`peer-pods-cm\` in your files allows the type, because you might only need to apply that file.

Request a type that is in the list, or add the requested type to the list in \`peer-pods-cm\` on the cluster.`,
  source: [adaptor112('src/cloud-providers/util.go:41'), document112('3.8')],
  *check(context) {
    const { manifest, release, cluster } = context;
    const allowed = cluster?.allowedInstanceTypes;
    const annotation = isPeerPod(manifest) ? listIntendedAnnotations(manifest, release).get(machineType) : undefined;
    const wanted = annotation === undefined ? undefined : getAnnotationText(annotation);
    if (
      cluster === undefined ||
      allowed === undefined ||
      annotation === undefined ||
      wanted === undefined ||
      wanted === ''
    )
      return;
    const inFiles = isRefused(context, wanted, allowed) ? sayOfFiles(context, wanted) : 'refuse';
    // If the files reject the type, another rule reports it with more certainty.
    if (inFiles === 'refuse') return;
    const types = allowed.types.length > 0 ? allowed.types : [allowed.default ?? ''].filter((type) => type !== '');
    const near = findNearestName(wanted, types);
    const choices = [...new Set([...(near === undefined ? [] : [near.name]), ...types])].slice(0, 3);
    const todo =
      inFiles === 'allow'
        ? l10n.t`First apply the peer-pods-cm in your files that allows this type.`
        : choices.length === 0
          ? l10n.t`The list of instance types is empty, so only the default type is allowed.`
          : l10n.t`Use ${sanitizeQuote(anyOf(choices), 34)}, or allow the type.`;
    yield {
      start: annotation.value.start,
      end: annotation.value.end,
      ...(inFiles === 'allow' ? { severity: 'info' } : {}),
      message: `${l10n.t`On ${cluster.said}, peer-pods-cm doesn't allow instance type "${sanitizeQuote(wanted, 26)}", so the pod doesn't start.`}${getSentenceSeparator()}${todo}`,
      fixes: choices.flatMap((type): Fix[] =>
        createOptionalFix(l10n.t`Change to ${sanitizeQuote(type)}`, setAnnotation(manifest, annotation, type), false),
      ),
    };
  },
  examples: () => [
    {
      avoid: `
apiVersion: v1
kind: Pod
metadata:
  name: web
  annotations:
    io.katacontainers.config.hypervisor.machine_type: "t3.larg"
#                                                     ^^^^^^^^^ want
spec:
  runtimeClassName: kata-remote
  containers:
    - name: web
      image: quay.io/example/web
`,
      prefer: `
apiVersion: v1
kind: Pod
metadata:
  name: web
  annotations:
    io.katacontainers.config.hypervisor.machine_type: "t3.large"
spec:
  runtimeClassName: kata-remote
  containers:
    - name: web
      image: quay.io/example/web
`,
      cluster: {
        cluster: 'demo',
        asOf: '2026-11-21T10:41:00Z',
        allowedInstanceTypes: { provider: 'aws', types: ['t3.small', 't3.large'], default: 't3.small' },
      },
    },
  ],
});

/** Returns whether the cluster rejects the type, using the rules of the cluster's release if known. */
function isRefused(
  { manifest, release, cluster }: RuleContext,
  wanted: string,
  { provider, types, default: byDefault }: KnownInstanceTypes,
): boolean {
  const there = findRelease(cluster?.release ?? '') ?? release;
  const asked = sizesOf(manifest, there);
  // Spaces around a type in the list are a problem of the list.
  if (asked === undefined || !isDocumentedProvider(provider) || types.some((type) => type.trim() === wanted))
    return false;
  // If there is a list, the default type applies only to pods that request no type.
  const defaultType = byDefault ?? types[0] ?? providerNamed(provider)?.instanceTypes?.default;
  if (defaultType === undefined) return false;
  return (
    selectInstanceType({
      provider,
      release: there,
      defaultType,
      listedTypes: types,
      annotations: { ...asked, machineType: wanted },
    }).outcome === 'refused'
  );
}

/** Returns whether the ConfigMaps in the files allow or reject the type. */
function sayOfFiles(
  { manifest, release, uri, workspace }: RuleContext,
  wanted: string,
): 'allow' | 'refuse' | 'nothing' {
  if (workspace === undefined || listConfigMaps(uri, workspace).length === 0) return 'nothing';
  const asked = sizesOf(manifest, release);
  return asked !== undefined && refusedBy(uri, { ...asked, machineType: wanted }, release, workspace).length > 0
    ? 'refuse'
    : 'allow';
}
