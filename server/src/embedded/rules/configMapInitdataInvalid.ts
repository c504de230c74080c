import * as l10n from '@vscode/l10n';
import { adaptor112 } from '#core/product/sources.ts';
import { exampleHead } from '#server/engine/examples/exampleInitdata.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { packedInitdataWith } from './exampleEmbedded.ts';
import { initdataFault } from './initdataFaults.ts';
import { listEmbeddedInitdata } from './embeddedValues.ts';

const example = (value: string, marked = false) =>
  mapFor('azure', `INITDATA: ${value}`, ...(marked ? [`#         ${'^'.repeat(value.length)} want`] : []));

export default defineRule({
  id: 'ppcm-initdata-invalid',
  title: () => l10n.t`Invalid INITDATA`,
  severity: 'error',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`\`INITDATA\` in \`peer-pods-cm\` contains the initdata for all peer pods that don't have their own. It must be TOML, compressed with gzip and base64-encoded on a single line. With any other value, cloud-api-adaptor fails to start ("failed to parse global initdata"), so no peer pod can start. With an initdata version other than 0.1.0, cloud-api-adaptor starts, but guests that use this initdata don't start.

Encode the initdata with \`gzip -c initdata.toml | base64 -w0\`.`,
  source: [
    adaptor112('src/cloud-api-adaptor/cmd/cloud-api-adaptor/main.go'),
    adaptor112('src/cloud-api-adaptor/pkg/initdata/initdata.go'),
    'OSC 1.11 §2.8',
  ],
  *check({ manifest }) {
    for (const value of listEmbeddedInitdata(manifest)) {
      const fault = initdataFault(value, l10n.t`cloud-api-adaptor or the guests that use this initdata fail to start.`);
      if (fault !== undefined) yield { start: value.node.start, end: value.node.end, ...fault };
    }
  },
  examples: () => [
    {
      avoid: example(packedInitdataWith({ head: exampleHead.replace('sha384', 'sha1') }), true),
      prefer: example(packedInitdataWith({})),
    },
    {
      avoid: example('"YWxnb3JpdGhtID0gInNoYTM4NCI"', true),
      prefer: example(`"${packedInitdataWith({})}"`),
    },
  ],
});
