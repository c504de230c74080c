import { bytes } from '#platform/bytes.ts';
import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { adaptor112, issue } from '#core/product/sources.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { exampleHead, initdataWith } from '#server/engine/examples/exampleInitdata.ts';
import { packedInitdataWith, podWithInitdata } from './exampleEmbedded.ts';
import { initdataFault } from './initdataFaults.ts';
import { listEmbeddedInitdata } from './embeddedValues.ts';

export default defineRule({
  id: 'pod-initdata-encoding',
  title: () => l10n.t`Invalid annotation encoding`,
  severity: 'error',
  appliesTo: workloadIds,
  why: () =>
    l10n.t`The annotation \`io.katacontainers.config.hypervisor.cc_init_data\` must contain the initdata TOML, compressed with gzip and base64-encoded on one line. With any other encoding, the runtime rejects the initdata, and the pod doesn't start. Line breaks in the value have even crashed the runtime. In OSC 1.10 and earlier, the annotation is \`io.katacontainers.config.runtime.cc_init_data\`. The rule also reports initdata with an unsupported version or algorithm.

Encode the initdata with \`gzip -c initdata.toml | base64 -w0\`.`,
  source: [
    adaptor112('src/cloud-api-adaptor/docs/initdata.md'),
    issue('kata-containers/kata-containers', 11834),
    issue('confidential-containers/cloud-api-adaptor', 2416),
  ],
  *check({ manifest }) {
    for (const value of listEmbeddedInitdata(manifest)) {
      const fault = initdataFault(value, l10n.t`The pod doesn't start.`);
      if (fault !== undefined) yield { start: value.node.start, end: value.node.end, ...fault };
    }
  },
  examples: [
    {
      avoid: podWithInitdata(`"${bytes.toBase64(new TextEncoder().encode(initdataWith({})))}"`, { marked: true }),
      prefer: podWithInitdata(`"${packedInitdataWith({})}"`),
    },
    {
      avoid: podWithInitdata(packedInitdataWith({ head: exampleHead.replace('sha384', 'sha-384') }), { marked: true }),
      prefer: podWithInitdata(packedInitdataWith({})),
    },
  ],
});
