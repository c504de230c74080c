import { bytes } from '#platform/bytes.ts';
import * as l10n from '@vscode/l10n';
import { initDataKey, oldInitDataKey } from '#core/annotations/remoteSize.ts';
import { adaptor112, issue } from '#core/product/sources.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { createOptionalFix, listPodAnnotations, removeAnnotation } from '#server/engine/yaml/objects/podNode.ts';
import { exampleHead, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { packInitdata } from '#server/engine/encoding/pack.ts';
import { packedInitdataWith, podWithInitdata } from './exampleEmbedded.ts';
import { getShortName } from './embeddedFinding.ts';
import { initdataFault } from './initdataFaults.ts';
import { annotatingIds, listEmbeddedInitdata } from './embeddedValues.ts';

export default defineRule({
  id: 'pod-initdata-encoding',
  title: () => l10n.t`Invalid annotation encoding`,
  severity: 'error',
  appliesTo: annotatingIds,
  why: () =>
    l10n.t`The annotation \`io.katacontainers.config.hypervisor.cc_init_data\` must contain the initdata TOML, compressed with gzip and base64-encoded on one line. With any other encoding, the runtime rejects the initdata, and the pod doesn't start. Line breaks in the value have even crashed the runtime. In OSC 1.10 and earlier, the annotation is \`io.katacontainers.config.runtime.cc_init_data\`. The rule also reports initdata with an unsupported version or algorithm.

For an empty value, the severity is warning, because the pod starts, but without its own initdata.

Encode the initdata with \`gzip -c initdata.toml | base64 -w0\`.`,
  source: [
    adaptor112('src/cloud-api-adaptor/docs/initdata.md'),
    issue('kata-containers/kata-containers', 11834),
    issue('confidential-containers/cloud-api-adaptor', 2416),
    'OSC 1.11 §2.8',
  ],
  *check({ manifest, text }) {
    yield* emptyValues(manifest, text);
    for (const value of listEmbeddedInitdata(manifest)) {
      const fault = initdataFault(value, l10n.t`The pod doesn't start.`);
      if (fault !== undefined) yield { start: value.node.start, end: value.node.end, ...fault };
    }
  },
  examples: () => [
    {
      avoid: podWithInitdata(`"${bytes.toBase64(new TextEncoder().encode(initdataWith({})))}"`, { marked: true }),
      prefer: podWithInitdata(`"${packedInitdataWith({})}"`),
    },
    {
      avoid: podWithInitdata(packedInitdataWith({ head: exampleHead.replace('sha384', 'sha-384') }), { marked: true }),
      prefer: podWithInitdata(packedInitdataWith({})),
    },
    {
      avoid: podWithInitdata(JSON.stringify(`# for the web server\n${initdataWith({})}`), { marked: true }),
      prefer: podWithInitdata(`"${packInitdata(`# for the web server\n${initdataWith({})}`)}"`),
    },
    {
      avoid: podWithInitdata(`'algorithm = "sha256"'`, { marked: true }),
      prefer: podWithInitdata(
        `"${packInitdata('algorithm = "sha256"')}"\n#   ${' '.repeat(initDataKey.length + 2)}${'^'.repeat(packInitdata('algorithm = "sha256"').length + 2)} want`,
      ),
    },
    {
      avoid: podWithInitdata('""', { marked: true }),
      prefer: createExamplePod('  runtimeClassName: kata-remote'),
    },
  ],
});

/**
 * Reports empty annotations. The runtime skips them, so the pod starts. Source:
 * kata-containers/kata-containers@7c6ba40c src/runtime/pkg/oci/utils.go:1101.
 */
function* emptyValues(manifest: Manifest, text: string): Generator<Finding> {
  for (const annotation of listPodAnnotations(manifest)) {
    const { name, value } = annotation;
    if ((name !== initDataKey && name !== oldInitDataKey) || value.type !== 'scalar' || value.value !== '') continue;
    yield {
      start: value.start,
      end: value.end,
      severity: 'warning',
      message: l10n.t`${getShortName({ name })} is empty, so the pod starts without its own initdata. Set the value, or remove the annotation.`,
      fixes: createOptionalFix(l10n.t`Remove ${name}`, removeAnnotation(manifest, annotation, text), false),
    };
  }
}
