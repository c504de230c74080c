import * as l10n from '@vscode/l10n';
import { adaptor112 } from '#core/product/sources.ts';
import { checkInitdata } from '#server/initdata/checkInitdata.ts';
import { exampleCdh } from '#server/engine/examples/exampleInitdata.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { packedInitdataWith, podWithInitdata } from './exampleEmbedded.ts';
import { environmentOf, isConfidentialPod, notChecked, summary } from './embeddedFinding.ts';
import { isSound } from './initdataFaults.ts';
import { decodeInitdata } from './decodeEmbedded.ts';
import { annotatingIds, listEmbeddedInitdata } from './embeddedValues.ts';

export default defineRule({
  id: 'packed-initdata-problems',
  title: () => l10n.t`Findings in embedded initdata`,
  severity: 'warning',
  appliesTo: [...annotatingIds, 'peer-pods-cm'],
  why: () =>
    l10n.t`The value is encoded initdata. When decoded, the initdata has problems that aren't visible in the encoded value and might prevent the pod from starting. The rule summarizes them in one finding on the encoded value, with the severity of the most severe problem. Problems with the severity information or hint are omitted. Decoded initdata larger than 256 KiB or longer than 5,000 lines isn't checked.\n\nTo see and fix each problem, open the value with the CodeLens above it. When you save, the value is encoded again. \`osc-tools lint\` reports each problem separately, with its line in the decoded text.`,
  source: [adaptor112('src/cloud-api-adaptor/docs/initdata.md'), 'OSC 1.11 §2.8'],
  *check(context) {
    for (const value of listEmbeddedInitdata(context.manifest)) {
      const { text, document, tooLarge } = decodeInitdata(value.node.text);
      if (tooLarge) yield notChecked(value);
      // Other rules report initdata that can't be read.
      if (text === undefined || document === undefined || !isSound(value)) continue;
      yield* summary(
        value,
        text,
        checkInitdata(
          text,
          { uri: context.uri, place: 'annotation', isConfidential: isConfidentialPod(context) },
          environmentOf(context),
          document,
        ),
      );
    }
  },
  examples: () => [
    {
      avoid: podWithInitdata(packedInitdataWith({ cdh: exampleCdh.replace('https://kbs', 'https://other') }), {
        decoded: 'url = "https://other.example.com:8080" in cdh.toml, but https://kbs.example.com:8080 in aa.toml',
        marked: true,
      }),
      prefer: podWithInitdata(packedInitdataWith({}), {
        decoded: 'url = "https://kbs.example.com:8080" in cdh.toml and in aa.toml',
      }),
    },
  ],
});
